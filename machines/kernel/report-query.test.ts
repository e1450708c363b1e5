import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneOf, text } from './list-query.ts';
import { defineReportQuery } from './report-query.ts';

const query = defineReportQuery({
  fields: { keyword: text, biz: oneOf('dj', 'ec') },
  groups: ['user', 'account', 'date', 'country'],
  defaultGroups: ['user'],
  metrics: ['spend', 'roi'],
  presets: ['deliver', 'video'],
});

const names = ['keyword', 'biz', 'group_by', 'date_from', 'date_to', 'compare', 'sort', 'page', 'page_size', 'preset', 'tab'];
const junk = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('dj', 'user,date', 'date,date,evil', '2026-11-20', '2026-02-30', 'prev', 'roi.asc', 'date.desc', '7', '50', 'video'),
);
const anySearch = fc.array(fc.tuple(fc.constantFrom(...names), junk), { maxLength: 12 }).map((pairs) => `?${new URLSearchParams(pairs)}`);

describe('the address of a report', () => {
  it('is read as it was written', () => {
    const search =
      '?date_from=2026-11-01&date_to=2026-11-07&group_by=account%2Cdate&compare=prev&keyword=x&biz=ec&sort=roi.asc&page=2&page_size=100&preset=video';
    expect(query.read(search)).toEqual({
      dateFrom: '2026-11-01',
      dateTo: '2026-11-07',
      groupBy: ['account', 'date'],
      compare: true,
      filters: { keyword: 'x', biz: 'ec' },
      sort: { field: 'roi', order: 'asc' },
      page: 2,
      pageSize: 100,
      preset: 'video',
    });
    expect(query.write(query.read(search))).toBe(search);
  });

  it('is empty for the default view', () => {
    expect(query.write(query.read(''))).toBe('');
    expect(query.read('').groupBy).toEqual(['user']);
  });

  it('settles with the first reading, whatever stands in it', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        const once = query.read(search);
        expect(query.read(query.write(once))).toEqual(once);
        expect(once.groupBy.length).toBeGreaterThan(0);
        expect(once.groupBy.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [
      'dimensions nobody knows, twice the same, and a fourth one',
      '?group_by=evil,date,date,user,account,country',
      ['date', 'user', 'account'],
    ],
    ['no dimension at all', '?group_by=', ['user']],
  ])('drops %s', (_, search, groupBy) => expect(query.read(search).groupBy).toEqual(groupBy));

  it.each(['?date_from=2026-11-01', '?date_to=2026-11-01', '?date_from=2026-11-02&date_to=2026-11-01', '?date_from=x&date_to=2026-11-01'])(
    'takes half a period, or one that runs backwards, for none: %s',
    (search) => expect(query.read(search)).toMatchObject({ dateFrom: undefined, dateTo: undefined }),
  );

  it('is not sorted by a dimension it is not grouped by', () => {
    expect(query.read('?sort=date.desc').sort).toBeUndefined();
    expect(query.read('?group_by=date&sort=date.desc').sort).toEqual({ field: 'date', order: 'desc' });
  });

  it('leaves what belongs to others in its place', () => {
    expect(query.replaceIn('?tab=x&group_by=date&page=4', '?biz=dj')).toBe('?tab=x&biz=dj');
  });
});

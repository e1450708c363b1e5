import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneOf, text } from '../list/list-query.ts';
import { defineReportQuery, viewPartOf } from './report-query.ts';

const query = defineReportQuery({
  fields: { keyword: text, biz: oneOf('dj', 'ec') },
  groups: ['user', 'account', 'date', 'country'],
  defaultGroups: ['user'],
  metrics: ['spend', 'roi'],
  sortable: { cap: ['account'] },
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

  it('is empty for the default query', () => {
    expect(query.write(query.read(''))).toBe('');
    expect(query.read('').groupBy).toEqual(['user']);
  });

  it('is stable after the first reading, whatever it contains', () => {
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
    'ignores half a period, or one that runs backwards: %s',
    (search) => expect(query.read(search)).toMatchObject({ dateFrom: undefined, dateTo: undefined }),
  );

  it('cannot be sorted by a dimension it is not grouped by', () => {
    expect(query.read('?sort=date.desc').sort).toBeUndefined();
    expect(query.read('?group_by=date&sort=date.desc').sort).toEqual({ field: 'date', order: 'desc' });
  });

  it('can be sorted by a field of a dimension only while it is grouped by that dimension', () => {
    expect(query.read('?sort=cap.asc').sort).toBeUndefined();
    expect(query.read('?group_by=user,account&sort=cap.asc').sort).toEqual({ field: 'cap', order: 'asc', of: ['account'] });
    expect(query.write(query.read('?group_by=user,account&sort=cap.asc'))).toBe('?group_by=user%2Caccount&sort=cap.asc');
    expect(query.read('?group_by=user,account&sort=toString.asc').sort).toBeUndefined();
  });

  it('keeps the parts of others', () => {
    expect(query.replaceIn('?tab=x&group_by=date&page=4', '?biz=dj')).toBe('?tab=x&biz=dj');
  });
});

describe('the days of a report', () => {
  it('can be the current day of each account instead of dates', () => {
    const asked = query.read('?date_mode=account_today&date_from=2026-11-01&date_to=2026-11-02&only=2026-11-01');
    expect(asked).toMatchObject({ accountToday: true, dateFrom: undefined, only: undefined });
    expect(query.write(asked)).toBe('?date_mode=account_today');
  });

  it.each([
    ['?only=2026-11-18', { from: '2026-11-18', to: '2026-11-18' }],
    ['?only=2026-11-16~2026-11-22', { from: '2026-11-16', to: '2026-11-22' }],
    ['?only=2026-11-22~2026-11-16', undefined],
    ['?only=x', undefined],
  ])('can be narrowed for the table alone: %s', (search, only) => {
    expect(query.read(search).only).toEqual(only);
    expect(query.write(query.read(search))).toBe(only ? search.replace('~', '%7E') : '');
  });
});

describe('a saved view of a report', () => {
  const part = viewPartOf(query, { besides: ['biz'] });
  it('contains neither days nor the keys of the parts above the rows', () => {
    const search = '?date_from=2026-11-01&date_to=2026-11-07&group_by=account&biz=ec&keyword=x&preset=video';
    expect(part.write(part.read(search))).toBe('?group_by=account&keyword=x&preset=video');
  });
  it('keeps both unchanged when it is applied', () => {
    expect(part.replaceIn('?tab=x&date_mode=account_today&biz=ec&keyword=y&page=3', '?keyword=x&biz=dj')).toBe(
      '?tab=x&keyword=x&date_mode=account_today&biz=ec',
    );
  });
  it('counts an address with only these two as bare', () => {
    expect(part.isBare('?only=2026-11-01&biz=dj')).toBe(true);
    expect(part.isBare('?biz=dj&keyword=x')).toBe(false);
  });
  it('counts an address with only the keys that the page sets itself as bare, and still contains them', () => {
    const withPreset = viewPartOf(query, { preset: ['biz'] });
    expect([withPreset.isBare('?biz=dj'), withPreset.isBare('?biz=dj&keyword=x')]).toEqual([true, false]);
    expect(withPreset.replaceIn('?biz=dj', '?biz=ec')).toBe('?biz=ec');
  });
});

describe('a report with named groupings', () => {
  const named = defineReportQuery({
    fields: {},
    groups: ['group', 'ad', 'material'],
    defaultGroups: ['group'],
    metrics: [],
    named: { key: 'level', groupings: { group: ['group'], ad: ['ad'], material: ['material', 'ad'] } },
  });

  it.each([
    ['', ['group']],
    ['?level=ad', ['ad']],
    ['?level=material', ['material', 'ad']],
  ])('writes their names to its address: %s', (search, groupBy) => {
    expect(named.read(search).groupBy).toEqual(groupBy);
    expect(named.write(named.read(search))).toBe(search);
  });

  it('accepts no other groupings', () => {
    expect(named.read('?level=evil').groupBy).toEqual(['group']);
    expect(named.groupsOf(['ad', 'group'])).toEqual(['group']);
  });
});

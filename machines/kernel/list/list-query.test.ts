import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { date, defineListQuery, flag, id, ids, MAX_IDS, oneOf, text } from './list-query.ts';

const query = defineListQuery({ keyword: text, kind: oneOf('own', 'all'), on: flag, day: date, role_id: id }, ['name', 'created_at']);
const names = ['keyword', 'kind', 'on', 'day', 'role_id', 'sort', 'page', 'page_size', 'tab'];
const junk = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('own', '0', '1', 'true', '2026-02-29', '2026-11-20', 'name.desc', '50', '-1', '1e3', '[]'),
);
const anySearch = fc.array(fc.tuple(fc.constantFrom(...names), junk), { maxLength: 12 }).map((pairs) => `?${new URLSearchParams(pairs)}`);

describe('the address of a list', () => {
  it('is read as it was written', () => {
    const search = '?keyword=%E5%B9%BF&kind=own&on=false&day=2026-11-20&role_id=7&sort=name.desc&page=3&page_size=50';
    expect(query.read(search)).toEqual({
      filters: { keyword: '广', kind: 'own', on: false, day: '2026-11-20', role_id: 7 },
      sort: { field: 'name', order: 'desc' },
      page: 3,
      pageSize: 50,
    });
    expect(query.write(query.read(search))).toBe(search);
  });

  it('is stable after the first reading, whatever it contains', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        const once = query.read(search);
        const written = query.write(once);
        expect(query.read(written)).toEqual(once);
        expect(query.write(query.read(written))).toBe(written);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([`${'a'.repeat(99)}👍`, `${'a'.repeat(99)}  b`, `${'a'.repeat(99)}👍👍`])('cuts long text between characters: %s', (word) => {
    const once = query.read(`?keyword=${encodeURIComponent(word)}`);
    expect(query.read(query.write(once))).toEqual(once);
    expect([...(once.filters.keyword ?? '')].length).toBeLessThanOrEqual(100);
  });

  it('never fails, even on text that is no query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (search) => {
        const { page, pageSize } = query.read(search);
        expect(page).toBeGreaterThanOrEqual(1);
        expect([20, 50, 100, 200]).toContain(pageSize);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '?kind=evil',
    '?on=yes',
    '?on=constructor',
    '?day=2026-02-29',
    '?day=20261120',
    '?role_id=0',
    '?role_id=-1',
    '?role_id=1.5',
    '?role_id=9007199254740993',
    '?page=0',
    '?page=-3',
    '?page=1e3',
    '?page_size=21',
    '?sort=passwd.asc',
    '?sort=',
    '?keyword=%20%20',
    '?unknown=1',
  ])('drops %s', (search) => {
    expect(query.write(query.read(search))).toBe('');
  });

  it('leaves out default values', () => {
    expect(query.write({ filters: {}, sort: undefined, page: 1, pageSize: 20 })).toBe('');
    expect(query.write({ filters: { keyword: undefined }, sort: undefined, page: 2, pageSize: 20 })).toBe('?page=2');
  });

  it('sorts in ascending order unless the address says otherwise', () => {
    expect(query.read('?sort=name.sideways').sort).toEqual({ field: 'name', order: 'asc' });
  });

  it('replaces only its own part, even if both addresses have a key', () => {
    expect(query.replaceIn('?tab=audit&keyword=x&page=3', '?keyword=y')).toBe('?tab=audit&keyword=y');
    expect(query.replaceIn('?keyword=x', '')).toBe('');
    fc.assert(
      fc.property(anySearch, anySearch, (whole, part) => {
        const own = query.write(query.read(part));
        const replaced = query.replaceIn(whole, own);
        expect(query.read(replaced)).toEqual(query.read(part));
        expect(new URLSearchParams(replaced).getAll('tab')).toEqual(new URLSearchParams(whole).getAll('tab'));
      }),
    );
  });

  it('is bare if it has none of the keys of its list', () => {
    const query = defineListQuery({ keyword: text }, ['name']);
    for (const bare of ['', '?', '?tab=2', '?id=7&tab=audit']) expect(query.isBare(bare), bare).toBe(true);
    for (const own of ['?keyword=a', '?tab=2&page=3', '?sort=name.asc', '?page_size=50', '?keyword=']) {
      expect(query.isBare(own), own).toBe(false);
    }
  });

  it('keeps a second list apart by its prefix', () => {
    const second = defineListQuery({ keyword: text }, ['name'], 20, 'part_');
    const search = '?keyword=a&page=2&part_keyword=b&part_sort=name.desc&part_page=3';
    expect(second.read(search)).toEqual({ filters: { keyword: 'b' }, sort: { field: 'name', order: 'desc' }, page: 3, pageSize: 20 });
    expect(second.write(second.read(search))).toBe('?part_keyword=b&part_sort=name.desc&part_page=3');
    expect(second.replaceIn(search, '')).toBe('?keyword=a&page=2');
    const first = defineListQuery({ keyword: text }, ['name']);
    expect(first.replaceIn(search, '?keyword=c')).toBe('?part_keyword=b&part_sort=name.desc&part_page=3&keyword=c');
    expect(second.isBare('?keyword=a&page=2')).toBe(true);
    expect(second.isBare('?part_page=2')).toBe(false);
  });
});

describe('row ids in an address', () => {
  it('are distinct and limited in number', () => {
    expect([ids.read('7,8,7'), ids.write([7, 8])]).toEqual([[7, 8], '7,8']);
    expect(ids.read(Array.from({ length: 300 }, (_, n) => n + 1).join(','))).toHaveLength(MAX_IDS);
  });

  it('are absent if none can be read', () => {
    expect([ids.read(''), ids.read('x,-1,0')]).toEqual([undefined, undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import { type Column, layOutColumns, unfreezeColumns } from './table-columns.ts';
import { scrollToColumn } from './use-column-in-sight.ts';

const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
const columns: Column<object>[] = [
  { key: 'name', title: 'Name', width: 160, frozen: true, render: () => null },
  ...months.map((key): Column<object> => ({ key, title: key, width: 100, align: 'right', render: () => null })),
];
const layout = layOutColumns(columns, 0);

describe('a column to bring into sight', () => {
  it.each([
    ['stands at the right end, after whole columns', '2026-03', 160 + 250, 100],
    ['needs no scrolling where it is visible anyway', '2026-02', 160 + 250, 0],
    ['starts at the left end where it alone fits', '2026-04', 160 + 120, 300],
    ['starts at the left end where not even it fits', '2026-02', 160 + 60, 100],
  ])('%s', (_, key, width, left) => {
    expect(scrollToColumn(layout, key, width)).toBe(left);
  });

  it('is counted from the first column where none is frozen', () => {
    expect(scrollToColumn(layOutColumns(unfreezeColumns(columns, 'none'), 0), '2026-04', 200)).toBe(360);
  });

  it('is left alone where the table has no such column', () => {
    expect(scrollToColumn(layout, '2025-12', 400)).toBeUndefined();
  });
});

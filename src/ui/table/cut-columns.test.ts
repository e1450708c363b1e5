import { describe, expect, it } from 'vitest';
import { createBlankRule, findCutColumns } from './cut-columns.ts';
import { type Column, fitFrozenSides, isWholeOnly, layOutColumns, unfreezeColumns } from './table-columns.ts';

const places = [
  { index: 3, start: 0, end: 100 },
  { index: 4, start: 100, end: 250 },
  { index: 5, start: 250, end: 350 },
];

describe('columns beside frozen ones', () => {
  it.each<[from: number, room: number, cut: number[]]>([
    [0, 350, []],
    [0, 250, []],
    [0, 251, [5]],
    [0, 249, [4]],
    [1, 300, [3, 5]],
    [0.4, 249.7, []],
    [100, 250, []],
    [150, 200, [4]],
  ])('from %d on, in %d pixels, are cut: %j', (from, room, cut) => {
    expect(findCutColumns(places, from, room)).toEqual(cut);
  });

  it('are blanked where a cut-off value could be misread: numbers and narrow columns', () => {
    expect(isWholeOnly({ align: 'right', fullWidth: 320 })).toBe(true);
    expect(isWholeOnly({ fullWidth: 140 })).toBe(true);
    expect(isWholeOnly({ fullWidth: 240 })).toBe(false);
    expect(createBlankRule('t', [])).toBe('');
    expect(createBlankRule('t', [4])).toContain('> .ads-cell:nth-child(4)');
    expect(createBlankRule('t', [4])).toContain('[aria-colindex="4"]');
  });

  it('are blanked with their heads, which are cut off as well', () => {
    expect(createBlankRule('t', [4])).toContain(':not([aria-colcount]) > * > tr > .ads-cell:nth-child(4)');
    expect(createBlankRule('t', [4])).toContain('[aria-colcount] > * > tr > .ads-cell[aria-colindex="4"]');
  });
});

describe('frozen columns', () => {
  const columns: Column<object>[] = [
    { key: 'name', title: 'Name', width: 225, frozen: true, render: () => null },
    { key: 'spend', title: 'Spend', width: 118, align: 'right', render: () => null },
    { key: 'do', title: 'Actions', width: 165, frozen: 'right', render: () => null },
  ];
  const layout = layOutColumns(columns, 1);

  it.each([
    [800, 'both'],
    [548, 'both'],
    [547, 'left'],
    [383, 'left'],
    [382, 'none'],
  ] as const)('leave room for a number in %d pixels: %s', (width, frozen) => {
    expect(fitFrozenSides(layout, width)).toBe(frozen);
  });

  it.each([
    [200, 630, 'both'],
    [200, 629, 'left'],
    [240, 548, 'both'],
  ] as const)('leave room for a column of %d pixels in %d: %s', (idWidth, width, frozen) => {
    const withId = layOutColumns([...columns, { key: 'id', title: 'ID', width: idWidth, render: () => null }], 1);
    expect(fitFrozenSides(withId, width)).toBe(frozen);
  });

  it('keep the column order, and give up the right end first', () => {
    const layOutFrozen = (frozen: 'both' | 'left' | 'none') => {
      const { frozenLeft, frozenRight, columns: placed } = layOutColumns(unfreezeColumns(columns, frozen), 1);
      return [frozenLeft, frozenRight, placed.map(({ key }) => key).join()];
    };
    expect(layOutFrozen('both')).toEqual([265, 165, 'name,spend,do']);
    expect(layOutFrozen('left')).toEqual([265, 0, 'name,spend,do']);
    expect(layOutFrozen('none')).toEqual([0, 0, 'name,spend,do']);
  });
});

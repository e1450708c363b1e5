import { describe, expect, it } from 'vitest';
import { type Column, chosenColumns, layOut } from './table-columns.ts';

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({ key, title: key, render: () => key, ...more });

describe('column layout', () => {
  it('puts frozen columns at their edges, whatever their place', () => {
    const { columns } = layOut(
      [column('a'), column('do', { frozen: 'right', width: 80 }), column('name', { frozen: true, width: 120 })],
      2,
    );
    expect(columns.map(({ key }) => key)).toEqual(['name', 'a', 'do']);
    expect(columns.map(({ style }) => style)).toEqual([{ left: 80 }, undefined, { right: 0 }]);
  });

  it('adds up the offsets of several frozen columns', () => {
    const { columns, leadStyles } = layOut(
      [column('a', { frozen: true, width: 100 }), column('b', { frozen: true, width: 50 }), column('c')],
      1,
    );
    expect(columns.map(({ style }) => style?.left)).toEqual([40, 140, undefined]);
    expect(leadStyles).toEqual([{ left: 0 }]);
  });

  it('gives the spare room to the last free column when every one has a width', () => {
    const { widths, minWidth } = layOut(
      [column('a', { width: 100 }), column('b', { width: 100 }), column('do', { frozen: 'right', width: 80 })],
      0,
    );
    expect(widths).toEqual([100, undefined, 80]);
    expect(minWidth).toBe(280);
  });

  it('never stretches a frozen column', () => {
    const { widths } = layOut([column('a', { frozen: true }), column('b')], 0);
    expect(widths).toEqual([200, undefined]);
  });

  it('keeps frozen columns among those chosen, and forgets unknown ones', () => {
    const all = [column('name', { frozen: true }), column('a'), column('b')];
    expect(chosenColumns(all, ['b', 'gone']).map(({ key }) => key)).toEqual(['name', 'b']);
    expect(chosenColumns([column('a'), column('b', { defaultHidden: true })], undefined).map(({ key }) => key)).toEqual(['a']);
  });
});

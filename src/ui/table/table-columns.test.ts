import { describe, expect, it } from 'vitest';
import { type Column, layOutColumns, selectColumns, slicePart } from './table-columns.ts';

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({ key, title: key, render: () => key, ...more });

describe('column layout', () => {
  it('puts frozen columns at the edges, wherever they are declared', () => {
    const { columns } = layOutColumns(
      [column('a'), column('do', { frozen: 'right', width: 80 }), column('name', { frozen: true, width: 120 })],
      2,
    );
    expect(columns.map(({ key }) => key)).toEqual(['name', 'a', 'do']);
    expect(columns.map(({ style }) => style)).toEqual([{ left: 80 }, undefined, { right: 0 }]);
  });

  it('adds up the offsets of several frozen columns', () => {
    const { columns, leadingStyles } = layOutColumns(
      [column('a', { frozen: true, width: 100 }), column('b', { frozen: true, width: 50 }), column('c')],
      1,
    );
    expect(columns.map(({ style }) => style?.left)).toEqual([40, 140, undefined]);
    expect(leadingStyles).toEqual([{ left: 0 }]);
  });

  it('gives the spare room to the last free column when every one has a width', () => {
    const { columns, minWidth } = layOutColumns(
      [column('a', { width: 100 }), column('b', { width: 100 }), column('do', { frozen: 'right', width: 80 })],
      0,
    );
    expect(columns.map(({ renderedWidth }) => renderedWidth)).toEqual([100, undefined, 80]);
    expect(minWidth).toBe(280);
  });

  it('never cuts off a header on two lines by default; the user may', () => {
    const columns = [
      column('a', { width: 60, title: 'Succeeded' }),
      column('b', { width: 60, title: 'Succeeded', sortable: true }),
      column('c', { width: 60, title: '当期 ROI' }),
      column('d', { width: 60, title: 'By day' }),
      column('e', { width: 60, title: 'Ads with spend', sortable: true, align: 'right' }),
    ];
    expect(layOutColumns(columns, 0).columns.map(({ fullWidth }) => fullWidth)).toEqual([106, 118, 60, 60, 97]);
    expect(layOutColumns(columns, 0, { a: 50 }).columns[0]?.fullWidth).toBe(50);
  });

  it('gives numbers the room they need, whatever width the user chose', () => {
    const columns = [column('a', { width: 60, align: 'right' }), column('b', { width: 60 })];
    expect(layOutColumns(columns, 0, { a: 40 }, { rooms: { a: 92 } }).columns.map(({ fullWidth }) => fullWidth)).toEqual([92, 60]);
  });

  it('never stretches a frozen column', () => {
    const { columns } = layOutColumns([column('a', { frozen: true }), column('b')], 0);
    expect(columns.map(({ renderedWidth }) => renderedWidth)).toEqual([200, undefined]);
  });

  it('keeps frozen columns among the shown ones, and drops unknown ones', () => {
    const all = [column('name', { frozen: true }), column('a'), column('b')];
    expect(selectColumns(all, ['b', 'gone']).map(({ key }) => key)).toEqual(['name', 'b']);
    expect(selectColumns([column('a'), column('b', { defaultHidden: true })], undefined).map(({ key }) => key)).toEqual(['a']);
  });

  it('follows the widths chosen by the user, including frozen offsets', () => {
    const columns = [column('name', { frozen: true, width: 100 }), column('id', { frozen: true, width: 50 }), column('a'), column('b')];
    const layout = layOutColumns(columns, 1, { name: 300, a: 90 });
    expect(layout.columns.map(({ renderedWidth }) => renderedWidth)).toEqual([300, 50, 90, undefined]);
    expect(layout.columns.map(({ style }) => style?.left)).toEqual([40, 340, undefined, undefined]);
    expect(layout.minWidth).toBe(40 + 300 + 50 + 90 + 140);
    expect([layout.frozenLeft, layout.frozenRight]).toEqual([390, 0]);
  });

  it('renders a part of the scrolling columns, and leaves room for the others', () => {
    const columns = [
      column('name', { frozen: true, width: 100 }),
      ...['a', 'b', 'c', 'd'].map((key) => column(key, { width: 80 })),
      column('do', { frozen: 'right', width: 60 }),
    ];
    const whole = layOutColumns(columns, 1);
    const part = slicePart(whole, 1, 2);
    expect(part.cells.map((cell) => ('gap' in cell ? cell.gap : [cell.key, cell.index, cell.renderedWidth]))).toEqual([
      ['name', 2, 100],
      80,
      ['b', 4, 80],
      ['c', 5, 80],
      80,
      ['do', 7, 60],
    ]);
    expect(part.minWidth).toBe(whole.minWidth);
    expect(slicePart(whole, 0, 3)).toBe(whole);
  });
});

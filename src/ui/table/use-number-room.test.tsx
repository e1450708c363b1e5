// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { measureNumberRoom, widenRooms } from './use-number-room.ts';

afterEach(cleanup);

/** A table of one row, as a browser would lay it out: cells of `width` pixels with contents of `content` pixels. */
function layOut(cells: { key: string; width: number; content: number; isNumber?: boolean }[]) {
  const { container } = render(
    <table>
      <thead>
        <tr>
          {cells.map(({ key }) => (
            <th key={key} data-column={key} />
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {cells.map(({ key, isNumber = true }) => (
            <td key={key} className={isNumber ? 'ads-cell ads-cell-right' : 'ads-cell'} style={{ padding: '0 8px' }} />
          ))}
        </tr>
      </tbody>
    </table>,
  );
  const table = container.querySelector('table') as HTMLTableElement;
  const drawn = [...table.querySelectorAll<HTMLElement>('tbody td')];
  for (const [at, { width }] of cells.entries()) {
    for (const name of ['offsetWidth', 'clientWidth']) Object.defineProperty(drawn[at], name, { value: width });
  }
  return measureNumberRoom(table, (cell) => cells[drawn.indexOf(cell)]?.content ?? 0);
}

it('widens a numeric column to its longest value, and leaves one alone whose value fits exactly', () => {
  const rooms = layOut([
    { key: 'impressions', width: 64, content: 70 },
    { key: 'revenue', width: 96, content: 80.2 },
    { key: 'spend', width: 96, content: 80 },
    { key: 'name', width: 100, content: 300, isNumber: false },
  ]);
  expect(rooms).toEqual({ impressions: 88, revenue: 100 });
});

it('leaves columns alone while the table is hidden', () => {
  expect(layOut([{ key: 'spend', width: 0, content: 0 }])).toEqual({});
});

it('renders nothing again when no column becomes wider', () => {
  const known = { spend: 88 };
  expect(widenRooms(known, { spend: 88 })).toBe(known);
  expect(widenRooms(known, {})).toBe(known);
  expect(widenRooms(known, { spend: 92, orders: 72 })).toEqual({ spend: 92, orders: 72 });
});

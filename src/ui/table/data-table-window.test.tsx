// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { MenuButton } from '../overlay/menu-button.tsx';
import { type Column, DataTable, type DataTableProps } from './data-table.tsx';

interface Line {
  id: number;
}

const COUNT = 10_000;
const lines: Line[] = Array.from({ length: COUNT }, (_, id) => ({ id }));
const columns: Column<Line>[] = [
  { key: 'name', title: 'Name', width: 200, frozen: true, render: ({ id }) => `line ${id}` },
  ...Array.from({ length: 30 }, (_, at): Column<Line> => ({ key: `m${at}`, title: `M${at}`, width: 100, render: ({ id }) => id * at })),
];

// There is no layout in this environment: the scroller is 1000 x 440 pixels.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(440);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(440);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const table = (props: Partial<DataTableProps<Line, number>> = {}) => (
  <DataTable<Line, number>
    label="Lines"
    columns={columns}
    rows={lines}
    rowKey={({ id }) => id}
    rowName={({ id }) => `line ${id}`}
    total={COUNT}
    busy={false}
    {...props}
  />
);
const scroller = () => screen.getByRole('region', { name: 'Lines' });
const renderedIds = () => [...document.querySelectorAll<HTMLElement>('tr[data-row-id]')].map((row) => Number(row.dataset.rowId));
const readHeaders = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

async function show(props: Partial<DataTableProps<Line, number>> = {}) {
  const shown = renderUi(table(props));
  await waitFor(() => expect(scroller().dataset.aside).toBe('no'));
  return shown;
}

async function scrollTo(top: number, left = 0) {
  await act(async () => {
    scroller().scrollTop = top;
    scroller().scrollLeft = left;
    fireEvent.scroll(scroller());
  });
}

describe('long and wide table', () => {
  it('renders the visible part, and states the full size', async () => {
    await show();
    expect(renderedIds()).toEqual(Array.from({ length: 12 }, (_, id) => id));
    expect(readHeaders()).toEqual(['Name', 'M0', 'M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7']);
    const element = screen.getByRole('table', { name: 'Lines' });
    expect(element.getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
    expect(element.getAttribute('aria-colcount')).toBe('31');
  });

  it('keeps its rows while its page is hidden', async () => {
    const callbacks: ResizeObserverCallback[] = [];
    const observer = class {
      constructor(callback: ResizeObserverCallback) {
        callbacks.push(callback);
      }
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    };
    vi.spyOn(document.defaultView as Window & typeof globalThis, 'ResizeObserver', 'get').mockReturnValue(observer);
    await show();
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(0);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(0);
    expect(callbacks.length).toBeGreaterThan(0);
    await act(async () => {
      for (const callback of callbacks) callback([], {} as ResizeObserver);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    expect(renderedIds()).toHaveLength(12);
    expect(readHeaders()).toEqual(['Name', 'M0', 'M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7']);
  });

  it('counts rows and columns by their place in the whole table', async () => {
    await show();
    await scrollTo(40 * 5000, 1050);
    expect(renderedIds()[0]).toBe(4998);
    expect(readHeaders()).toEqual(['Name', 'M10', 'M11', 'M12', 'M13', 'M14', 'M15', 'M16', 'M17', 'M18']);
    const row = screen.getByRole('row', { name: /^line 5000 / });
    expect(row.getAttribute('aria-rowindex')).toBe('5002');
    expect(within(row).getByRole('cell', { name: '50000' }).getAttribute('aria-colindex')).toBe('12');
    expect(scroller().dataset.aside).toBe('yes');
  });

  it('reserves the room of lines that are not rendered', async () => {
    await show();
    await scrollTo(40 * 100);
    const rooms = [...document.querySelectorAll<HTMLElement>('tbody tr[aria-hidden]')].map(({ style }) =>
      Number.parseInt(style.height, 10),
    );
    expect(rooms.reduce((sum, height) => sum + height, 0) + renderedIds().length * 40).toBe(COUNT * 40);
  });

  it('keeps the focused row while it is scrolled out of view', async () => {
    await show();
    const row = screen.getByRole('row', { name: /^line 3 / });
    act(() => row.focus());
    await scrollTo(40 * 700);
    expect(document.activeElement).toBe(row);
    expect(renderedIds()[0]).toBe(3);
    expect(renderedIds()[1]).toBeGreaterThan(690);
    act(() => row.blur());
    await scrollTo(40 * 701);
    expect(renderedIds()).not.toContain(3);
  });

  it('moves by keyboard to lines that were not rendered yet', async () => {
    await show();
    const row = screen.getByRole('row', { name: /^line 0 / });
    expect(row.tabIndex).toBe(0);
    act(() => row.focus());
    await userEvent.keyboard('{End}');
    expect((document.activeElement as HTMLElement).dataset.rowId).toBe(String(COUNT - 1));
    await userEvent.keyboard('{PageUp}');
    expect((document.activeElement as HTMLElement).dataset.rowId).toBe(String(COUNT - 10));
    await userEvent.keyboard('{Home}');
    expect((document.activeElement as HTMLElement).dataset.rowId).toBe('0');
  });

  it('does not render visible lines again', async () => {
    const times = new Map<number, number>();
    const counting: Column<Line>[] = [
      {
        key: 'name',
        title: 'Name',
        render: ({ id }) => {
          times.set(id, (times.get(id) ?? 0) + 1);
          return id;
        },
      },
    ];
    await show({ columns: counting });
    times.clear();
    await scrollTo(40 * 2);
    expect([...times]).toEqual([
      [12, 1],
      [13, 1],
    ]);
  });

  it('stays the same element when its window comes and goes, keeping focus and open rows', async () => {
    const fewColumns = columns.slice(0, 4);
    const menu: Column<Line> = {
      key: 'do',
      title: 'Do',
      frozen: 'right',
      render: ({ id }) => (
        <MenuButton label={`Menu of ${id}`} actions={[{ key: 'one', text: `Go on with ${id}`, onRun: () => undefined }]} />
      ),
    };
    const shown = renderUi(table({ rows: lines.slice(0, 3), columns: [...fewColumns, menu] }));
    await userEvent.click(screen.getByRole('button', { name: 'Menu of 1' }));
    const [item, row] = [screen.getByRole('menuitem', { name: 'Go on with 1' }), screen.getByRole('row', { name: /^line 1 / })];
    expect(document.activeElement).toBe(item);
    for (const wide of [columns, fewColumns, columns]) {
      shown.rerender(table({ rows: lines.slice(0, 3), columns: [...wide, menu] }));
      await waitFor(() => expect(readHeaders()).toHaveLength(wide === fewColumns ? 5 : 8));
      expect(document.activeElement).toBe(item);
      expect(screen.getByRole('row', { name: /^line 1 / })).toBe(row);
    }
  });

  it('renders expanded details as a separate line', async () => {
    await show({ renderExpanded: ({ id }) => `all about ${id}`, expanded: [2], onToggle: () => undefined });
    expect(screen.getByText('all about 2')).toBeTruthy();
    const at = [...document.querySelectorAll<HTMLElement>('tr[data-index]')].map((line) => [line.dataset.index, line.dataset.rowId]);
    expect(at.slice(2, 5)).toEqual([
      ['2', '2'],
      ['3', undefined],
      ['4', '3'],
    ]);
  });

  it('chooses a range across lines that are not rendered', async () => {
    const onChoose = vi.fn();
    await show({ chosen: [], onChoose });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select line 1' }));
    await scrollTo(40 * 500);
    await userEvent.keyboard('{Shift>}');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select line 503' }), { shiftKey: true });
    expect(onChoose.mock.lastCall?.[0]).toHaveLength(503);
  });
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Sort } from '#machines/kernel/list/list-query.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { type Column, DataTable, type DataTableProps } from './data-table.tsx';

afterEach(cleanup);

interface Person {
  id: number;
  name: string;
  below?: Person[];
}

const people: Person[] = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Bob' },
  { id: 3, name: 'Cid' },
];
const columns: Column<Person>[] = [
  { key: 'name', title: 'Name', sortable: true, render: ({ name }) => name },
  { key: 'id', title: 'Number', align: 'right', render: ({ id }) => id },
  { key: 'extra', title: 'Extra', defaultHidden: true, render: () => 'extra' },
];

const table = (props: Partial<DataTableProps<Person, number>> = {}) => (
  <DataTable<Person, number>
    label="People"
    columns={columns}
    rows={people}
    rowKey={({ id }) => id}
    rowName={({ name }) => name}
    busy={false}
    {...props}
  />
);
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

describe('data table', () => {
  it('is a table with a name, headers and its rows', () => {
    renderUi(table({ total: 1312, before: 40 }));
    const element = screen.getByRole('table', { name: 'People' });
    expect(element.getAttribute('aria-rowcount')).toBe('1313');
    expect(headers()).toEqual(['Name', 'Number']);
    const rows = within(element).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['NameNumber', 'Ann1', 'Bob2', 'Cid3']);
    expect(rows[1]?.getAttribute('aria-rowindex')).toBe('42');
  });

  it('shows the chosen columns in the chosen order', () => {
    renderUi(table({ shown: ['extra', 'name', 'gone'] }));
    expect(headers()).toEqual(['Extra', 'Name']);
  });

  it('links a count to the list of what it counts, for those who may open that list', () => {
    const counted: Column<Person>[] = [
      { key: 'name', title: 'Name', render: ({ name }) => name },
      { key: 'pixels', title: 'Pixels', render: ({ id }) => id - 1, leadsTo: ({ id }) => (id > 1 ? `/auth/pixel?of=${id}` : undefined) },
    ];
    const show = (paths: string[]) =>
      renderUi(
        <MemoryRouter>
          <ViewerProvider
            viewer={{
              id: 1,
              account: 'ada',
              name: 'Ada',
              isAdmin: 0,
              isLeader: false,
              actions: [],
              pages: paths.map((path) => ({ path, title: path, titleEn: path })),
            }}
          >
            {table({ columns: counted })}
          </ViewerProvider>
        </MemoryRouter>,
      );
    show(['/auth/pixel']);
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1', '/auth/pixel?of=2'],
      ['2', '/auth/pixel?of=3'],
    ]);
    cleanup();
    show(['/auth/homepage']);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('row', { name: 'Bob 1' })).toBeTruthy();
  });

  it('sorts ascending, descending, and not at all', async () => {
    const seen: (Sort | undefined)[] = [];
    function SortableTable() {
      const [sort, setSort] = useState<Sort>();
      return table({
        sort,
        onSort: (next) => {
          seen.push(next);
          setSort(next);
        },
      });
    }
    renderUi(<SortableTable />);
    const header = screen.getByRole('columnheader', { name: 'Name' });
    const readSort = () => header.getAttribute('aria-sort');
    expect(readSort()).toBe('none');
    for (const expected of ['ascending', 'descending', 'none']) {
      await userEvent.click(within(header).getByRole('button'));
      expect(readSort()).toBe(expected);
    }
    expect(seen).toEqual([{ field: 'name', order: 'asc' }, { field: 'name', order: 'desc' }, undefined]);
    expect(screen.getByRole('columnheader', { name: 'Number' }).hasAttribute('aria-sort')).toBe(false);
  });

  it('keeps the choice of other pages when a page is chosen and deselected', async () => {
    const onChoose = vi.fn();
    const { rerender } = renderUi(table({ chosen: [99, 2], onChoose }));
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    expect(all.indeterminate).toBe(true);
    await userEvent.click(all);
    expect(onChoose).toHaveBeenLastCalledWith([99, 1, 2, 3]);
    rerender(table({ chosen: [99, 1, 2, 3], onChoose }));
    expect(all.checked).toBe(true);
    await userEvent.click(all);
    expect(onChoose).toHaveBeenLastCalledWith([99]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bob' }));
    expect(onChoose).toHaveBeenLastCalledWith([99, 1, 3]);
  });

  it.each([
    ['has not been loaded', { rows: undefined }],
    ['is empty', { rows: [] }],
    ['has no row that can be', { canChoose: () => false }],
  ])('cannot choose a page that %s', (_name, props) => {
    renderUi(table({ chosen: [], onChoose: vi.fn(), ...props }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' }).disabled).toBe(true);
  });

  it('skips rows that cannot be chosen', async () => {
    const onChoose = vi.fn();
    renderUi(table({ chosen: [], onChoose, canChoose: ({ id }) => id !== 2 }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(onChoose).toHaveBeenLastCalledWith([1, 3]);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Bob' }).disabled).toBe(true);
  });

  it('renders a row again only when that row changes', async () => {
    const drawn: number[] = [];
    const countingColumns: Column<Person>[] = [
      {
        key: 'name',
        title: 'Name',
        render: ({ id, name }) => {
          drawn.push(id);
          return name;
        },
      },
    ];
    function ChoosableTable() {
      const [chosen, setChosen] = useState<number[]>([]);
      return table({ columns: countingColumns, chosen, onChoose: setChosen });
    }
    const { rerender } = renderUi(<ChoosableTable />);
    drawn.length = 0;
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bob' }));
    await userEvent.keyboard('{ArrowDown}');
    expect(drawn).toEqual([]);

    rerender(table({ columns: countingColumns, rows: people }));
    drawn.length = 0;
    rerender(table({ columns: countingColumns, rows: [people[0] as Person, { id: 2, name: 'Rob' }, people[2] as Person], busy: true }));
    expect(drawn).toEqual([2]);
    expect(screen.getByText('Rob')).toBeTruthy();
  });

  it('keeps the old rows while newer ones load', () => {
    renderUi(table({ busy: true }));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Ann')).toBeTruthy();
    expect(document.querySelectorAll('.ads-skeleton')).toHaveLength(0);
  });

  it('shows eight skeleton rows until the first load', () => {
    renderUi(table({ rows: undefined, busy: true }));
    expect(document.querySelectorAll('tbody tr')).toHaveLength(8);
    expect(screen.queryByText('Ann')).toBeNull();
  });

  it('says that nothing matches, and offers to clear the filters', async () => {
    const onResetFilters = vi.fn();
    renderUi(table({ rows: [], onResetFilters, empty: { text: 'No people yet' } }));
    expect(screen.getByText('No data matches the filters')).toBeTruthy();
    expect(screen.queryByText('No people yet')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(onResetFilters).toHaveBeenCalledOnce();
  });

  it('shows its own text when there is nothing yet', () => {
    renderUi(table({ rows: [], empty: { text: 'No people yet', action: <button type="button">Add one</button> } }));
    expect(screen.getByText('No people yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add one' })).toBeTruthy();
  });

  it('shows a failure with its trace id and a way to retry', async () => {
    const onRetry = vi.fn();
    renderUi(table({ rows: undefined, failure: { message: 'The database is away', traceId: 'abc123' }, onRetry }));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('The database is away');
    expect(alert.textContent).toContain('abc123');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('keeps its rows when a refresh fails, and says so above them', () => {
    renderUi(table({ failure: { message: 'away', traceId: '' }, onRetry: vi.fn() }));
    expect(screen.getByRole('alert').textContent).toContain('Showing earlier data');
    expect(screen.getByText('Ann')).toBeTruthy();
  });

  it('expands details under a row', async () => {
    const onToggle = vi.fn();
    const { rerender } = renderUi(table({ renderExpanded: ({ name }) => `all about ${name}`, onToggle, expanded: [] }));
    const button = screen.getByRole('button', { name: 'Expand Bob' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    expect(onToggle).toHaveBeenCalledWith(2);
    rerender(table({ renderExpanded: ({ name }) => `all about ${name}`, onToggle, expanded: [2] }));
    expect(screen.getByText('all about Bob')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Collapse Bob' })).toBeTruthy();
  });

  it('handles a click on a row, but not on a control in it', async () => {
    const onRowClick = vi.fn();
    renderUi(table({ onRowClick, chosen: [], onChoose: vi.fn() }));
    await userEvent.click(screen.getByText('Bob'));
    expect(onRowClick).toHaveBeenCalledExactlyOnceWith(people[1]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ann' }));
    expect(onRowClick).toHaveBeenCalledOnce();
  });

  it('shows totals above the rows', () => {
    renderUi(table({ totals: (key) => (key === 'id' ? '6 in all' : null) }));
    expect(screen.getByRole('cell', { name: '6 in all' })).toBeTruthy();
  });

  it('shows what the totals leave out on a separate line below them', () => {
    renderUi(
      table({ total: 3, totals: (key) => (key === 'id' ? '6 in all' : null), excludedTotals: (key) => (key === 'id' ? '4 more' : null) }),
    );
    const [, totals, beside, first] = screen.getAllByRole('row');
    expect([totals?.textContent, beside?.textContent]).toEqual(['6 in all', '4 more']);
    expect([totals, beside, first].map((row) => row?.getAttribute('aria-rowindex'))).toEqual(['2', '3', '4']);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('6');
  });
});

describe('table without rows', () => {
  const totals = (key: string) => (key === 'id' ? '0 in all' : null);

  it('shows no totals', () => {
    renderUi(table({ rows: [], total: 0, totals }));
    expect(screen.queryByRole('cell', { name: '0 in all' })).toBeNull();
  });

  it('still shows what the totals leave out', () => {
    renderUi(table({ rows: [], total: 0, totals, excludedTotals: (key) => (key === 'id' ? '4 more' : null) }));
    expect(
      screen
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
        .slice(1),
    ).toEqual(['0 in all', '4 more']);
  });
});

describe('table with all matching rows chosen', () => {
  it('shows every row as chosen, and keeps the others of the page when one is deselected', async () => {
    const onChoose = vi.fn();
    renderUi(table({ chosen: [], allChosen: true, onChoose, total: 1312 }));
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.every(({ checked }) => checked)).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bob' }));
    expect(onChoose).toHaveBeenLastCalledWith([1, 3]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(onChoose).toHaveBeenLastCalledWith([]);
  });
});

describe('tree of rows', () => {
  const tree: Person[] = [
    {
      id: 1,
      name: 'Top',
      below: [
        { id: 2, name: 'Left', below: [{ id: 3, name: 'Leaf' }] },
        { id: 4, name: 'Right' },
      ],
    },
  ];
  function Tree({
    onDrop = vi.fn(),
    onRowClick,
  }: {
    onDrop?: (dragged: number, target: number) => void;
    onRowClick?: (row: Person) => void;
  }) {
    const [expanded, setExpanded] = useState<number[]>([1]);
    return table({
      rows: tree,
      expanded,
      onToggle: (id) => setExpanded(expanded.includes(id) ? expanded.filter((one) => one !== id) : [...expanded, id]),
      tree: {
        childrenOf: ({ below = [] }) => below,
        drag: { canDrag: ({ id }) => id !== 1, canDrop: (_, target) => target !== 4, onDrop },
      },
      ...(onRowClick && { onRowClick }),
    });
  }
  const row = (name: string) => screen.getByText(name).closest('tr') as HTMLTableRowElement;

  it('is a treegrid with level, position and expanded state', () => {
    renderUi(<Tree />);
    expect(screen.getByRole('treegrid', { name: 'People' })).toBeTruthy();
    expect(row('Left').getAttribute('aria-level')).toBe('2');
    expect(row('Left').getAttribute('aria-setsize')).toBe('2');
    expect(row('Right').getAttribute('aria-posinset')).toBe('2');
    expect(row('Top').getAttribute('aria-expanded')).toBe('true');
    expect(row('Left').getAttribute('aria-expanded')).toBe('false');
    expect(row('Right').hasAttribute('aria-expanded')).toBe(false);
    expect(screen.queryByText('Leaf')).toBeNull();
  });

  it('moves and collapses with the arrow keys', async () => {
    const onRowClick = vi.fn();
    renderUi(<Tree onRowClick={onRowClick} />);
    await userEvent.tab();
    expect(document.activeElement).toBe(row('Top'));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row('Left'));
    await userEvent.keyboard('{ArrowRight}');
    expect(row('Leaf')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(row('Leaf'));
    await userEvent.keyboard('{Enter}');
    expect(onRowClick).toHaveBeenCalledWith(expect.objectContaining({ name: 'Leaf' }));
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(row('Left'));
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.queryByText('Leaf')).toBeNull();
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(row('Right'));
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(row('Top'));
  });

  it('has one tab stop', () => {
    renderUi(<Tree />);
    const stops = screen.getAllByRole('row').filter((one) => one.getAttribute('tabindex') === '0');
    expect(stops).toEqual([row('Top')]);
  });

  it('reports a drop only on an allowed target', () => {
    const onDrop = vi.fn();
    renderUi(<Tree onDrop={onDrop} />);
    const dataTransfer = { setData: vi.fn(), effectAllowed: '' };
    expect(row('Top').getAttribute('draggable')).toBeNull();

    fireEvent.dragStart(row('Left'), { dataTransfer });
    fireEvent.dragOver(row('Right'), { dataTransfer });
    expect(row('Right').className).toContain('ads-row-drop-no');
    fireEvent.drop(row('Right'), { dataTransfer });
    expect(onDrop).not.toHaveBeenCalled();

    fireEvent.dragStart(row('Right'), { dataTransfer });
    fireEvent.dragOver(row('Left'), { dataTransfer });
    expect(row('Left').className).toContain('ads-row-drop-yes');
    fireEvent.drop(row('Left'), { dataTransfer });
    expect(onDrop).toHaveBeenCalledExactlyOnceWith(4, 2);
    expect(row('Left').className).not.toContain('ads-row-drop');
  });
});

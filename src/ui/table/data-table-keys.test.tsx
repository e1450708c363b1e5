// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { type Column, DataTable, type DataTableProps } from './data-table.tsx';

afterEach(cleanup);

interface Person {
  id: number;
  name: string;
}

const people: Person[] = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Bob' },
  { id: 3, name: 'Cid' },
];
const columns: Column<Person>[] = [
  { key: 'name', title: 'Name', sortable: true, render: ({ name }) => name },
  { key: 'id', title: 'Number', align: 'right', render: ({ id }) => id },
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

describe('rows by keyboard', () => {
  const row = (name: string) => screen.getByText(name).closest('tr') as HTMLTableRowElement;
  function ChoosableTable({ onRowOpen, seen = () => undefined }: { onRowOpen?: (person: Person) => void; seen?: (ids: number[]) => void }) {
    const [chosen, setChosen] = useState<number[]>([]);
    return table({
      rows: [...people, { id: 4, name: 'Dot' }],
      chosen,
      onChoose: (ids) => {
        seen(ids);
        setChosen(ids);
      },
      canChoose: ({ id }) => id !== 3,
      ...(onRowOpen && { onRowOpen }),
    });
  }
  const focused = () => (document.activeElement as HTMLElement).dataset.rowId;

  it('have one tab stop, the last one used', async () => {
    renderUi(<ChoosableTable />);
    const stops = () => screen.getAllByRole('row').filter((one) => one.getAttribute('tabindex') === '0');
    expect(stops()).toEqual([row('Ann')]);
    row('Ann').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('3');
    expect(stops()).toEqual([row('Cid')]);
  });

  it('move with arrows, Home, End and page keys, but not beyond the ends', async () => {
    renderUi(<ChoosableTable />);
    row('Ann').focus();
    const places: (string | undefined)[] = [];
    for (const key of ['{ArrowUp}', '{ArrowDown}', '{End}', '{ArrowDown}', '{Home}', '{PageDown}', '{PageUp}']) {
      await userEvent.keyboard(key);
      places.push(focused());
    }
    expect(places).toEqual(['1', '2', '4', '4', '1', '4', '1']);
  });

  it('are chosen with Space, and as a range with Shift, except disabled ones', async () => {
    const seen = vi.fn();
    renderUi(<ChoosableTable seen={seen} />);
    row('Ann').focus();
    await userEvent.keyboard(' ');
    expect(seen).toHaveBeenLastCalledWith([1]);
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(seen).toHaveBeenLastCalledWith([1, 2]);
    await userEvent.keyboard('{Shift>}{End}{/Shift}');
    expect(seen).toHaveBeenLastCalledWith([1, 2, 4]);
    await userEvent.keyboard('{Shift>}{Home}{/Shift}');
    expect(seen).toHaveBeenLastCalledWith([1]);
    await userEvent.keyboard(' ');
    expect(seen).toHaveBeenLastCalledWith([]);
  });

  it('are chosen as a range by a click with Shift', async () => {
    const seen = vi.fn();
    renderUi(<ChoosableTable seen={seen} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ann' }));
    await userEvent.keyboard('{Shift>}');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Dot' }), { shiftKey: true });
    expect(seen).toHaveBeenLastCalledWith([1, 2, 4]);
  });

  it('are all deselected with Escape, which otherwise is passed on', async () => {
    const onOuterKey = vi.fn();
    const seen = vi.fn();
    renderUi(
      <div role="dialog" onKeyDown={onOuterKey}>
        <ChoosableTable seen={seen} />
      </div>,
    );
    row('Bob').focus();
    await userEvent.keyboard('{Escape}');
    expect(onOuterKey).toHaveBeenCalledOnce();
    await userEvent.keyboard(' {Escape}');
    expect(seen).toHaveBeenLastCalledWith([]);
    expect(onOuterKey).toHaveBeenCalledTimes(2);
  });

  it('open with Enter; otherwise their details expand', async () => {
    const onRowOpen = vi.fn();
    const { unmount } = renderUi(<ChoosableTable onRowOpen={onRowOpen} />);
    row('Bob').focus();
    await userEvent.keyboard('{Enter}');
    expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(people[1]);
    unmount();
    const onToggle = vi.fn();
    renderUi(table({ renderExpanded: () => 'details', onToggle }));
    row('Cid').focus();
    await userEvent.keyboard('{Enter}');
    expect(onToggle).toHaveBeenCalledExactlyOnceWith(3);
  });

  it('leave every key to an input in a row', async () => {
    const onChoose = vi.fn();
    const onRowOpen = vi.fn();
    const inputColumns: Column<Person>[] = [{ key: 'name', title: 'Name', render: ({ name }) => <input aria-label={`Rename ${name}`} /> }];
    renderUi(table({ columns: inputColumns, chosen: [1], onChoose, onRowOpen }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Rename Bob' }), 'a b{Home}{Enter}{Escape}');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Rename Bob' }).value).toBe('a b');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Rename Bob' }));
    expect(onChoose).not.toHaveBeenCalled();
    expect(onRowOpen).not.toHaveBeenCalled();
  });
});

describe('column edge', () => {
  const edge = (name: string) => screen.getByRole('separator', { name: `Width of ${name}` });
  const wideColumns: Column<Person>[] = [
    { key: 'name', title: 'Name', width: 200, frozen: true, render: ({ name }) => name },
    { key: 'id', title: 'Number', width: 100, render: ({ id }) => id },
    { key: 'do', title: 'Do', width: 80, frozen: 'right', render: () => null },
  ];

  it('is absent where widths are not kept', () => {
    renderUi(table());
    expect(screen.queryByRole('separator')).toBeNull();
  });

  it('moves with the arrow keys, further with Shift, inverted at the right, and within limits', async () => {
    const onWidth = vi.fn();
    renderUi(table({ columns: wideColumns, onWidth, widths: { id: 60 } }));
    expect(edge('Name').getAttribute('aria-valuenow')).toBe('200');
    expect(edge('Number').getAttribute('aria-valuenow')).toBe('60');
    edge('Name').focus();
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{/Shift}{Home}{End}');
    expect(onWidth.mock.calls).toEqual([
      ['name', 208],
      ['name', 160],
      ['name', 56],
      ['name', 1200],
    ]);
    edge('Number').focus();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(onWidth).toHaveBeenLastCalledWith('id', 56);
    edge('Do').focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(onWidth).toHaveBeenLastCalledWith('do', 88);
  });

  it('is reached with Tab once, and from there with up and down', async () => {
    renderUi(table({ columns: wideColumns, onWidth: vi.fn() }));
    expect(screen.getAllByRole('separator').filter(({ tabIndex }) => tabIndex === 0)).toEqual([edge('Name')]);
    edge('Name').focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(edge('Number'));
    expect(edge('Number').tabIndex).toBe(0);
    expect(edge('Name').tabIndex).toBe(-1);
  });

  it('is dragged, and reports the width only on release', () => {
    const onWidth = vi.fn();
    renderUi(table({ columns: wideColumns, onWidth }));
    const separator = edge('Number');
    fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 });
    fireEvent.pointerMove(separator, { clientX: 350 });
    expect(onWidth).not.toHaveBeenCalled();
    expect(screen.getByRole('columnheader', { name: 'Number' }).style.width).toBe('150px');
    fireEvent.pointerUp(separator);
    expect(onWidth).toHaveBeenCalledExactlyOnceWith('id', 150);
  });

  it('does not sort when it is pressed', async () => {
    const onSort = vi.fn();
    renderUi(table({ onWidth: vi.fn(), onSort }));
    await userEvent.click(edge('Name'));
    expect(onSort).not.toHaveBeenCalled();
  });

  it('fits its column to its content by a double click, or with Enter', async () => {
    const onWidth = vi.fn();
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function measured(this: HTMLElement) {
      return { width: (this.textContent?.length ?? 0) * 10 } as DOMRect;
    });
    renderUi(table({ columns: wideColumns, onWidth, rows: [{ id: 1, name: 'Annabelle' }] }));
    fireEvent.doubleClick(edge('Name'));
    expect(onWidth).toHaveBeenLastCalledWith('name', 116);
    vi.restoreAllMocks();
    expect(document.querySelector('.ads-fit-probe')).toBeNull();
  });
});

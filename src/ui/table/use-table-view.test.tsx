// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createTableViewMachine, type TableView } from '#machines/kernel/list/table-view.machine.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { AutoRefresh } from '../list/auto-refresh.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { useTableView } from './use-table-view.ts';

afterEach(cleanup);

interface Row {
  id: number;
}
const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', width: 120, frozen: true, render: ({ id }) => `no ${id}` },
  { key: 'spend', title: 'Spend', width: 100, render: () => 1 },
  { key: 'plays', title: 'Plays', width: 100, defaultHidden: true, render: () => 2 },
];
const presets = [{ key: 'video', title: 'Video', shown: ['name', 'plays'] }];
const machine = createTableViewMachine({ id: 'view' });

async function renderTable(savedView?: TableView) {
  const reading = asking<TableView | undefined>();
  const writing = asking<unknown, { view: TableView | undefined }>();
  const { actor, facts } = stage(machine.provide({ actors: { loadView: reading.logic, saveView: writing.logic } }));
  function ViewTable() {
    const { table, settings, pace } = useTableView(actor, columns, presets);
    return (
      <>
        <ColumnSettings {...settings} />
        <AutoRefresh {...pace} />
        <DataTable
          {...table}
          label="Rows"
          columns={columns}
          rows={[{ id: 1 }]}
          rowKey={({ id }) => id}
          rowName={({ id }) => `no ${id}`}
          busy={false}
        />
      </>
    );
  }
  renderUi(<ViewTable />);
  await act(() => reading.question().answer(savedView));
  return { facts, written: () => writing.inputs().at(-1)?.view };
}
const readHeaders = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-label'));

describe('table view', () => {
  it('is saved with every changed column width', async () => {
    const { written } = await renderTable();
    screen.getByRole('separator', { name: 'Width of Spend' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(written()).toEqual({ shown: ['name', 'spend'], density: 'regular', widths: { spend: 108 } });
    expect(screen.getByRole('separator', { name: 'Width of Spend' }).getAttribute('aria-valuenow')).toBe('108');
  });

  it('follows a preset until one of its columns is changed', async () => {
    const { written } = await renderTable({ shown: ['name', 'spend'], density: 'compact', widths: { name: 200 } });
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Video' }));
    expect(readHeaders()).toEqual(['Name', 'Plays']);
    expect(written()).toEqual({ shown: ['name', 'plays'], density: 'compact', widths: { name: 200 }, preset: 'video' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Video' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Spend' }));
    expect(written()).toEqual({ shown: ['name', 'plays', 'spend'], density: 'compact', widths: { name: 200 } });
  });

  it('restores the defaults, including widths and refresh interval', async () => {
    const { written } = await renderTable({ shown: ['plays'], density: 'roomy', widths: { name: 300 }, autoRefresh: 30 });
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('button', { name: 'Restore defaults' }));
    expect(written()).toBeUndefined();
    expect(readHeaders()).toEqual(['Name', 'Spend']);
    expect(screen.getByRole('separator', { name: 'Width of Name' }).getAttribute('aria-valuenow')).toBe('120');
  });

  it('keeps the refresh interval and reports it', async () => {
    const { written, facts } = await renderTable();
    await userEvent.click(screen.getByRole('button', { name: 'Auto refresh: Off' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Every 30 s' }));
    expect(written()?.autoRefresh).toBe(30);
    expect(facts.at(-1)).toMatchObject({ type: 'view.updated', view: { autoRefresh: 30 } });
    expect(screen.getByRole('button', { name: 'Auto refresh: Every 30 s' })).toBeTruthy();
  });
});

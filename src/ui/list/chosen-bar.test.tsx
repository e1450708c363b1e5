// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createListMachine, type ListAnswer, type ListRequest } from '#machines/kernel/list/list.machine.ts';
import { defineListQuery } from '#machines/kernel/list/list-query.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { DataTable } from '../table/data-table.tsx';
import { ChosenBar, isChosen } from './chosen-bar.tsx';
import { useList } from './use-list.ts';

afterEach(cleanup);

interface Row {
  id: number;
}
const columns = [{ key: 'id', title: 'Number', render: ({ id }: Row) => `no ${id}` }];
const machine = createListMachine<Row, object>({ id: 'list', query: defineListQuery({}, []), rowId: ({ id }) => id });

async function begin() {
  const server = asking<ListAnswer<Row>, ListRequest<object>>();
  const { actor } = stage(machine.provide({ actors: { loadRows: server.logic } }), { search: '' });
  function Shown() {
    const { table, choosing, choice } = useList(actor);
    return (
      <>
        {isChosen(choice) && (
          <ChosenBar {...choice}>
            <button type="button">Do it</button>
          </ChosenBar>
        )}
        <DataTable {...table} {...choosing} label="Rows" columns={columns} rowKey={({ id }) => id} rowName={({ id }) => `no ${id}`} />
      </>
    );
  }
  renderUi(<Shown />);
  await act(() => server.question().answer({ rows: [{ id: 1 }, { id: 2 }], total: 1312 }));
  return { actor, server };
}

describe('the bar of chosen rows', () => {
  it('is absent while nothing is chosen, and counts what is', async () => {
    await begin();
    expect(screen.queryByRole('group')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByRole('group', { name: '2 selected' })).toBeTruthy();
  });

  it('leads from the page to everything that matches, and back to nothing', async () => {
    const { actor } = await begin();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select no 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1,312' }));
    expect(screen.getByRole('group', { name: 'All 1,312 selected' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select no 2' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(actor.getSnapshot().context.allMatching).toBeUndefined();
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('counts anew what matches when a newer answer comes', async () => {
    const { actor, server } = await begin();
    act(() => actor.send({ type: 'list.allMatchingChosen' }));
    act(() => actor.send({ type: 'list.refreshRequested' }));
    await act(() => server.question().answer({ rows: [{ id: 1 }], total: 1310 }));
    expect(screen.getByRole('group', { name: 'All 1,310 selected' })).toBeTruthy();
  });
});

describe('a list on the screen', () => {
  it('counts as looked at while it is mounted and its window is in sight', async () => {
    const { actor } = await begin();
    const watched = () => actor.getSnapshot().context.watched;
    expect(watched()).toBe(true);
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(watched()).toBe(false);
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(watched()).toBe(true);
    cleanup();
    expect(watched()).toBe(false);
  });
});

// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineListQuery, text } from '#machines/kernel/list/list-query.ts';
import { createSavedViewsMachine, type SavedView } from '#machines/kernel/list/saved-views.machine.ts';
import { savedViewsWith } from '#machines/kernel/list/saved-views-with.ts';
import type { TableView } from '#machines/kernel/list/table-view.machine.ts';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { stage } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ViewerProvider } from '../overlay/viewer.tsx';
import { SavedViews } from './saved-views.tsx';

afterEach(cleanup);

const READER = 2;
const machine = createSavedViewsMachine({ id: 'someViews', query: defineListQuery({ keyword: text }, []) });

const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  id,
  version: 3,
  page: '/sys/role',
  name: `View ${id}`,
  owner: { id: READER, label: 'Lin' },
  shared: 'me',
  roles: [],
  query: `?keyword=k${id}`,
  table: null,
  is_default: false,
  can: ['edit', 'delete'],
  ...more,
});
const theirs = view(5, { name: 'Theirs', owner: { id: 9, label: 'Wang' }, shared: 'all', can: [] });
const compact: TableView = { shown: ['name'], density: 'compact', widths: { b: 80, a: 90 } };

function begin({
  list = [view(1), theirs],
  search = '?keyword=x',
  table,
  isLeader = true,
}: Partial<{ list: SavedView[]; search: string; table: TableView; isLeader: boolean }> = {}) {
  const calls = {
    listViews: vi.fn(async () => ({ list: [...list] })),
    createView: vi.fn(async (asked: object) => {
      const made = view(8, asked);
      list.push(made);
      return made;
    }),
    editView: vi.fn(async (asked: object) => view(1, asked)),
    deleteView: vi.fn(async () => ({})),
    setDefaultView: vi.fn(async () => ({})),
    simpleRoles: vi.fn(async () => ({ list: [{ id: 7, name: 'Optimizer' }] })),
  };
  const { actor, facts } = stage(savedViewsWith(machine, '/sys/role', calls), { search });
  const page = (at: string, look: TableView | undefined) => (
    <ViewerProvider viewer={{ id: READER, account: 'lin', name: 'Lin', isAdmin: 0, isLeader, actions: [], pages: [] }}>
      <main>
        <SavedViews views={actor} search={at} table={look} />
      </main>
    </ViewerProvider>
  );
  const { rerender } = renderUi(page(search, table));
  return { actor, facts, calls, standAt: (at: string, look = table) => rerender(page(at, look)) };
}

const button = () => screen.getByRole('button', { expanded: false });
const title = () => screen.getByRole('button', { name: /^View/ }).textContent;
async function openPanel() {
  await userEvent.click(button());
  const panel = within(await screen.findByRole('dialog', { name: 'View' }));
  await panel.findByRole('button', { name: 'View 1' });
  return panel;
}

describe('the views of a page', () => {
  it('are named beside its title: everything, one that shows the same, or none of them', async () => {
    const { standAt } = begin({ search: '' });
    expect(title()).toBe('View All');
    standAt('?keyword=k1');
    await waitFor(() => expect(title()).toBe('View View 1'));
    standAt('?keyword=zzz');
    expect(title()).toBe('View Custom');
  });

  it('are chosen by name, own and shared ones apart, with their owners', async () => {
    const { facts } = begin();
    const panel = await openPanel();
    expect(within(panel.getByRole('list', { name: 'My views' })).getByRole('button', { name: 'View 1' })).toBeTruthy();
    await userEvent.click(
      within(panel.getByRole('list', { name: 'Shared views' })).getByRole('button', { name: /Theirs Wang|TheirsWang/ }),
    );
    expect(facts).toEqual([{ type: 'views.applied', query: '?keyword=k5', table: null, how: 'push' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
  });

  it('say that the list has left its view, and lead back to it', async () => {
    const { actor, facts, standAt } = begin();
    await waitFor(() => expect(actor.getSnapshot().value).toBe('known'));
    act(() => actor.send({ type: 'views.chosen', id: 1 }));
    standAt('?keyword=k1');
    expect(title()).toBe('View View 1');
    standAt('?keyword=other');
    expect(title()).toBe('View View 1changed');
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Reset to “View 1”' }));
    expect(facts.at(-1)).toEqual({ type: 'views.applied', query: '?keyword=k1', table: null, how: 'push' });
  });

  it('notice a change of the table where they say how it looks, whatever the order of its widths', async () => {
    const table = { shown: ['name'], density: 'compact' as const, widths: { a: 90, b: 80 } };
    const { actor, standAt } = begin({ list: [view(1, { table })], table: compact });
    await waitFor(() => expect(actor.getSnapshot().value).toBe('known'));
    act(() => actor.send({ type: 'views.chosen', id: 1 }));
    standAt('?keyword=k1');
    expect(title()).toBe('View View 1');
    standAt('?keyword=k1', { ...compact, density: 'roomy' });
    expect(title()).toBe('View View 1changed');
  });

  it('are updated with what is shown, by whoever may', async () => {
    const { actor, calls, standAt } = begin({ table: compact });
    await waitFor(() => expect(actor.getSnapshot().value).toBe('known'));
    act(() => actor.send({ type: 'views.chosen', id: 1 }));
    standAt('?keyword=other');
    await userEvent.click((await openPanel()).getByRole('button', { name: 'Update “View 1”' }));
    const table = { shown: ['name'], density: 'compact', widths: { b: 80, a: 90 } };
    await waitFor(() => expect(calls.editView).toHaveBeenCalledExactlyOnceWith({ id: 1, version: 3, query: '?keyword=other', table }));

    act(() => actor.send({ type: 'views.chosen', id: 5 }));
    const panel = await openPanel();
    expect(panel.queryByRole('button', { name: /^Update/ })).toBeNull();
    expect(panel.queryByRole('button', { name: 'More actions for Theirs' })).toBeNull();
  });

  it('are saved under a name, for oneself or for people with a role', async () => {
    const { calls } = begin({ table: compact });
    await userEvent.click((await openPanel()).getByRole('button', { name: 'Save as view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(dialog.getByText('Please enter Name')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), ' Mine ');
    await userEvent.click(dialog.getByRole('radio', { name: /Selected roles/ }));
    await userEvent.click(dialog.getByRole('combobox', { name: /Roles/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Optimizer' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save as view' })).toBeNull());
    expect(calls.createView).toHaveBeenCalledExactlyOnceWith({
      page: '/sys/role',
      name: 'Mine',
      shared: 'roles',
      role_ids: [7],
      query: '?keyword=x',
      table: { shown: ['name'], density: 'compact', widths: { b: 80, a: 90 } },
      ...anyIdempotencyKey,
    });
    expect(title()).toContain('Mine');
  });

  it('are shared only by those who may, and the others are told why', async () => {
    begin({ isLeader: false });
    await userEvent.click((await openPanel()).getByRole('button', { name: 'Save as view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    const everybody = dialog.getByRole<HTMLInputElement>('radio', { name: /Everyone who can open this page/ });
    expect(everybody.disabled).toBe(true);
    expect(dialog.getAllByText('Administrators and department leaders can share views')).toHaveLength(2);
  });

  it('are renamed: only what was changed is sent', async () => {
    const { calls } = begin();
    await userEvent.click((await openPanel()).getByRole('button', { name: 'More actions for View 1' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename and share' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit view View 1' }));
    const name = dialog.getByRole('textbox', { name: /Name/ });
    await userEvent.clear(name);
    await userEvent.type(name, 'New');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.editView).toHaveBeenCalledExactlyOnceWith({ id: 1, version: 3, name: 'New', ...anyIdempotencyKey }));
  });

  it('are deleted after a question', async () => {
    const { calls } = begin();
    await userEvent.click((await openPanel()).getByRole('button', { name: 'More actions for View 1' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete view' }));
    expect(calls.deleteView).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(calls.deleteView).toHaveBeenCalledExactlyOnceWith({ id: 1 }));
  });

  it('have one to begin with: a star chooses it, and gives it up again', async () => {
    const { calls } = begin({ list: [view(1), view(3, { is_default: true })] });
    const panel = await openPanel();
    const star = panel.getByRole('button', { name: '“View 3” is the default view' });
    expect(star.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(star);
    await waitFor(() => expect(calls.setDefaultView).toHaveBeenLastCalledWith({ page: '/sys/role', id: null }));
    await userEvent.click(panel.getByRole('button', { name: 'Set “View 1” as default' }));
    await waitFor(() => expect(calls.setDefaultView).toHaveBeenLastCalledWith({ page: '/sys/role', id: 1 }));
  });

  it('that cannot be loaded say so, and are asked for again', async () => {
    const { calls } = begin();
    await waitFor(() => expect(calls.listViews).toHaveBeenCalledTimes(1));
    calls.listViews.mockRejectedValueOnce(new Error('no network'));
    await userEvent.click(button());
    expect(await screen.findByText('Views could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Views could not be loaded')).toBeNull());
  });

  it('are left with Escape, and the button has the focus again', async () => {
    begin();
    await openPanel();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
  });
});

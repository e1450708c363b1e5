import { afterEach, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { defineListQuery, text } from '#machines/kernel/list/list-query.ts';
import { createListTools } from '#machines/kernel/page/list-page.machine.ts';
import { keptTools, type ListPlace } from './list-tools.wiring.ts';

const calls = vi.hoisted(() => ({
  loadTableView: vi.fn(async (_page: string) => undefined),
  listViews: vi.fn(async (_asked: { page: string }) => ({
    list: [
      { id: 1, query: '?tab=crew' },
      { id: 2, query: '?keyword=a' },
      { id: 3, query: '?tab=ships' },
    ],
  })),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: calls.loadTableView, saveTableView: vi.fn() }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: calls.listViews }));
vi.mock('#src/services/roles.service.ts', () => ({ simpleRoles: vi.fn() }));

afterEach(() => vi.clearAllMocks());

const query = defineListQuery({ keyword: text }, []);
const path = '/harbour';

async function keptAt(place: ListPlace) {
  const { tableView, views } = keptTools(createListTools({ id: 'ship', of: 'ships', query }), place);
  if (!tableView || !views) throw new Error('a tool is missing');
  const started = createActor(views, { input: { search: '' } }).start();
  createActor(tableView).start();
  await waitFor(started, ({ context }) => context.answer !== undefined);
  return { table: calls.loadTableView.mock.lastCall?.[0], views: started.getSnapshot().context.answer?.map(({ id }) => id) };
}

it.each<[string, ListPlace, { table: string; views: number[] }]>([
  ['a page alone', { path }, { table: path, views: [1, 2, 3] }],
  ['the first tab', { path, under: { tab: 'ships', isFirst: true } }, { table: path, views: [2, 3] }],
  ['another tab', { path, under: { tab: 'crew', isFirst: false } }, { table: '/harbour:crew', views: [1] }],
])('the looks and views of %s are kept under its path and tab', async (_, place, kept) => {
  expect(await keptAt(place)).toEqual(kept);
  expect(calls.listViews.mock.lastCall?.[0]).toEqual({ page: path });
});

it('a list without these tools keeps nothing', () => {
  expect(keptTools({}, { path })).toEqual({});
});

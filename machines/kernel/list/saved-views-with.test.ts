import { describe, expect, it, vi } from 'vitest';
import type { SavedView } from './saved-views.machine.ts';
import { viewCallsOfTab } from './saved-views-with.ts';

const view = (id: number, query: string) => ({ id, query }) as SavedView;

const calls = () => ({
  listViews: vi.fn(async () => ({ list: [view(1, '?page=2'), view(2, '?tab=dramas&page=2'), view(3, '?tab=materials')] })),
  createView: vi.fn(async () => view(4, '')),
  editView: vi.fn(async () => view(4, '')),
  deleteView: vi.fn(),
  setDefaultView: vi.fn(),
  simpleRoles: vi.fn(),
});

const ids = async (tab: string, isFirst: boolean) =>
  (await viewCallsOfTab(calls(), { tab, isFirst }).listViews({ page: '/p' })).list.map(({ id }) => id);

describe('the saved views of one tab', () => {
  it('are those that name it; the first tab also has those that name none', async () => {
    expect(await ids('materials', true)).toEqual([1, 3]);
    expect(await ids('dramas', false)).toEqual([2]);
  });

  it('name their tab when they are made', async () => {
    const kept = calls();
    await viewCallsOfTab(kept, { tab: 'dramas', isFirst: false }).createView({
      page: '/p',
      name: 'a',
      shared: 'private',
      query: '?stage=new',
      table: null,
    } as never);
    expect(kept.createView).toHaveBeenCalledWith(expect.objectContaining({ query: '?stage=new&tab=dramas' }));
  });

  it('name their tab when their query is changed, and keep an unchanged query', async () => {
    const kept = calls();
    const onTab = viewCallsOfTab(kept, { tab: 'materials', isFirst: true });
    await onTab.editView({ id: 1, version: 1, query: '?keyword=a' });
    await onTab.editView({ id: 1, version: 2, name: 'b' });
    expect(kept.editView.mock.calls).toEqual([
      [{ id: 1, version: 1, query: '?keyword=a&tab=materials' }],
      [{ id: 1, version: 2, name: 'b' }],
    ]);
  });
});

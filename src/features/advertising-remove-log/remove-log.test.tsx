// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const logs = vi.hoisted(() => ({
  logRules: vi.fn(),
  listCloses: vi.fn(),
  closeTrend: vi.fn(),
  listRemovals: vi.fn(),
  exportLogs: Object.assign(vi.fn(), { count: vi.fn() }),
}));
const copies = vi.hoisted(() => ({ copyEntities: vi.fn() }));
const choices = vi.hoisted(() => ({ simpleMaterials: vi.fn() }));
const batches = vi.hoisted(() => ({ batchDetail: vi.fn(), batchItems: vi.fn(), loadBatchResults: vi.fn(), pollBatches: vi.fn() }));
const nobody = vi.hoisted(() => async () => ({ list: [], total: 0 }));
vi.mock('#src/services/ad-logs.service.ts', () => logs);
vi.mock('#src/services/publish.service.ts', () => copies);
vi.mock('#src/services/materials.service.ts', async (original) => ({ ...(await original<object>()), ...choices }));
vi.mock('#src/services/batches.service.ts', async (original) => ({ ...(await original<object>()), ...batches }));
vi.mock('#src/services/users.service.ts', () => ({ simpleUsers: nobody }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({}) }));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
vi.mock('#src/services/prefs.service.ts', () => ({
  loadTableView: async () => ({ shown: ['at', 'children', 'lifetime_spend', 'lifetime_roi'], density: 'regular' }),
  saveTableView: async () => ({}),
}));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const entry = (id: number, more: Partial<RemoveLogRow> = {}): RemoveLogRow => ({
  id,
  at: '2026-11-20T02:32:00Z',
  level: 'campaign',
  entity: { id: id + 100, label: `Moon ${id}` },
  campaign: { id: id + 100, label: `Moon ${id}` },
  account: { id: 2, label: 'Moon account' },
  currency: 'USD',
  content: null,
  owner: { id: 8, label: 'Ada' },
  event: 'remove',
  actor_type: 'user',
  actor: { id: 8, label: 'Ada' },
  rule: null,
  batch_id: 60,
  before: null,
  after: null,
  reason: 'wrong drama',
  snapshot: { spend_usd: null, orders: null, roi: null, roi_d0: null, hours_running: null },
  platform_id: '120300555566667777',
  children: 2,
  lifetime_spend_usd: 123_456,
  lifetime_revenue_usd: 99_000,
  lifetime_roi: 0.8,
  ...more,
});
const answer = (...list: RemoveLogRow[]) => ({ list, next_cursor: null, total: list.length, total_capped: false });
const copied = (missing: object[] = []) => ({
  preview: {
    list: [
      {
        id: 101,
        label: 'Moon 1',
        account: { id: 2, label: 'Moon account' },
        before: { name: 'Moon 1', status: 'DELETED' },
        after: { name: 'Moon 1', campaigns: 1, groups: 1, ads: 2, uploads: 0, budget_usd: 5000 },
        missing,
        refused: null,
      },
    ],
    ads: 2,
  },
});

let actor: AnyActorRef;

async function show(actions = ['copy', 'export']) {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 8, account: 'opt_01', isAdmin: 0, isLeader: false, actions, name: 'Ada', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await screen.findByText('Moon 1');
}

beforeAll(() => import('#src/parts/launches/launch-batch-dialog.tsx'));

beforeEach(() => {
  for (const call of [...Object.values(logs), ...Object.values(copies), ...Object.values(choices), ...Object.values(batches)])
    call.mockReset();
  logs.listRemovals.mockImplementation(async ({ under }: { under?: number }) =>
    under === undefined
      ? answer(entry(1), entry(2))
      : answer(entry(11, { level: 'ad_group', entity: { id: 211, label: 'Group of Moon 1' }, children: 0 })),
  );
  choices.simpleMaterials.mockResolvedValue({ list: [{ id: 77, label: 'EP1 cut B', sub: '', status: 'ready' }], total: 1 });
  batches.loadBatchResults.mockResolvedValue({ list: [], total: 0 });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('remove log', () => {
  it('shows the lifetime totals of a removed object, and what was removed with it', async () => {
    await show();
    const row = screen.getByText('Moon 1').closest('tr') as HTMLElement;
    for (const text of ['$1,234.56', '0.80']) expect(row.textContent).toContain(text);
    await userEvent.click(within(row).getByRole('button', { expanded: false }));
    expect(await screen.findByText('Group of Moon 1')).toBeTruthy();
    expect(logs.listRemovals.mock.calls.at(-1)?.[0]).toMatchObject({ under: 1 });
  });

  it('copies it as a new closed object, with replacements for missing parts', async () => {
    copies.copyEntities.mockResolvedValue(copied([{ part: 'material', id: 9, label: 'EP1 cut A', reason: 'NOT_FOUND' }]));
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Copy as new Moon 1' }));
    const ask = await screen.findByRole('dialog');
    const instead = await within(ask).findByRole('combobox', { name: 'Replace creative “EP1 cut A”' }, { timeout: 3000 });
    expect(copies.copyEntities.mock.calls[0]?.[0]).toMatchObject({ ids: [101], from_deleted: true, status: 'PAUSED', dry_run: true });
    await userEvent.click(instead);
    await userEvent.click(await screen.findByRole('option', { name: /EP1 cut B/ }));
    copies.copyEntities.mockResolvedValue({ batch_id: 7 });
    batches.batchDetail.mockReturnValue(new Promise(() => undefined));
    await userEvent.click(within(ask).getByRole('button', { name: 'Copy 1' }));
    await waitFor(() =>
      expect(copies.copyEntities.mock.calls.at(-1)?.[0]).toEqual({
        level: 'campaign',
        ids: [101],
        times: 1,
        deep: true,
        status: 'PAUSED',
        from_deleted: true,
        replacements: [{ part: 'material', from_id: 9, to_id: 77 }],
        idempotency_key: expect.any(String),
      }),
    );
  });

  it('offers no copies without the permission', async () => {
    await show(['export']);
    expect(screen.queryByRole('button', { name: /Copy as new/ })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /Moon 1/ })).toBeNull();
  });
});

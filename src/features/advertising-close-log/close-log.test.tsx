// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { CloseLogRow } from '#contracts/endpoints/ad-logs.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { type OpenPage, ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const logs = vi.hoisted(() => ({
  logRules: vi.fn(),
  listCloses: vi.fn(),
  closeTrend: vi.fn(),
  listRemovals: vi.fn(),
  exportLogs: Object.assign(vi.fn(), { count: vi.fn() }),
}));
const entityCalls = vi.hoisted(() => ({ setEntityStatuses: vi.fn() }));
const batches = vi.hoisted(() => ({ batchDetail: vi.fn(), batchItems: vi.fn(), loadBatchResults: vi.fn(), pollBatches: vi.fn() }));
const noRows = vi.hoisted(() => async () => ({ list: [], total: 0 }));
vi.mock('#src/services/ad-logs.service.ts', () => logs);
vi.mock('#src/services/ad-entities.service.ts', async (original) => ({ ...(await original<object>()), ...entityCalls }));
vi.mock('#src/services/batches.service.ts', async (original) => ({ ...(await original<object>()), ...batches }));
vi.mock('#src/services/users.service.ts', () => ({ simpleUsers: noRows }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({}) }));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
vi.mock('#src/services/prefs.service.ts', () => ({
  loadTableView: async () => ({ shown: ['at', 'event', 'actor', 'roi_at', 'after_revenue', 'current_status'], density: 'regular' }),
  saveTableView: async () => ({}),
}));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const entry = (id: number, more: Partial<CloseLogRow> = {}): CloseLogRow => ({
  id,
  at: '2026-11-20T02:32:00Z',
  level: 'campaign',
  entity: { id: id + 100, label: `Moon ${id}` },
  campaign: { id: id + 100, label: `Moon ${id}` },
  account: { id: 2, label: 'Moon account' },
  currency: 'USD',
  content: null,
  owner: { id: 8, label: 'Ada' },
  event: 'close',
  actor_type: 'rule',
  actor: null,
  rule: { id: 3, label: 'stop-loss 1' },
  batch_id: 60,
  before: null,
  after: null,
  reason: null,
  snapshot: { spend_usd: 12_345, orders: 3, roi: 0.41, roi_d0: null, hours_running: 52.5 },
  after_revenue_usd: 4400,
  current_status: 'PAUSED',
  version: 3,
  reopenable: true,
  ...more,
});

let actor: AnyActorRef;

async function show({ search = '', actions = ['status', 'export'], pages = [] as OpenPage[] } = {}) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 8, account: 'opt_01', isAdmin: 0, isLeader: false, actions, name: 'Ada', pages }}>
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
  for (const call of [...Object.values(logs), ...Object.values(entityCalls), ...Object.values(batches)]) call.mockReset();
  const list = [
    entry(1),
    entry(2),
    entry(3, { level: 'ad' }),
    entry(4, { event: 'open', reopenable: false, actor_type: 'platform', rule: null }),
  ];
  logs.listCloses.mockResolvedValue({ list, next_cursor: null, total: 4, total_capped: false });
  logs.closeTrend.mockResolvedValue({ x: ['2026-11-20'], series: [{ key: 'rule', label: 'rule', metric: 'closes', data: [3] }] });
  batches.loadBatchResults.mockResolvedValue({ list: [], total: 0 });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('close log', () => {
  it('shows an entry with the metrics at that time, and what closed it', async () => {
    await show();
    const row = screen.getByText('Moon 1').closest('tr') as HTMLElement;
    for (const text of ['Turned off', 'Rule “stop-loss 1”', '0.41', '$44.00']) expect(row.textContent).toContain(text);
    const other = screen.getByText('Moon 4').closest('tr') as HTMLElement;
    expect(other.textContent).toContain('Platform');
  });

  it('requests the last seven days for chart and entries, unless an entry is named', async () => {
    await show();
    const request = logs.listCloses.mock.calls[0]?.[0];
    expect(request).toMatchObject({
      date_from: expect.stringMatching(/^\d{4}-/),
      date_to: expect.stringMatching(/^\d{4}-/),
      page_size: 50,
    });
    expect(logs.closeTrend.mock.calls[0]?.[0]).toEqual({ date_from: request.date_from, date_to: request.date_to, by: 'day' });
    cleanup();
    actor.stop();
    await show({ search: '?id=1' });
    expect(logs.listCloses.mock.calls.at(-1)?.[0]).toEqual({ id: 1, page_size: 50 });
  });

  it('filters entries and chart together', async () => {
    await show({ search: '?event=close&actor_type=rule' });
    expect(logs.listCloses.mock.calls[0]?.[0]).toMatchObject({ event: 'close', actor_type: ['rule'] });
    expect(logs.closeTrend.mock.calls[0]?.[0]).toMatchObject({ event: 'close', actor_type: ['rule'] });
  });

  it('filters by a rule that turned something on or off', async () => {
    logs.logRules.mockResolvedValue({ list: [{ id: 3, label: 'stop-loss 1', sub: 'Chen', status: 'enabled' }], total: 1 });
    await show({ search: '?rule_id=3' });
    expect(logs.listCloses.mock.calls[0]?.[0]).toMatchObject({ rule_id: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'More filters (1)' }));
    expect((await screen.findAllByText(/stop-loss 1/)).length).toBeGreaterThan(0);
    expect(logs.logRules.mock.calls[0]?.[0]).toEqual({ kind: 'close', ids: [3] });
  });

  it('reopens the chosen objects in one batch', async () => {
    entityCalls.setEntityStatuses.mockResolvedValue({ batch_id: 7 });
    batches.batchDetail.mockReturnValue(new Promise(() => undefined));
    await show();
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon 1/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon 2/ }));
    expect(screen.getByRole('checkbox', { name: /Moon 4/ })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Turn back on' }));
    const ask = await screen.findByRole('dialog');
    expect(ask.textContent).toContain('Rules leave an object alone for 6 hours');
    await userEvent.click(within(ask).getByRole('button', { name: 'Turn on 2' }));
    await waitFor(() =>
      expect(entityCalls.setEntityStatuses.mock.calls[0]?.[0]).toEqual({
        level: 'campaign',
        ids: [101, 102],
        to: 'ACTIVE',
        idempotency_key: expect.any(String),
      }),
    );
  });

  it('chooses all entries that match and can be reopened', async () => {
    const { list } = await logs.listCloses();
    logs.listCloses.mockResolvedValueOnce({ list, next_cursor: 'c1', total: 5, total_capped: false });
    await show();
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon 1/ }));
    logs.listCloses.mockResolvedValueOnce({ list: [entry(5)], next_cursor: null, total: 5, total_capped: false });
    await userEvent.click(screen.getByRole('button', { name: 'Select all that can be turned back on' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /Moon 5/ })).toHaveProperty('checked', true));
    expect(logs.listCloses.mock.lastCall?.[0]).toMatchObject({ cursor: 'c1' });
    expect(screen.getByRole('checkbox', { name: /Moon 4/ })).toHaveProperty('checked', false);
    expect(screen.queryByRole('button', { name: 'Select all that can be turned back on' })).toBeNull();
  });

  it('reopens objects of one level at a time', async () => {
    await show();
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon 1/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon 3/ }));
    expect(screen.getByRole('button', { name: 'Turn back on' })).toHaveProperty('disabled', true);
  });

  it('offers reopening only with the permission', async () => {
    await show({ actions: ['export'] });
    expect(screen.queryByRole('checkbox', { name: /Moon 1/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Turn back on/ })).toBeNull();
  });
});

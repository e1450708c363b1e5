// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { CampaignRow } from '#machines/parts/launches/entity-rows.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { Notices } from '#src/ui/overlay/notice-stack.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const launches = vi.hoisted(() => ({
  listCampaigns: vi.fn(),
  listAdGroups: vi.fn(),
  listAds: vi.fn(),
  entityDetail: vi.fn(),
  entityTrend: vi.fn(),
  entityEvents: vi.fn(),
  entitySchedules: vi.fn(),
  exportEntities: Object.assign(vi.fn(), { count: vi.fn() }),
}));
const entityCalls = vi.hoisted(() => ({
  setEntityStatuses: vi.fn(),
  archiveEntities: vi.fn(),
  removeEntities: vi.fn(),
  setBudgets: vi.fn(),
  previewBudgets: vi.fn(),
  setBids: vi.fn(),
  previewBids: vi.fn(),
  renameEntities: vi.fn(),
  previewNames: vi.fn(),
  transferCampaigns: vi.fn(),
  scheduleEntities: vi.fn(),
  cancelSchedule: vi.fn(),
}));
const copies = vi.hoisted(() => ({ copyEntities: vi.fn() }));
const batches = vi.hoisted(() => ({
  batchDetail: vi.fn(),
  batchOrder: vi.fn(),
  batchItems: vi.fn(),
  loadBatchResults: vi.fn(),
  pollBatches: vi.fn(),
  cancelBatch: vi.fn(),
  retryBatch: vi.fn(),
  resolveBatchItem: vi.fn(),
  exportBatchItems: vi.fn(),
}));
const nobody = vi.hoisted(() => async () => ({ list: [], total: 0 }));
vi.mock('#src/services/launches.service.ts', () => launches);
vi.mock('#src/services/ad-entities.service.ts', () => entityCalls);
vi.mock('#src/services/publish.service.ts', () => copies);
vi.mock('#src/services/batches.service.ts', () => batches);
vi.mock('#src/services/ad-accounts.service.ts', () => ({ simpleAdAccounts: nobody }));
vi.mock('#src/services/homepages.service.ts', () => ({ simpleHomepages: nobody }));
vi.mock('#src/services/pixels.service.ts', () => ({ simplePixels: nobody }));
vi.mock('#src/services/sites.service.ts', () => ({ simpleSites: nobody }));
vi.mock('#src/services/personal-accounts.service.ts', () => ({ simplePersonalAccounts: nobody }));
vi.mock('#src/services/dramas.service.ts', () => ({ simpleDramas: nobody }));
vi.mock('#src/services/products.service.ts', () => ({ simpleProducts: nobody }));
vi.mock('#src/services/materials.service.ts', () => ({ simpleMaterials: nobody }));
vi.mock('#src/services/schemes.service.ts', () => ({ simpleSchemes: nobody }));
vi.mock('#src/services/landing-pages.service.ts', () => ({ simpleLandings: nobody }));
vi.mock('#src/services/posts.service.ts', () => ({ simplePosts: nobody }));
vi.mock('#src/services/departments.service.ts', () => ({ departmentTree: nobody }));
vi.mock('#src/services/users.service.ts', () => ({
  simpleUsers: async () => ({ list: [{ id: 9, account: 'bea', name: 'Bea', department_name: 'A', status: 'enabled' }], total: 1 }),
}));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({}) }));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
vi.mock('#src/services/prefs.service.ts', () => ({
  loadTableView: async () => ({
    shown: ['effective_status', 'account', 'material', 'budget', 'spend', 'roi', 'roi_d0'],
    density: 'regular',
  }),
  saveTableView: async () => ({}),
}));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const campaign = (more: Partial<CampaignRow> = {}): CampaignRow => ({
  id: 5,
  version: 3,
  name: 'Moon US 01',
  biz: 'dj',
  channel: 'meta',
  account: { id: 2, label: 'Moon account', currency: 'USD', timezone_name: 'America/Los_Angeles' },
  content: { id: 3, label: 'She came back' },
  target_roi: 0.6,
  owner: { id: 8, label: 'Ada' },
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  status_cause: null,
  scheme: null,
  source: 'system',
  closed_by: null,
  closed_at: null,
  closer: null,
  issue: null,
  sync_state: 'synced',
  locked_by_batch: null,
  rule_shield_until: null,
  created_at: '2026-11-18T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  can: ['status', 'budget', 'copy', 'schedule', 'rename', 'transfer', 'remove'],
  budget_mode: 'daily',
  daily_budget: 5000,
  lifetime_budget: null,
  spent_pct: 0.42,
  platform_campaign_id: '120300555566667777',
  objective: 'OUTCOME_SALES',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  start_at: '2026-11-18T08:00:00Z',
  stop_at: null,
  groups: 2,
  ads: 10,
  m: { spend: 2100, impressions: 1000, roi_d0: 0.71, revenue: 300 },
  running: true,
  ...more,
});

const ad = {
  ...campaign({ id: 6, name: 'Moon ad', biz: 'ec' }),
  post: null,
  cover_url: null,
  homepage: null,
  landing: null,
  landing_url: null,
  campaign: { id: 5, label: 'Moon US 01' },
  group: { id: 55, label: 'Moon group' },
  material: { id: 11, label: 'Cut 11' },
  pixel: null,
  review: 'approved',
  review_feedback: null,
};

/** The preview of one object. */
const preview = (id: number, before: number, after: number | null, more: object = {}) => ({
  id,
  label: `Moon US 0${id}`,
  currency: 'USD',
  kind: 'daily_budget',
  before,
  after,
  learning_resets: false,
  changes_left: 3,
  retry_at: null,
  ...more,
});

const answer = (...list: object[]) => ({
  list,
  total: list.length,
  page: 1,
  page_size: 20,
  totals: { m: { spend: 2100 } },
  as_of: '2026-11-20T08:00:00Z',
  provisional_from: '2026-11-19',
});
const ended = (status = 'succeeded') => ({
  id: 7,
  type: 'status',
  status,
  total: 1,
  done: 1,
  ok: 1,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
  can: [],
  summary: { zh: '', en: 'Close' },
  created_at: '2026-11-20T08:00:00Z',
  started_at: '2026-11-20T08:00:00Z',
  finished_at: '2026-11-20T08:00:01Z',
});
const item = (status: string, text: string | null = null) => ({
  list: [
    {
      id: 71,
      seq: 1,
      target_type: 'campaign',
      target_id: 5,
      label: 'Moon US 01',
      status,
      text,
      attempt: 1,
      finished_at: '2026-11-20T08:00:01Z',
      account: null,
      undone: false,
      retryable: false,
      resolvable: false,
    },
  ],
  total: 1,
});

let actor: AnyActorRef;

/** The current address. */
function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="where">{pathname + search}</output>;
}

const toPages = (paths: readonly string[]) => paths.map((path) => ({ path, title: path, titleEn: path }));
const ALL = ['status', 'budget', 'copy', 'remove', 'export', 'publish'];

async function show({ search = '', actions = ALL, isAdmin = 0, isLeader = false, paths = [''] } = {}) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 8, account: 'opt_01', isAdmin, isLeader, actions, name: 'Ada', pages: toPages(paths) }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
          <Address />
          <Notices />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  const lists = [launches.listCampaigns, launches.listAdGroups, launches.listAds];
  await waitFor(() => expect(lists.flatMap(({ mock }) => mock.calls).length).toBeGreaterThan(0));
}

beforeAll(() => Promise.all([import('#src/parts/launches/launch-batch-dialog.tsx'), import('#src/parts/launches/entity-drawer.tsx')]));

beforeEach(() => {
  for (const call of [...Object.values(launches), ...Object.values(entityCalls), ...Object.values(copies), ...Object.values(batches)])
    call.mockReset();
  launches.listCampaigns.mockResolvedValue(answer(campaign()));
  launches.listAdGroups.mockResolvedValue(answer());
  batches.batchDetail.mockResolvedValue(ended());
  batches.batchItems.mockResolvedValue(item('succeeded'));
  batches.loadBatchResults.mockResolvedValue({ list: [], total: 0 });
  entityCalls.setEntityStatuses.mockResolvedValue({ batch_id: 7, ...ended() });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

const dialog = () => screen.findByRole('dialog');

describe('launches', () => {
  it('requests the current day of each account, unless the address has days', async () => {
    await show({ search: '?view=losing&ad_account_id=2' });
    expect(launches.listCampaigns.mock.calls[0]?.[0]).toMatchObject({ view: 'losing', ad_account_id: [2], date_mode: 'account_today' });
    cleanup();
    actor.stop();
    await show({ search: '?date_from=2026-11-01&date_to=2026-11-07' });
    const request = launches.listCampaigns.mock.calls.at(-1)?.[0];
    expect(request).toMatchObject({ date_from: '2026-11-01', date_to: '2026-11-07' });
    expect(request).not.toHaveProperty('date_mode');
  });

  it('shows a campaign with its metrics, and the totals', async () => {
    await show();
    const row = (await screen.findByText('Moon US 01')).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('Delivering');
    expect(row.textContent).toContain('$50.00');
    expect(row.textContent).toContain('0.71~');
    const totals = screen.getByText('Total').closest('tr') as HTMLElement;
    expect(totals.textContent).toContain('$21.00');
    expect(screen.queryByText('Deleted, not listed')).toBeNull();
  });

  it('shows the metrics of deleted campaigns beside the totals', async () => {
    const found = answer(campaign());
    launches.listCampaigns.mockResolvedValue({ ...found, totals: { ...found.totals, deleted: { m: { spend: 1999 } } } });
    await show();
    const deleted = (await screen.findByText('Deleted or transferred, not listed')).closest('tr') as HTMLElement;
    expect(deleted.textContent).toContain('$19.99');
    expect(deleted.previousElementSibling?.textContent).toContain('$21.00');
  });

  it('filters by a quick view; administrators have one more', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Nobody’s' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Losing today' }));
    await waitFor(() => expect(launches.listCampaigns.mock.calls.at(-1)?.[0]).toMatchObject({ view: 'losing' }));
  });

  it('shows a close at once, and keeps it when it succeeds', async () => {
    let answerLater: (batch: object) => void = () => undefined;
    entityCalls.setEntityStatuses.mockReturnValue(new Promise((resolve) => (answerLater = resolve)));
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Turn off Moon US 01' }));
    const switchElement = await screen.findByRole('switch', { name: 'Turn on Moon US 01' });
    expect(switchElement.getAttribute('aria-checked')).toBe('false');
    expect(entityCalls.setEntityStatuses.mock.calls[0]?.[0]).toEqual({
      level: 'campaign',
      to: 'PAUSED',
      ids: [5],
      idempotency_key: expect.any(String),
    });
    answerLater({ batch_id: 7, ...ended() });
    await waitFor(() => expect(launches.listCampaigns).toHaveBeenCalledTimes(2));
    expect(screen.getByRole('switch', { name: 'Turn on Moon US 01' })).toBeTruthy();
  });

  it('reverts a refused switch, and explains why', async () => {
    batches.batchItems.mockResolvedValue(item('failed', 'the account cannot deliver'));
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Turn off Moon US 01' }));
    expect(await screen.findByText('Moon US 01: the account cannot deliver')).toBeTruthy();
    expect(await screen.findByRole('switch', { name: 'Turn off Moon US 01' })).toBeTruthy();
  });

  it('asks before it reopens what a rule closed', async () => {
    const closed = campaign({
      status: 'PAUSED',
      effective_status: 'PAUSED',
      closed_by: 'rule',
      closed_at: '2026-11-20T02:32:00Z',
      closer: 'stop-loss 1',
    });
    launches.listCampaigns.mockResolvedValue(answer(closed));
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Turn on Moon US 01' }));
    const question = await dialog();
    expect(question.textContent).toContain('“stop-loss 1” at 2026-11-20 10:32');
    expect(entityCalls.setEntityStatuses).not.toHaveBeenCalled();
    await userEvent.click(within(question).getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(entityCalls.setEntityStatuses.mock.calls[0]?.[0]).toMatchObject({ to: 'ACTIVE' }));
  });

  it('colours both ROI against the target of the content', async () => {
    launches.listCampaigns.mockResolvedValue(answer(campaign({ m: { spend: 2100, roi: 0.9, roi_d0: 0.41 } })));
    await show();
    expect((await screen.findByText(/^0\.90/)).className).toBe('ads-metric-met');
    expect(screen.getByText(/^0\.41/).className).toBe('ads-metric-missed');
  });

  it('links the creative of an ad to the page that lists it', async () => {
    launches.listAds.mockResolvedValue(answer(ad));
    await show({ search: '?tab=ad', paths: ['/advertising/upload-ec'] });
    expect((await screen.findByRole('link', { name: 'Cut 11' })).getAttribute('href')).toBe('/advertising/upload-ec?keyword=Cut+11');
  });

  it('names the creative of an ad where its page may not be opened', async () => {
    launches.listAds.mockResolvedValue(answer(ad));
    await show({ search: '?tab=ad' });
    expect(await screen.findByText('Cut 11')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Cut 11' })).toBeNull();
  });

  it('explains why a switch is locked', async () => {
    const blocked = campaign({ status: 'PAUSED', effective_status: 'ACCOUNT_BLOCKED', status_cause: 'disabled: payment risk', can: [] });
    launches.listCampaigns.mockResolvedValue(answer(blocked));
    await show();
    const fixed = await screen.findByRole('switch', { name: 'Turn on Moon US 01' });
    expect(fixed.getAttribute('aria-disabled')).toBe('true');
    const hint = document.getElementById(fixed.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('disabled: payment risk');
  });

  it('edits a budget in place, warns that learning restarts, and shows a refusal at the field', async () => {
    entityCalls.setBudgets.mockResolvedValue({ batch_id: 7 });
    batches.batchItems.mockResolvedValueOnce(item('failed', 'changed 4 times, again at 11:20')).mockResolvedValue(item('succeeded'));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Change budget of Moon US 01 to $50.00' }));
    const panel = await dialog();
    const field = within(panel).getByRole('textbox', { name: /Daily budget/ });
    await userEvent.clear(field);
    await userEvent.type(field, '61');
    expect(panel.textContent).toContain('restarts the learning phase');
    await userEvent.click(within(panel).getByRole('button', { name: 'Change' }));
    expect(await within(panel).findByText('changed 4 times, again at 11:20')).toBeTruthy();
    expect(entityCalls.setBudgets.mock.calls[0]?.[0]).toEqual({
      level: 'campaign',
      ids: [5],
      mode: 'set',
      value: 6100,
      seen: [{ id: 5, amount: 5000 }],
      idempotency_key: expect.any(String),
    });
    await userEvent.clear(field);
    await userEvent.type(field, '55');
    await userEvent.click(within(panel).getByRole('button', { name: 'Change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(launches.listCampaigns).toHaveBeenCalledTimes(2);
  });

  it('asks before a budget is doubled, naming both amounts', async () => {
    entityCalls.setBudgets.mockResolvedValue({ batch_id: 7 });
    batches.batchItems.mockResolvedValue(item('succeeded'));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Change budget of Moon US 01 to $50.00' }));
    const panel = await dialog();
    const field = within(panel).getByRole('textbox', { name: /Daily budget/ });
    await userEvent.clear(field);
    await userEvent.type(field, '125{Enter}');
    expect((await within(panel).findByText(/Change from \$50\.00 to \$125\.00, 250% of the current amount/)).textContent).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Edit amount');
    expect(entityCalls.setBudgets).not.toHaveBeenCalled();
    await userEvent.click(within(panel).getByRole('button', { name: 'Edit amount' }));
    expect(within(panel).queryByText(/Change from \$50\.00/)).toBeNull();
    await userEvent.click(within(panel).getByRole('button', { name: 'Change' }));
    await userEvent.click(await within(panel).findByRole('button', { name: 'Change to $125.00' }));
    await waitFor(() => expect(entityCalls.setBudgets.mock.calls[0]?.[0]).toMatchObject({ value: 12_500 }));
  });

  it('shows a concurrent budget change, and overwrites it only on request', async () => {
    const changed = [{ id: 5, label: 'Moon US 01', currency: 'USD', amount: 5500, by: 'Bea', at: '2026-11-20T08:00:00Z' }];
    entityCalls.setBudgets
      .mockRejectedValueOnce(new ApiError('changed', 409, { reason: 'AMOUNT_CHANGED', changed }))
      .mockResolvedValue({ batch_id: 7 });
    batches.batchItems.mockResolvedValue(item('succeeded'));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Change budget of Moon US 01 to $50.00' }));
    const panel = await dialog();
    const field = within(panel).getByRole<HTMLInputElement>('textbox', { name: /Daily budget/ });
    await userEvent.clear(field);
    await userEvent.type(field, '52{Enter}');
    expect(await within(panel).findByText(/^Bea changed it to \$55\.00 at 2026-11-20/)).toBeTruthy();
    await userEvent.click(within(panel).getByRole('button', { name: 'Change to $52.00' }));
    await waitFor(() =>
      expect(entityCalls.setBudgets.mock.calls.map(([{ value, seen }]) => [value, seen])).toEqual([
        [5200, [{ id: 5, amount: 5000 }]],
        [5200, [{ id: 5, amount: 5500 }]],
      ]),
    );
  });

  it('overwrites a concurrent change even with the original amount, and asks about a large step', async () => {
    const changed = [{ id: 5, label: 'Moon US 01', currency: 'USD', amount: 20_000, by: 'Bea', at: '2026-11-20T08:00:00Z' }];
    entityCalls.setBudgets
      .mockRejectedValueOnce(new ApiError('changed', 409, { reason: 'AMOUNT_CHANGED', changed }))
      .mockResolvedValue({ batch_id: 7 });
    batches.batchItems.mockResolvedValue(item('succeeded'));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Change budget of Moon US 01 to $50.00' }));
    const panel = await dialog();
    await userEvent.type(within(panel).getByRole('textbox', { name: /Daily budget/ }), '{Enter}');
    expect(await within(panel).findByText('Current $200.00')).toBeTruthy();
    await userEvent.click(within(panel).getByRole('button', { name: 'Change to $50.00' }));
    expect(await within(panel).findByText('Change from $200.00 to $50.00, 25% of the current amount?')).toBeTruthy();
    await userEvent.click(within(panel).getByRole('button', { name: 'Change to $50.00' }));
    await waitFor(() =>
      expect(entityCalls.setBudgets.mock.calls.map(([{ value, seen }]) => [value, seen])).toEqual([
        [5000, [{ id: 5, amount: 5000 }]],
        [5000, [{ id: 5, amount: 20_000 }]],
      ]),
    );
  });

  it('applies large changes of many budgets only once they are confirmed', async () => {
    entityCalls.previewBudgets.mockResolvedValue({ list: [preview(5, 1000, 12_500), preview(6, 12_000, 12_500)] });
    entityCalls.setBudgets.mockResolvedValue({ batch_id: 7, ...ended() });
    launches.listCampaigns.mockResolvedValue(answer(campaign(), campaign({ id: 6, name: 'Moon US 02' })));
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Moon US 01/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon US 02/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Change budget' }));
    const ask = await dialog();
    await userEvent.type(within(ask).getByRole('textbox', { name: /Amount/ }), '125');
    expect(await within(ask).findByText('1 amount will at least double or halve', {}, { timeout: 3000 })).toBeTruthy();
    expect(within(ask).getByText('Moon US 05: $10.00 → $125.00')).toBeTruthy();
    await userEvent.click(within(ask).getByRole('button', { name: 'Change 2 budgets' }));
    expect(await within(ask).findByText('Check the amounts and tick the box first')).toBeTruthy();
    expect(document.activeElement).toBe(within(ask).getByRole('checkbox', { name: 'The amounts are correct. Change them' }));
    expect(entityCalls.setBudgets).not.toHaveBeenCalled();
    await userEvent.click(within(ask).getByRole('checkbox', { name: 'The amounts are correct. Change them' }));
    await userEvent.click(within(ask).getByRole('button', { name: 'Change 2 budgets' }));
    await waitFor(() =>
      expect(entityCalls.setBudgets.mock.calls[0]?.[0]).toMatchObject({
        value: 12_500,
        seen: [
          { id: 5, amount: 1000 },
          { id: 6, amount: 12_000 },
        ],
      }),
    );
  });

  it('does nothing when every object would be refused', async () => {
    entityCalls.previewBudgets.mockResolvedValue({
      list: [preview(5, 1000, null, { refused: 'BUDGET_TOO_LOW', text: 'At least 1.00 USD' })],
    });
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Moon US 01/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Change budget' }));
    const ask = await dialog();
    await userEvent.type(within(ask).getByRole('textbox', { name: /Amount/ }), '0.5');
    expect(await within(ask).findByText('At least 1.00 USD', {}, { timeout: 3000 })).toBeTruthy();
    expect(within(ask).getByRole<HTMLButtonElement>('button', { name: 'Change 1 budget' }).disabled).toBe(true);
  });

  it('accepts no fraction of a yen', async () => {
    const yen = campaign({ account: { id: 2, label: 'Tokyo', currency: 'JPY', timezone_name: 'Asia/Tokyo' }, daily_budget: 3000 });
    launches.listCampaigns.mockResolvedValue(answer(yen));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /Change budget of Moon US 01/ }));
    const panel = await dialog();
    const field = within(panel).getByRole('textbox', { name: /Daily budget/ });
    await userEvent.clear(field);
    await userEvent.type(field, '3000.5');
    await userEvent.click(within(panel).getByRole('button', { name: 'Change' }));
    expect(await within(panel).findByRole('alert')).toBeTruthy();
    expect(entityCalls.setBudgets).not.toHaveBeenCalled();
  });

  it('shows old and new budgets of every object before the change', async () => {
    const rows = [
      {
        id: 5,
        label: 'Moon US 01',
        currency: 'USD',
        kind: 'daily_budget',
        before: 5000,
        after: 6000,
        learning_resets: false,
        changes_left: 3,
        retry_at: null,
      },
      {
        id: 6,
        label: 'Moon US 02',
        currency: 'USD',
        kind: null,
        before: null,
        after: null,
        learning_resets: false,
        changes_left: null,
        retry_at: null,
        refused: 'BUDGET_LEVEL_MISMATCH',
        text: 'The budget is on its groups',
      },
    ];
    entityCalls.previewBudgets.mockResolvedValue({ list: rows });
    launches.listCampaigns.mockResolvedValue(answer(campaign(), campaign({ id: 6, name: 'Moon US 02' })));
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Moon US 01/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon US 02/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Change budget' }));
    const ask = await dialog();
    await userEvent.click(within(ask).getByRole('radio', { name: 'Increase by %' }));
    await userEvent.type(within(ask).getByRole('textbox', { name: /Percent/ }), '20');
    expect(await within(ask).findByText('The budget is on its groups', {}, { timeout: 3000 })).toBeTruthy();
    expect(within(ask).getByText('$60.00')).toBeTruthy();
    expect(entityCalls.previewBudgets.mock.calls.at(-1)?.[0]).toMatchObject({
      level: 'campaign',
      ids: [5, 6],
      mode: 'inc_pct',
      value: 20,
      dry_run: true,
    });
    entityCalls.setBudgets.mockResolvedValue({ batch_id: 7, ...ended('partial') });
    await userEvent.click(within(ask).getByRole('button', { name: 'Change 2 budgets' }));
    await waitFor(() => expect(entityCalls.setBudgets.mock.calls[0]?.[0]).toMatchObject({ ids: [5, 6], mode: 'inc_pct', value: 20 }));
    expect(entityCalls.setBudgets.mock.calls[0]?.[0]).not.toHaveProperty('dry_run');
  });

  it('offers amounts only when all chosen objects share a currency', async () => {
    const yen = campaign({ id: 6, name: 'Tokyo', account: { id: 3, label: 'Tokyo', currency: 'JPY', timezone_name: 'Asia/Tokyo' } });
    launches.listCampaigns.mockResolvedValue(answer(campaign(), yen));
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Moon US 01/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Tokyo/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Change budget' }));
    const ask = await dialog();
    expect(within(ask).getByRole('radio', { name: /Set to/ })).toHaveProperty('disabled', true);
    expect(within(ask).getByRole('radio', { name: 'Increase by %' })).toHaveProperty('checked', true);
  });

  it('deletes only with a reason and the number typed', async () => {
    entityCalls.removeEntities.mockResolvedValue({ batch_id: 7, ...ended() });
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Moon US 01/ }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const ask = await screen.findByRole('alertdialog');
    await userEvent.click(within(ask).getByRole('switch', { name: 'Running objects' }));
    await userEvent.type(within(ask).getByRole('textbox', { name: /Reason/ }), 'wrong drama');
    await userEvent.click(within(ask).getByRole('button', { name: 'Delete 1' }));
    expect(entityCalls.removeEntities).not.toHaveBeenCalled();
    await userEvent.type(within(ask).getByPlaceholderText('1'), '1');
    await userEvent.click(within(ask).getByRole('button', { name: 'Delete 1' }));
    await waitFor(() =>
      expect(entityCalls.removeEntities.mock.calls[0]?.[0]).toEqual({
        level: 'campaign',
        ids: [5],
        force: true,
        reason: 'wrong drama',
        idempotency_key: expect.any(String),
      }),
    );
  });

  it('schedules in the timezone of the account, and shows the time of the user', async () => {
    entityCalls.scheduleEntities.mockResolvedValue({ batch_id: 7, ...ended() });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /Moon US 01.*more|More.*Moon US 01/i }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Schedule' }));
    const ask = await dialog();
    await userEvent.type(within(ask).getByRole('textbox', { name: /Run at/ }), '2026-12-01 08:30');
    expect(ask.textContent).toContain('America/Los_Angeles');
    expect(ask.textContent).toContain('2026-12-02 00:30 in Asia/Shanghai');
    await userEvent.click(within(ask).getByRole('radio', { name: 'Every day' }));
    await userEvent.click(within(ask).getByRole('button', { name: 'Schedule 1' }));
    await waitFor(() =>
      expect(entityCalls.scheduleEntities.mock.calls[0]?.[0]).toEqual({
        level: 'campaign',
        ids: [5],
        action: 'pause',
        run_at: '2026-12-01T16:30:00.000Z',
        repeat: 'daily',
        idempotency_key: expect.any(String),
      }),
    );
  });

  it('previews new names', async () => {
    entityCalls.previewNames.mockResolvedValue({ list: [{ id: 5, label: 'Moon US 01', before: 'Moon US 01', after: 'Moon UK 01' }] });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /Moon US 01.*more|More.*Moon US 01/i }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const ask = await dialog();
    await userEvent.type(within(ask).getByRole('textbox', { name: /Find/ }), 'US');
    await userEvent.type(within(ask).getByRole('textbox', { name: /Replace with/ }), 'UK');
    expect(await within(ask).findByText('Moon UK 01', {}, { timeout: 3000 })).toBeTruthy();
    expect(entityCalls.previewNames.mock.calls.at(-1)?.[0]).toMatchObject({ ids: [5], find: 'US', replace: 'UK', dry_run: true });
  });

  it('copies all matches of the filters with the number the user saw', async () => {
    copies.copyEntities.mockImplementation(async ({ dry_run }) =>
      dry_run ? { preview: { list: [], ads: 2 } } : { batch_id: 7, ...ended() },
    );
    launches.listCampaigns.mockResolvedValue({ ...answer(campaign(), campaign({ id: 6, name: 'Moon US 02' })), total: 2 });
    await show({ search: '?view=running' });
    await userEvent.click(await screen.findByRole('checkbox', { name: /Moon US 01/ }));
    actor.getSnapshot().children.campaign.getSnapshot().children.list.send({ type: 'list.allMatchingChosen' });
    await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
    await userEvent.click(within(await dialog()).getByRole('button', { name: /^Copy 2/ }));
    const order = () => copies.copyEntities.mock.calls.map(([request]) => request).find(({ dry_run }) => !dry_run);
    await waitFor(() => expect(order()).toMatchObject({ level: 'campaign', filter: { view: 'running' }, expected_total: 2, times: 1 }));
    expect(order()).not.toHaveProperty('ids');
  });

  it('transfers only for leaders, with a new owner and a reason', async () => {
    entityCalls.transferCampaigns.mockResolvedValue({ batch_id: 7, ...ended() });
    await show({ isLeader: true });
    await userEvent.click(await screen.findByRole('button', { name: /Moon US 01.*more|More.*Moon US 01/i }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Transfer' }));
    const ask = await dialog();
    await userEvent.click(within(ask).getByRole('combobox', { name: /New owner/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Bea/ }));
    await userEvent.click(within(ask).getByRole('button', { name: 'Transfer 1' }));
    expect(entityCalls.transferCampaigns).not.toHaveBeenCalled();
    await userEvent.type(within(ask).getByRole('textbox', { name: /Reason/ }), 'on leave');
    await userEvent.click(within(ask).getByRole('button', { name: 'Transfer 1' }));
    await waitFor(() =>
      expect(entityCalls.transferCampaigns.mock.calls[0]?.[0]).toMatchObject({ ids: [5], user_id: 9, reason: 'on leave' }),
    );
  });

  it('filters by a metric in display units', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: /More filters/ }));
    await userEvent.click(screen.getByRole('button', { name: /Metric range/ }));
    const panel = await dialog();
    await userEvent.type(within(panel).getByRole('textbox', { name: 'At least' }), '20');
    await userEvent.click(within(panel).getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(launches.listCampaigns.mock.calls.at(-1)?.[0]).toMatchObject({ metric_range: [{ metric: 'spend', min: 2000 }] }),
    );
    expect(screen.getByText('Metric range: Spend ≥ 20')).toBeTruthy();
  });

  it('links from chosen campaigns to their ad groups', async () => {
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Moon US 01/ }));
    await userEvent.click(screen.getByRole('button', { name: 'View ad sets of the selection' }));
    expect(screen.getByRole('status', { name: 'where' }).textContent).toBe('/advertising/start?tab=group&campaign_id=5');
  });

  it('leads from a campaign to its orders of the current day of each account', async () => {
    await show({ paths: ['', '/analyse/material'] });
    await userEvent.click(await screen.findByRole('button', { name: /More.*Moon US 01/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Orders' }));
    expect(screen.getByRole('status', { name: 'where' }).textContent).toBe('/analyse/material?date_mode=account_today&campaign_id=5');
  });

  it('offers only what the permissions of the user allow', async () => {
    await show({ actions: ['export'] });
    const fixed = await screen.findByRole('switch', { name: 'Turn off Moon US 01' });
    expect(fixed.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: /Change budget/ })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon US 01/ }));
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
  });

  it('opens the details of a campaign, and cancels a scheduled action', async () => {
    launches.entityDetail.mockResolvedValue({ level: 'campaign', campaign: campaign(), children: [], source_copy: null, batch_id: null });
    const waiting = {
      id: 9,
      action: 'pause',
      value: null,
      run_at: '2026-11-21T08:00:00Z',
      repeat: 'daily',
      status: 'waiting',
      user: { id: 8, label: 'Ada' },
      last_run_at: null,
      last_error: null,
      created_at: '2026-11-20T08:00:00Z',
      can: ['cancel'],
    };
    launches.entitySchedules.mockResolvedValue({ list: [waiting] });
    entityCalls.cancelSchedule.mockResolvedValue({ id: 9, status: 'canceled' });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Moon US 01' }));
    const drawer = await dialog();
    expect(await within(drawer).findByText('120300555566667777')).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('tab', { name: 'Scheduled' }));
    expect(await within(drawer).findByText('2026-11-21 00:00')).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Cancel task' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel scheduled task?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel task' }));
    await waitFor(() => expect(entityCalls.cancelSchedule.mock.calls[0]?.[0]).toMatchObject({ id: 9 }));
    await waitFor(() => expect(launches.entitySchedules).toHaveBeenCalledTimes(2));
    expect(noticeBoard.read()).toMatchObject([{ kind: 'toast', tone: 'success', content: 'Cancel task “Turn off”: done' }]);
  });

  describe('earlier batch', () => {
    const again = {
      action: 'budget',
      level: 'campaign',
      ids: [5, 6],
      currency: 'USD',
      timezone_name: 'America/Los_Angeles',
      values: { mode: 'set', value: 6000 },
    };

    it('is prefilled and previewed, and ordered again only on confirmation', async () => {
      batches.batchOrder.mockResolvedValue({ again });
      entityCalls.previewBudgets.mockResolvedValue({ list: [preview(5, 5000, 6000), preview(6, 5500, 6000)] });
      entityCalls.setBudgets.mockResolvedValue({ batch_id: 7, ...ended() });
      await show({ search: '?again=17' });
      const ask = await dialog();
      expect(batches.batchOrder.mock.calls[0]?.[0]).toEqual({ batch_id: 17 });
      expect((within(ask).getByRole('textbox', { name: /Amount/ }) as HTMLInputElement).value).toBe('60');
      await waitFor(
        () => expect(entityCalls.previewBudgets.mock.calls.at(-1)?.[0]).toMatchObject({ ids: [5, 6], value: 6000, dry_run: true }),
        {
          timeout: 3000,
        },
      );
      expect(screen.getByText('2 selected')).toBeTruthy();
      expect(entityCalls.setBudgets).not.toHaveBeenCalled();
      await within(ask).findAllByText('$60.00');
      await userEvent.click(within(ask).getByRole('button', { name: 'Change 2 budgets' }));
      await waitFor(() =>
        expect(entityCalls.setBudgets.mock.calls[0]?.[0]).toMatchObject({ level: 'campaign', ids: [5, 6], mode: 'set', value: 6000 }),
      );
    });

    it('shows when it no longer exists', async () => {
      batches.batchOrder.mockResolvedValue({ again: null });
      await show({ search: '?again=17' });
      expect((await screen.findByRole('alert')).textContent).toContain('Batch 17 cannot be run again');
      expect(screen.queryByRole('dialog')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it('is requested again when the server did not answer', async () => {
      batches.batchOrder
        .mockRejectedValueOnce(new Error('no answer'))
        .mockResolvedValue({ again: { ...again, action: 'close', values: {} } });
      await show({ search: '?again=17' });
      await userEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Retry' }));
      expect((await dialog()).textContent).toContain('Turn off campaigns');
      expect(entityCalls.setEntityStatuses).not.toHaveBeenCalled();
    });
  });
});

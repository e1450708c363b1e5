// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page as campaignPage } from './campaign.ts';
import { page as detailsPage } from './details.ts';
import { page as groupPage } from './group.ts';

const calls = vi.hoisted(() => ({
  listAdminEntities: vi.fn(),
  exportAdminEntitiesOf: vi.fn(() => Object.assign(vi.fn(), { count: vi.fn() })),
  closeAdminEntities: vi.fn(),
  trendAdminEntities: vi.fn(),
  searchAdminEntities: vi.fn(),
  adminEntityDetail: vi.fn(),
  adminEntityCohort: vi.fn(),
  adminEntityEvents: vi.fn(),
  adminEntityOrders: vi.fn(),
  adminEntityPixelEvents: vi.fn(),
  adminEntityRaw: vi.fn(),
}));
const batches = vi.hoisted(() => ({ batchDetail: vi.fn(), batchItems: vi.fn(), loadBatchResults: vi.fn(), pollBatches: vi.fn() }));
vi.mock('#src/services/admin-entities.service.ts', () => calls);
vi.mock('#src/services/batches.service.ts', async (original) => ({ ...(await original<object>()), ...batches }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({}) }));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
vi.mock('#src/services/prefs.service.ts', () => ({
  loadTableView: async () => ({ shown: ['name', 'effective_status', 'department', 'owner', 'spend'], density: 'regular' }),
  saveTableView: async () => ({}),
}));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const row = (id: number, more: object = {}) => ({
  id,
  version: 1,
  name: `Moon ${id}`,
  biz: 'dj',
  channel: 'meta',
  account: { id: 2, label: 'Moon US', currency: 'USD', timezone_name: 'UTC' },
  content: null,
  target_roi: null,
  owner: { id: 8, label: 'Ada' },
  department: { id: 4, label: 'Unit A' },
  personal_account: { id: 5, label: 'Grace' },
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
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  can: [],
  objective: 'OUTCOME_SALES',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  budget_mode: 'daily',
  daily_budget: 5_000,
  lifetime_budget: null,
  spent_pct: 0.5,
  m: { spend: 12_345 },
  ...more,
});

const answer = (list: object[], total = list.length) => ({
  list,
  total,
  page: 1,
  page_size: 20,
  totals: { m: { spend: 20_000 } },
  as_of: '2026-11-20T08:00:00Z',
  provisional_from: '2026-11-18',
  warnings: [{ kind: 'stale_account', text: 'Accounts are behind', refs: [{ id: 2, label: 'Moon US' }] }],
});

let actor: AnyActorRef;
const Here = () => {
  const { pathname, search } = useLocation();
  return <p data-testid="here">{`${pathname}${search}`}</p>;
};

function show({ machine, View, messages }: typeof campaignPage | typeof groupPage | typeof detailsPage, search = '') {
  actor = createActor(machine, { input: { search } }).start();
  const Shown = View as React.ComponentType<{ page: never }>;
  renderUi(
    <MemoryRouter>
      <Here />
      <ViewerProvider viewer={{ id: 1, account: 'super', isAdmin: 9, isLeader: false, actions: ['export'], name: '', pages: [] } as never}>
        <FeatureTexts messages={messages}>
          <Shown page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

const place = () => screen.getByTestId('here').textContent;
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;

beforeEach(() => {
  for (const call of [...Object.values(calls), ...Object.values(batches)]) call.mockReset();
  calls.listAdminEntities.mockResolvedValue(
    answer([
      row(1),
      row(2, { status: 'PAUSED', effective_status: 'PAUSED', owner: null, department: null }),
      row(3, { status: 'DELETED', effective_status: 'DELETED' }),
    ]),
  );
  calls.trendAdminEntities.mockResolvedValue({ x: [], series: [], as_of: '2026-11-20T08:00:00Z', provisional_from: '2026-11-18' });
  batches.loadBatchResults.mockResolvedValue({ list: [], total: 0 });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('campaigns of the company', () => {
  it('show people, totals in US dollars and accounts that are behind, over the last seven days', async () => {
    show(campaignPage);
    const first = await rowOf('Moon 1');
    for (const text of ['Unit A', 'Ada', '$123.45']) expect(first.textContent).toContain(text);
    expect(screen.getByText('$200.00')).toBeTruthy();
    expect(screen.getByText('Accounts are behind')).toBeTruthy();
    expect(calls.listAdminEntities.mock.calls[0]?.[0]).toMatchObject({ level: 'campaign', date_from: expect.any(String), page_size: 20 });
  });

  it('are divided into the largest of them in the chart', async () => {
    show(campaignPage, '?date_from=2026-11-01&date_to=2026-11-07&chart=spend');
    await rowOf('Moon 1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'By campaign' }));
    await waitFor(() =>
      expect(calls.trendAdminEntities.mock.calls.at(-1)?.[0]).toMatchObject({
        level: 'campaign',
        metrics: ['spend'],
        series_by: 'campaign',
      }),
    );
  });

  it('show the metrics of the days that are chosen in the chart, which still shows them all', async () => {
    show(campaignPage, '?date_from=2026-11-01&date_to=2026-11-07&only=2026-11-03');
    await rowOf('Moon 1');
    const [rows] = calls.listAdminEntities.mock.calls[0] ?? [];
    expect(rows).toMatchObject({ date_from: '2026-11-03', date_to: '2026-11-03' });
    expect(rows).not.toHaveProperty('only');
    await waitFor(() =>
      expect(calls.trendAdminEntities.mock.calls[0]?.[0]).toMatchObject({ date_from: '2026-11-01', date_to: '2026-11-07' }),
    );
    await userEvent.click(screen.getByRole('button', { name: /Only 2026-11-03/ }));
    await waitFor(() =>
      expect(calls.listAdminEntities.mock.calls.at(-1)?.[0]).toMatchObject({ date_from: '2026-11-01', date_to: '2026-11-07' }),
    );
  });

  it('lead to the ad groups of a campaign, with the days', async () => {
    show(campaignPage, '?date_from=2026-11-01&date_to=2026-11-07&keyword=moon');
    await userEvent.click(within(await rowOf('Moon 1')).getByRole('button', { name: 'Moon 1' }));
    expect(place()).toBe('/admin/advertising/group?date_from=2026-11-01&date_to=2026-11-07&campaign_id=1');
  });

  it('cannot be chosen once they are deleted', async () => {
    show(campaignPage);
    await rowOf('Moon 3');
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
    expect([
      box('Moon 1').disabled,
      screen.queryByRole('checkbox', { name: /Moon 3/, hidden: false })?.hasAttribute('disabled') ?? true,
    ]).toEqual([false, true]);
  });

  it('are turned off with a reason, and nothing else can be done with them', async () => {
    calls.closeAdminEntities.mockResolvedValue({
      batch_id: 7,
      status: 'succeeded',
      total: 1,
      done: 1,
      ok: 1,
      fail: 0,
      skip: 0,
      unknown: 0,
      canceled: 0,
    });
    show(campaignPage);
    await rowOf('Moon 1');
    expect(screen.queryByRole('switch')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /Moon 1/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Emergency turn-off' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off 1' }));
    expect(calls.closeAdminEntities).not.toHaveBeenCalled();
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Brand safety');
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off 1' }));
    await waitFor(() =>
      expect(calls.closeAdminEntities.mock.calls[0]?.[0]).toMatchObject({ level: 'campaign', ids: [1], reason: 'Brand safety' }),
    );
  });

  it('ask to narrow the filters beyond ten thousand rows', async () => {
    calls.listAdminEntities.mockResolvedValue(answer([], 50_000));
    show(campaignPage, '?page=501');
    expect(await screen.findByText(/Narrow the filters, or export them all/)).toBeTruthy();
  });

  it('stand above the ad groups in their path', async () => {
    calls.listAdminEntities.mockResolvedValue(
      answer([row(11, { campaign: { id: 1, label: 'Moon 1' }, countries: ['US'], bid_amount: null })]),
    );
    show(groupPage, '?campaign_id=1');
    await rowOf('Moon 11');
    const link = screen.getByRole('link', { name: /Campaign/ });
    expect([link.textContent, link.getAttribute('href')]).toEqual(['CampaignMoon 1', '/admin/advertising/campaign']);
    cleanup();
    show(groupPage, '');
    await rowOf('Moon 11');
    expect(screen.queryByRole('navigation', { name: 'You are here' })).toBeNull();
  });
});

const detail = (more: object = {}) => ({
  level: 'ad',
  ad: row(31, { campaign: { id: 1, label: 'Moon 1' }, group: { id: 11, label: 'Group' }, review_feedback: null, platform_ad_id: '123' }),
  children: [],
  source_copy: null,
  batch_id: 9,
  above: {
    campaign: row(1),
    ad_group: row(11, { budget_mode: null, countries: ['US'], targeting: { age_min: 25 }, bid_amount: null, pixel: null }),
  },
  department: { id: 4, label: 'Unit A' },
  personal_account: { id: 5, label: 'Grace' },
  ...more,
});

describe('the details of an ad', () => {
  beforeEach(() => {
    calls.adminEntityDetail.mockResolvedValue(detail());
    calls.adminEntityCohort.mockRejectedValue(new Error('no cohort'));
    calls.adminEntityOrders.mockResolvedValue({ list: [], total: 0 });
    calls.adminEntityEvents.mockResolvedValue({ list: [], next_cursor: null, total: 0, total_capped: false });
    calls.adminEntityPixelEvents.mockResolvedValue({ list: [], next_cursor: null, total: 0, total_capped: false });
    calls.adminEntityRaw.mockResolvedValue({
      body: { token: '***', name: 'Raw moon' },
      synced_at: '2026-11-20T08:00:00Z',
      is_missing: false,
    });
  });

  it('show every block, also when one of them fails', async () => {
    show(detailsPage, '?id=31');
    expect(await screen.findByText('no cohort')).toBeTruthy();
    expect(await screen.findByText(/Raw moon/)).toBeTruthy();
    expect(screen.getByText('Min. age')).toBeTruthy();
    expect(screen.getByText('No orders')).toBeTruthy();
    expect(calls.adminEntityDetail.mock.calls[0]?.[0]).toEqual({ level: 'ad', id: 31 });
  });

  it('are read only once the object is deleted', async () => {
    calls.adminEntityDetail.mockResolvedValue(detail({ ad: { ...detail().ad, status: 'DELETED', effective_status: 'DELETED' } }));
    show(detailsPage, '?id=31');
    expect((await screen.findAllByText('Deleted')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Emergency turn-off' })).toBeNull();
  });

  it('say when the platform no longer has the object', async () => {
    calls.adminEntityRaw.mockResolvedValue({ body: null, synced_at: null, is_missing: true });
    show(detailsPage, '?id=31');
    expect(await screen.findByText('The platform no longer has this object')).toBeTruthy();
  });

  it('are searched by number or name, and say when nothing was found', async () => {
    calls.searchAdminEntities.mockResolvedValueOnce({ list: [] }).mockResolvedValue({
      list: [
        {
          level: 'campaign',
          id: 5,
          name: 'Moon rise',
          platform_id: '120',
          effective_status: 'ACTIVE',
          account: { id: 2, label: 'Moon US' },
          owner: null,
        },
      ],
    });
    show(detailsPage);
    expect(screen.getByText('Search by a platform ID, our ID or a name')).toBeTruthy();
    const box = screen.getByRole('textbox', { name: /ID or name/ });
    await userEvent.type(box, 'mars{Enter}');
    expect(await screen.findByText(/Nothing found/)).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.type(box, 'moon{Enter}');
    const link = await screen.findByRole('link', { name: 'Moon rise' });
    expect(link.getAttribute('href')).toBe('/admin/advertising/details?level=campaign&id=5');
  });
});

// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor, SimulatedClock } from 'xstate';
import { SLOW_LOAD_MS } from '#machines/kernel/list/log.machine.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { storeUser } from '#src/platform/token-vault.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  listAllOrders: vi.fn(),
  summarizeAllOrders: vi.fn(),
  orderDetail: vi.fn(),
  exportAllOrders: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/admin-orders.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['order_no', 'status', 'amount', 'amount_usd', 'ad', 'user_key'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({}) }));

const order = (id: number, more: object = {}) => ({
  id,
  order_no: `A${id}`,
  external_no: null,
  biz: 'dj',
  site: { id: 1, label: 'Galaxy' },
  user_key: 'anna',
  status: 'paid',
  order_type: 'first',
  amount: 500,
  currency: 'EUR',
  amount_usd: 1000,
  fee_usd: 0,
  refund_usd: 0,
  pay_channel: 'stripe',
  country: 'DE',
  os: 'ios',
  ad: { id: 31, label: 'Moon ad' },
  campaign: null,
  account: null,
  owner: null,
  content: null,
  material: null,
  landing: null,
  attribution: 'click',
  cohort_date: '2026-11-20',
  day_n: 0,
  ordered_at: '2026-11-20T02:00:00Z',
  paid_at: '2026-11-20T02:01:00Z',
  refunded_at: null,
  stat_date: '2026-11-20',
  biz_date: '2026-11-20',
  capi_status: 'sent',
  ...more,
});

let actor: AnyActorRef;
let clock: SimulatedClock;
function show(search = '', pages: string[] = [], businessTimezone?: string) {
  clock = new SimulatedClock();
  actor = createActor(page.machine, { input: { search }, clock }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 1, account: 'super', isAdmin: 9, isLeader: false, actions: ['export'], name: '', pages: open }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
    'en',
    businessTimezone,
  );
  actor.send({ type: 'page.seen' });
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.listAllOrders.mockResolvedValue({
    list: [order(2), order(1, { status: 'refunded', ad: null })],
    next_cursor: null,
    total: 2,
    total_capped: false,
  });
  calls.summarizeAllOrders.mockResolvedValue({
    orders: 2,
    payers: 1,
    revenue_usd: 2000,
    fee_usd: 50,
    refund_usd: 1000,
    net_usd: 950,
  });
});

afterEach(() => {
  actor.stop();
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

describe('the list of all orders', () => {
  it('lists orders of the last seven days in their own currency, with sums in US dollars', async () => {
    show();
    const row = within((await screen.findByText('A2')).closest('tr') as HTMLElement);
    expect([row.getByText('€5.00'), row.getByText('$10.00')]).toHaveLength(2);
    expect(calls.listAllOrders.mock.calls[0]?.[0]).toMatchObject({ date_from: expect.any(String), page_size: 50 });
    expect(await screen.findByText('$9.50')).toBeTruthy();
  });

  it.each([
    ['business', '2026-11-20'],
    ['paid', '2026-11-21'],
  ])('ends the usual days by %s date at the right midnight', async (basis, today) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
    storeUser({ timezone: 'Asia/Shanghai', business_timezone: 'America/Los_Angeles' }, '');
    show(`?time_basis=${basis}`, [], 'America/Los_Angeles');
    expect(await screen.findByRole('button', { name: /Last 7 days/ })).toBeTruthy();
    await waitFor(() => expect(calls.summarizeAllOrders).toHaveBeenCalled());
    for (const call of [calls.listAllOrders, calls.summarizeAllOrders]) expect(call.mock.calls[0]?.[0]).toMatchObject({ date_to: today });
  });

  it('keeps the rows when the sums fail, and loads them again', async () => {
    calls.summarizeAllOrders.mockRejectedValueOnce(new Error('too slow')).mockRejectedValueOnce(new Error('too slow'));
    show();
    expect(await screen.findByText('A2')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(calls.summarizeAllOrders.mock.calls.length).toBeGreaterThan(1));
    expect(screen.getByText('A2')).toBeTruthy();
  });

  it('opens the details of an order, and lists all orders of its payer', async () => {
    calls.orderDetail.mockResolvedValue({
      order: order(2),
      timeline: [
        { kind: 'created', at: '2026-11-20T02:00:00Z', source: null, outcome: null },
        { kind: 'postback', at: '2026-11-20T02:02:00Z', source: 'server', outcome: 'duplicate' },
      ],
      chain: { channel: 'meta', group: { id: 5, label: 'Wide' }, scheme: null, pixel: null, creator: null, platform_ad_id: '123' },
      payer: { acquired_at: '2026-11-20T01:00:00Z', is_reacq: true, first_paid_at: '2026-11-20T02:01:00Z', orders: 2, total_usd: 2000 },
      history: [],
      raw: [{ key: 'user_key', value: 'ann••••xyz', masked: true }],
    });
    show();
    await userEvent.click((await screen.findByText('A2')).closest('tr') as HTMLElement);
    const drawer = within(await screen.findByRole('dialog', { name: 'Order A2' }));
    for (const text of ['Postback · Server', 'Duplicate', 'Wide', 'Re-acquired user', 'Masked'])
      expect(await drawer.findByText(text)).toBeTruthy();
    await userEvent.click(drawer.getByRole('button', { name: 'anna' }));
    await waitFor(() => expect(calls.listAllOrders.mock.calls.at(-1)?.[0]).toMatchObject({ keyword: 'anna' }));
    expect(calls.summarizeAllOrders.mock.calls.at(-1)?.[0]).toMatchObject({ keyword: 'anna' });
  });

  it('offers to cancel a load that takes long', async () => {
    show();
    await screen.findByText('A2');
    calls.listAllOrders.mockReturnValue(new Promise(() => undefined));
    actor.getSnapshot().children.list.send({ type: 'log.refreshRequested' });
    actor.getSnapshot().children.list.send({ type: 'log.filtersChosen', filters: { biz: 'ec' } });
    clock.increment(SLOW_LOAD_MS);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/Loading was canceled/)).toBeTruthy();
    expect(screen.getByText('A2')).toBeTruthy();
  });

  it('links an ad only where its page may be opened', async () => {
    show('', ['/admin/advertising/details']);
    expect((await screen.findByRole('link', { name: 'Moon ad' })).getAttribute('href')).toBe('/admin/advertising/details?level=ad&id=31');
  });
});

// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { dateIn } from '#src/locale/format.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { storeUser } from '#src/platform/token-vault.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';
import { firstDayOfMonth } from './order-daily.wiring.ts';

const calls = vi.hoisted(() => ({
  queryOrderDaily: vi.fn(),
  trendOrderDaily: vi.fn(),
  exportOrderDaily: Object.assign(vi.fn(), { count: vi.fn() }),
  reconcileOrders: vi.fn(),
}));
vi.mock('#src/services/order-daily.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'orders', 'organic_share'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({ languages: [], genres: [] }) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: { lines?: { label: string }[] }) => <p>{`lines: ${(props.lines ?? []).map(({ label }) => label).join(', ')}`}</p>,
}));

const today = dateIn(new Date(), 'Asia/Shanghai');
const m = (revenue: number) => ({
  orders: 4,
  revenue,
  refund_rate: 0.01,
  organic_share: 0.125,
  net_revenue: revenue,
  profit: null,
  spend: null,
});
const answer = (list: object[]) => ({
  list,
  total: list.length,
  totals: { m: m(120_000) },
  as_of: '2026-11-20T08:00:00Z',
  provisional_from: '2026-11-19',
});
const day = (id: string) => ({ key: id, dims: { date: { id, label: id } }, m: m(60_000) });
const month = (id: string, revenue: number) => ({ key: id, dims: { month: { id, label: id } }, m: m(revenue) });

let actor: AnyActorRef;
function show(search = '?date_from=2026-11-10&date_to=2026-11-20', businessTimezone?: string) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 1, account: 'super', isAdmin: 9, isLeader: false, actions: ['export'], name: '', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
    'en',
    businessTimezone,
  );
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.queryOrderDaily.mockImplementation(async ({ group_by: [by] }: { group_by: string[] }) =>
    by === 'month' ? answer([month('2026-11', 150_000), month('2026-10', 100_000)]) : answer([day(today), day('2026-11-16')]),
  );
  calls.trendOrderDaily.mockImplementation(async ({ metrics: [metric], series_by }: { metrics: string[]; series_by?: string }) => ({
    x: ['2026-11-16'],
    series: [{ key: series_by ? 'first' : 'total', label: series_by ? 'First' : 'Total', metric, data: [1] }],
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  }));
});

afterEach(() => {
  actor.stop();
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

describe('the daily report of orders', () => {
  it('marks the day that is not over, and says by which date spend counts', async () => {
    show();
    const row = within((await screen.findByText(today)).closest('tr') as HTMLElement);
    expect(row.getByText('Today')).toBeTruthy();
    expect(within((await screen.findByText('2026-11-16')).closest('tr') as HTMLElement).queryByText('Today')).toBeNull();
    expect(screen.getByText(/Spend has no business date/)).toBeTruthy();
    expect(screen.getAllByText('12.50%').length).toBeGreaterThan(0);
  });

  it('ends today in the time zone of the company, and marks that day', async () => {
    // Already the 21st where the user is.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
    storeUser({ timezone: 'Asia/Shanghai', business_timezone: 'America/Los_Angeles' }, '');
    calls.queryOrderDaily.mockResolvedValue(answer([day('2026-11-21'), day('2026-11-20')]));
    show('', 'America/Los_Angeles');
    const rowOf = async (date: string) => within((await screen.findByText(date)).closest('tr') as HTMLElement);
    expect((await rowOf('2026-11-20')).getByText('Today')).toBeTruthy();
    expect((await rowOf('2026-11-21')).queryByText('Today')).toBeNull();
    expect(calls.queryOrderDaily.mock.calls[0]?.[0]).toMatchObject({ date_from: '2026-11-14', date_to: '2026-11-20' });
    expect(screen.getByRole('button', { name: /Last 7 days/ })).toBeTruthy();
  });

  it('stacks revenue by order type below the refund rate', async () => {
    show();
    expect(await screen.findByText('lines: First, Refund rate')).toBeTruthy();
  });

  it('compares each month with the one before', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Month over month' }));
    const row = within((await screen.findByRole('rowheader', { name: '2026-11' })).closest('tr') as HTMLElement);
    expect(row.getAllByText('+50.00%').length).toBeGreaterThan(0);
    expect(calls.queryOrderDaily.mock.calls.at(-1)?.[0]).toMatchObject({ date_from: '2026-06-01', date_to: '2026-11-20' });
    expect(firstDayOfMonth('2026-03-31', 5)).toBe('2025-10-01');
  });

  it('shows on which days the sites counted something else, in each currency', async () => {
    const none = { orders: 0, amount: 0, refunds: 0 };
    const sums = { orders: 5, revenue_usd: 5_000, refund_usd: 0 };
    calls.reconcileOrders.mockResolvedValue({
      by_biz_date: sums,
      by_stat_date: { ...sums, revenue_usd: 4_000 },
      difference: { orders: 0, revenue_usd: 1_000, refund_usd: 0 },
      known_until: '2026-11-20T08:00:00Z',
      days: [
        {
          biz_date: '2026-11-17',
          currency: 'EUR',
          feed: { orders: 3, amount: 3_000, refunds: 1 },
          stored: { orders: 2, amount: 2_000, refunds: 1 },
          difference: { orders: -1, amount: -1_000, refunds: 0 },
        },
        { biz_date: '2026-11-16', currency: 'USD', feed: none, stored: none, difference: none },
      ],
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reconciliation' }));
    expect(await screen.findByText(/1 day differs from the sites/)).toBeTruthy();
    const row = within(screen.getByRole('rowheader', { name: '2026-11-17' }).closest('tr') as HTMLElement);
    expect(row.getByText('−€10.00')).toBeTruthy();
    expect(screen.getByText(/difference \+\$10.00/)).toBeTruthy();
    expect(calls.reconcileOrders.mock.calls[0]?.[0]).toEqual({ date_from: '2026-11-10', date_to: '2026-11-20' });
  });
});

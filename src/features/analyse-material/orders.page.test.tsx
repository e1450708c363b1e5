// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  queryOrders: vi.fn(),
  trendOrders: vi.fn(),
  exportOrders: Object.assign(vi.fn(), { count: vi.fn() }),
  heatmapOfOrders: vi.fn(),
  histogramOfOrders: vi.fn(),
  listOrders: vi.fn(),
  exportOrderList: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/orders.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'orders', 'share'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({ languages: [], genres: [] }) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: { kind: string; lines?: { label: string }[] }) => (
    <p>{`${props.kind}: ${(props.lines ?? []).map(({ label }) => label).join(', ')}`}</p>
  ),
}));

const m = {
  orders: 4,
  payers: 3,
  revenue: 120_000,
  share: 0.25,
  arppu: 40_000,
  refund_rate: 0.01,
  repeat_rate: 0.5,
  spend: null,
  roi: null,
};
const answer = (list: object[]) => ({
  list,
  total: list.length,
  totals: { m },
  as_of: '2026-11-20T08:00:00Z',
  provisional_from: '2026-11-19',
});
const order = (id: number, order_no: string, more: object = {}) => ({
  id,
  order_no,
  paid_at: '2026-11-16T02:00:00Z',
  user_key: 'anna',
  order_type: 'subscribe',
  amount: 1999,
  currency: 'USD',
  amount_usd: 1999,
  refund_usd: 0,
  refunded_at: null,
  pay_channel: 'paypal',
  country: 'JP',
  os: 'ios',
  content: { id: 1, label: 'Wolf King' },
  material: null,
  ad: null,
  day_n: 3,
  status: 'partial_refunded',
  capi_status: 'failed',
  ...more,
});

let actor: AnyActorRef;
const days = 'date_from=2026-11-10&date_to=2026-11-20';

function show(search = `?${days}`) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'opt_01', isAdmin: 0, isLeader: false, actions: ['export'], name: '', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}
const cell = (name: string) =>
  waitFor(() => {
    const found = screen.getAllByText(name).find((text) => text.closest('td'));
    if (!found) throw new Error(`no row ${name}`);
    return found;
  });

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.queryOrders.mockResolvedValue(answer([{ key: '2026-11-16', dims: { date: { id: '2026-11-16', label: '2026-11-16' } }, m }]));
  calls.trendOrders.mockImplementation(async ({ metrics, series_by }: { metrics: string[]; series_by?: string }) => ({
    x: ['2026-11-18', '2026-11-19'],
    series: metrics.map((metric) => ({ key: series_by ? 'first' : 'total', label: series_by ? 'First' : '', metric, data: [1, 2] })),
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  }));
  const cells = Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (__, hour) => (day === 0 && hour === 9 ? 12 : 0)));
  calls.heatmapOfOrders.mockResolvedValue({ cells });
  calls.histogramOfOrders.mockResolvedValue({
    buckets: [
      { from: 0, to: 5, orders: 0, revenue_usd: 0 },
      { from: 100, to: null, orders: 7, revenue_usd: 90_000 },
    ],
  });
  calls.listOrders.mockResolvedValue({ list: [order(1, 'A1')], total: 120, page: 1 });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('order analysis', () => {
  it('requests orders by date, newest first, with the filters of its address', async () => {
    show(`?${days}&order_type=first,renew&amount_from=10&time_basis=business&payer_country=JP`);
    await cell('2026-11-16');
    expect(calls.queryOrders.mock.calls[0]?.[0]).toEqual({
      date_from: '2026-11-10',
      date_to: '2026-11-20',
      metrics: [
        'orders',
        'payers',
        'first_payers',
        'revenue',
        'share',
        'aov',
        'arppu',
        'refund',
        'refund_rate',
        'net_revenue',
        'repeat_rate',
      ],
      group_by: ['date'],
      filters: { order_type: ['first', 'renew'], amount_from: 10, time_basis: 'business', payer_country: ['JP'] },
      sort: [{ field: 'date', order: 'desc' }],
      page: 1,
      page_size: 50,
    });
    expect(screen.getByText('Order type: First, Renewal')).toBeTruthy();
    expect(screen.getByText('Amount from (USD): ≥ 10')).toBeTruthy();
    expect(screen.getByText('Dates by: Business date')).toBeTruthy();
    expect((await cell('25.00%')).closest('tr')).toBeTruthy();
  });

  it('lists the largest revenue first by other dimensions', async () => {
    show(`?${days}&group_by=drama`);
    await waitFor(() => expect(calls.queryOrders.mock.calls[0]?.[0]).toMatchObject({ sort: [{ field: 'revenue', order: 'desc' }] }));
  });

  it('shows orders and revenue by weekday and hour, also as a table', async () => {
    show();
    await cell('2026-11-16');
    await userEvent.click(screen.getByRole('button', { name: 'Weekday and hour' }));
    expect(await screen.findByTitle('Mon 09: 12')).toBeTruthy();
    expect(calls.heatmapOfOrders.mock.calls.map(([request]) => request.metric)).toEqual(['orders', 'revenue']);
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('rowheader', { name: 'Mon' })).toBeTruthy();
  });

  it('keeps the table when the amounts fail to load, and loads them again', async () => {
    calls.histogramOfOrders.mockRejectedValueOnce(new Error('too slow'));
    show();
    await cell('2026-11-16');
    await userEvent.click(screen.getByRole('button', { name: 'Amounts' }));
    const chart = within(screen.getByRole('region', { name: 'Orders by amount' }));
    await userEvent.click(await chart.findByRole('button', { name: 'Retry' }));
    expect(await chart.findByTitle('100+ USD, Orders 7, Revenue $900.00')).toBeTruthy();
    expect(await cell('2026-11-16')).toBeTruthy();
  });

  it('stacks revenue by type of order, and compares countries', async () => {
    show();
    await cell('2026-11-16');
    await userEvent.click(screen.getByRole('button', { name: 'Order types' }));
    expect(await screen.findByText('trend: First')).toBeTruthy();
    expect(calls.trendOrders.mock.calls.at(-1)?.[0]).toMatchObject({ metrics: ['revenue'], series_by: 'order_type' });
    calls.queryOrders.mockResolvedValue(answer([{ key: 'JP', dims: { payer_country: { id: 'JP', label: 'Japan' } }, m }]));
    await userEvent.click(screen.getByRole('button', { name: 'Countries' }));
    expect(await screen.findByTitle('Japan, Revenue $1,200.00, Orders 4')).toBeTruthy();
  });

  it('opens the orders of a row, further pages of them, and all orders of a payer', async () => {
    show(`?${days}&os=ios`);
    await userEvent.click(await cell('2026-11-16'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Orders: 2026-11-16' }));
    expect(await dialog.findByText('A1')).toBeTruthy();
    expect(calls.listOrders.mock.calls[0]?.[0]).toEqual({
      date_from: '2026-11-10',
      date_to: '2026-11-20',
      filters: { os: ['ios'] },
      under: [{ by: 'date', id: '2026-11-16' }],
      page: 1,
      page_size: 50,
    });
    for (const text of ['Partly refunded', 'Subscription']) expect(dialog.getByText(text)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Next page' }));
    await dialog.findByText('Page 2 of 3');
    expect(calls.listOrders.mock.calls.at(-1)?.[0]).toMatchObject({ page: 2, under: [{ by: 'date', id: '2026-11-16' }] });
    await userEvent.click(await dialog.findByRole('button', { name: 'anna' }));
    await screen.findByRole('dialog', { name: 'All orders of anna' });
    expect(calls.listOrders.mock.calls.at(-1)?.[0]).toEqual({ filters: { user_key: 'anna' }, page: 1, page_size: 50 });
  });
});

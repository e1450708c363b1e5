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

const calls = vi.hoisted(() => ({ adminSummary: vi.fn(), adminTrend: vi.fn(), adminTop: vi.fn(), adminHealth: vi.fn() }));
vi.mock('#src/services/admin-home.service.ts', () => calls);
const board = vi.hoisted(() => ({ listAlerts: vi.fn(), readAlerts: vi.fn(), listIncidents: vi.fn() }));
vi.mock('#src/services/alerts.service.ts', () => board);
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: { lines?: { label: string }[] }) => <p>{`lines: ${(props.lines ?? []).map(({ label }) => label).join(', ')}`}</p>,
}));

const at = '2026-11-20T08:00:00Z';
const card = (value: number | null, before_same_hour: number | null = null) => ({ value, before_same_hour, before: 1_000 });
const health = {
  stale_accounts: [],
  failed_crons: [],
  scheduler_at: new Date().toISOString(),
  batches: { running: 0, failed: 0 },
  tokens: { expiring: 0, expired: 0 },
  queues: [{ kind: 'batch_items', count: 0 }],
  channels: [{ channel: 'meta', accounts: 4, failing: 0, newest_at: at }],
  database: { size_bytes: 20_971_520, latency_ms: 3 },
  disk: { free_bytes: 1_073_741_824, has_room: true },
};

let actor: AnyActorRef;
function show(search = '', businessTimezone?: string) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  const pages = ['/admin/order/daily', '/admin/sys/cron'].map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 1, account: 'super', isAdmin: 9, isLeader: false, actions: ['export'], name: '', pages }}>
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
  for (const call of [...Object.values(calls), ...Object.values(board)]) call.mockReset();
  calls.adminSummary.mockResolvedValue({
    cards: { revenue: card(150_000, 120_000), spend: card(90_000, 80_000), blocked_accounts: { ...card(3), before: null } },
    date: '2026-11-20',
    is_today: true,
    is_before_today: false,
    hour: 16,
    as_of: at,
    newest_at: at,
  });
  calls.adminTrend.mockImplementation(async ({ metrics, series_by }: { metrics: string[]; series_by?: string }) => ({
    x: ['2026-11-20'],
    series: metrics.map((metric) => ({ key: series_by ?? 'total', label: series_by ?? 'Total', metric, data: [1] })),
    as_of: at,
    provisional_from: '2026-11-19',
  }));
  calls.adminTop.mockImplementation(async ({ dim, order }: { dim: string; order: string }) => ({
    list: [{ id: 7, label: `${order} ${dim}`, m: { revenue: 100, spend: 300, profit: -200, roi: 0.33 } }],
  }));
  calls.adminHealth.mockResolvedValue(health);
  board.listIncidents.mockResolvedValue({ list: [], total: 0 });
  board.listAlerts.mockResolvedValue({
    list: [
      {
        id: 1,
        level: 'error',
        kind: 'cron_failed',
        title: 'Task failed: pull orders',
        body: '',
        link: '/admin/sys/cron',
        read_at: null,
        resolved_at: null,
        created_at: at,
      },
    ],
    total: 1,
    unread: 1,
  });
});

afterEach(() => {
  actor.stop();
  cleanup();
  vi.useRealTimers();
});

describe('the home page of a super admin', () => {
  it('shows the company today beside the day before, and links figures to the page that explains them', async () => {
    show();
    expect(await screen.findByText('Today (2026-11-20)')).toBeTruthy();
    expect(screen.getByRole('link', { name: '$1,500.00' }).getAttribute('href')).toBe(
      '/admin/order/daily?date_from=2026-11-20&date_to=2026-11-20&time_basis=payment',
    );
    expect(screen.getByText('Yesterday by this time: $1,200.00')).toBeTruthy();
    expect(screen.getByText(/until 16:00 business time/)).toBeTruthy();
  });

  it('keeps every other block when one fails, and loads that one again', async () => {
    calls.adminTop.mockRejectedValue(new Error('too slow'));
    show();
    expect(await screen.findByText('Today (2026-11-20)')).toBeTruthy();
    expect((await screen.findAllByRole('button', { name: 'Retry' })).length).toBe(2);
    calls.adminTop.mockResolvedValue({ list: [] });
    await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1));
  });

  it('tells which tasks failed and which accounts are behind, with a card that stands out', async () => {
    calls.adminHealth.mockResolvedValue({
      ...health,
      stale_accounts: [{ id: 4, label: 'Galaxy US', since: at, error: 'no answer' }],
      failed_crons: [{ key: 'orders.pull', name_zh: '拉取', name_en: 'Pull orders', failures: 3, last_at: at, message: 'disk full' }],
      scheduler_at: '2026-01-01T00:00:00Z',
    });
    show();
    expect(await screen.findByText(/Pull orders: 3 times/)).toBeTruthy();
    expect(screen.getByText(/Galaxy US: since/)).toBeTruthy();
    expect(screen.getByText('Not running')).toBeTruthy();
    expect(screen.getByText('Figures may be incomplete')).toBeTruthy();
  });

  it('shows the alerts of the super admin, and marks one as read', async () => {
    board.readAlerts.mockResolvedValue({ unread: 0 });
    show();
    const alerts = within((await screen.findByRole('heading', { name: 'Alerts (1 unread)' })).closest('section') as HTMLElement);
    expect(alerts.getByRole('link', { name: 'Task failed: pull orders' }).getAttribute('href')).toBe('/admin/sys/cron');
    await userEvent.click(alerts.getByRole('button', { name: /Mark as read/ }));
    expect(board.readAlerts.mock.calls[0]?.[0]).toEqual({ ids: [1] });
  });

  it('asks every block for the chosen part of the company', async () => {
    show('?biz=ec&channel=meta&date=2026-11-18');
    await screen.findByText('Today (2026-11-20)');
    const scope = { biz: 'ec', channel: 'meta', date: '2026-11-18' };
    expect(calls.adminSummary.mock.calls[0]?.[0]).toEqual(scope);
    expect(calls.adminTop.mock.calls[0]?.[0]).toMatchObject(scope);
    expect(screen.getAllByText('Products').length).toBeGreaterThan(0);
    actor.send({ type: 'company.scopeChosen', scope: {} });
    await waitFor(() => expect(calls.adminSummary.mock.calls.at(-1)?.[0]).toEqual({}));
  });

  it('counts today and yesterday in the time zone of the company', async () => {
    // Already the 21st where the user is.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
    show('?date=2026-11-18', 'America/Los_Angeles');
    const choose = async (preset: string) => {
      await userEvent.click(await screen.findByRole('button', { name: /^Business date/ }));
      await userEvent.click(screen.getByRole('button', { name: preset }));
    };
    await choose('Yesterday');
    await waitFor(() => expect(calls.adminSummary.mock.calls.at(-1)?.[0]).toEqual({ date: '2026-11-19' }));
    await choose('Today');
    await waitFor(() => expect(calls.adminSummary.mock.calls.at(-1)?.[0]).toEqual({}));
    expect(await screen.findByRole('button', { name: /^Business date\s*Today/ })).toBeTruthy();
  });
});

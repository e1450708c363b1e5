// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  queryPixelAnalysis: vi.fn(),
  trendPixelAnalysis: vi.fn(),
  exportPixelAnalysis: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/pixel-analysis.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'health', 'capi', 'ev_received', 'report_gap', 'do'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/pixels.service.ts', async (original) => ({
  ...(await original<object>()),
  simplePixels: async () => ({ list: [{ id: 7, label: 'Main pixel', sub: '123', status: 'active' }], total: 1 }),
}));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: { kind: string; x?: string[]; lines?: { label: string; data: (number | null)[] }[] }) => (
    <p>{`${props.kind} ${props.x?.[0]}: ${(props.lines ?? []).map(({ label, data }) => `${label} ${data.join(' ')}`).join(', ')}`}</p>
  ),
}));

const m = { ev_received: 1_200, dup_rate: 0.49, report_gap: -0.125, pixel_orders: 80, purchase_events: 70, match_score: 6.1, spend: 5 };
const pixel = (id: number, label: string, more: object = {}) => ({
  key: String(id),
  dims: {
    pixel: {
      id,
      label,
      platform_pixel_id: `99${id}`,
      status: 'active',
      health: 'missing',
      capi_enabled: true,
      sites: [],
      last_fired_at: null,
      ...more,
    },
  },
  m,
});
const answer = (list: object[], more: object = {}) => ({
  list,
  total: list.length,
  totals: { m },
  as_of: '2026-11-20T08:00:00Z',
  provisional_from: '2026-11-19',
  ...more,
});

let actor: AnyActorRef;
const Here = () => {
  const { pathname, search } = useLocation();
  return <p data-place>{`${pathname}${search}`}</p>;
};
const place = () => document.querySelector('[data-place]')?.textContent;
const days = 'date_from=2026-11-18&date_to=2026-11-20';

function show(search = `?${days}`, pages: string[] = []) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <Here />
      <ViewerProvider viewer={{ id: 2, account: 'opt_01', isAdmin: 0, isLeader: false, actions: ['export'], name: '', pages: open }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}
const row = async (name: string) => {
  const cell = await waitFor(() => {
    const found = screen.getAllByText(name).find((text) => text.closest('td'));
    if (!found) throw new Error(`no row ${name}`);
    return found;
  });
  return within(cell.closest('tr') as HTMLElement);
};

beforeEach(() => {
  calls.queryPixelAnalysis.mockReset();
  calls.trendPixelAnalysis.mockReset();
  calls.queryPixelAnalysis.mockResolvedValue(
    answer([pixel(7, 'Main pixel'), pixel(8, 'Other pixel', { health: null, capi_enabled: false })]),
  );
  calls.trendPixelAnalysis.mockImplementation(
    async ({ metrics, series_by: by, by: step }: { metrics: string[]; series_by?: string; by: string }) => ({
      x: [step === 'hour' ? '2026-11-18T00' : '2026-11-18'],
      series: by
        ? [
            { key: 'a', label: by === 'source' ? 'Browser' : 'Purchase', metric: metrics[0] ?? '', data: [step === 'hour' ? 2 : 48] },
            { key: 'other', label: 'Others', metric: metrics[0] ?? '', data: [1] },
          ]
        : metrics.map((metric) => ({ key: 'total', label: '', metric, data: [1] })),
      as_of: '2026-11-20T08:00:00Z',
      provisional_from: '2026-11-19',
    }),
  );
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('pixel analysis', () => {
  it('requests pixels for the days and filters of its address, with the most events first', async () => {
    show(`?${days}&pixel_id=7&event_name=Purchase&event_source=server&health=missing,silent`);
    await row('Main pixel');
    expect(calls.queryPixelAnalysis.mock.calls[0]?.[0]).toEqual({
      date_from: '2026-11-18',
      date_to: '2026-11-20',
      metrics: [
        'ev_received',
        'browser_share',
        'dup_rate',
        'match_score',
        'purchase_events',
        'pixel_orders',
        'report_gap',
        'plat_purchases',
      ],
      group_by: ['pixel'],
      filters: { pixel_id: [7], event_name: ['Purchase'], event_source: 'server', health: ['silent', 'missing'] },
      sort: [{ field: 'ev_received', order: 'desc' }],
      page: 1,
      page_size: 50,
    });
    expect(screen.getByText('Event source: Server')).toBeTruthy();
    expect(screen.getByText('Health: Silent, Missing')).toBeTruthy();
  });

  it('shows the health of each pixel and whether its server reports, and charts the gap', async () => {
    show();
    const line = await row('Main pixel');
    expect(line.getByText('Missing')).toBeTruthy();
    expect(line.getByText('On')).toBeTruthy();
    expect(line.getByText('-12.50%')).toBeTruthy();
    expect((await row('Other pixel')).getByText('Off')).toBeTruthy();
    expect(await screen.findByText(/^trend 2026-11-18: Purchase events 1, Pixel orders 1, Postback gap 1/)).toBeTruthy();
  });

  it('charts events by name and by source, by day or by hour', async () => {
    show();
    await row('Main pixel');
    await userEvent.click(screen.getByRole('button', { name: 'By event' }));
    expect(await screen.findByText('trend 2026-11-18: Purchase 48, Others 1')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hour' }));
    expect(await screen.findByText('trend 2026-11-18T00: Purchase 2, Others 1')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Browser and server' }));
    expect(await screen.findByText(/Browser 2/)).toBeTruthy();
    expect(calls.trendPixelAnalysis.mock.calls.at(-1)?.[0]).toMatchObject({ metrics: ['ev_received'], series_by: 'source' });
  });

  it('leads from a pixel to its events over the same days, and to its settings where these may be opened', async () => {
    show(`?${days}`, ['/auth/pixel']);
    const line = await row('Main pixel');
    await userEvent.click(line.getByRole('button', { name: /^Settings/ }));
    expect(place()).toBe('/auth/pixel?keyword=997');
    await userEvent.click(line.getByRole('button', { name: /^Events/ }));
    expect(place()).toBe(`/analyse/pixel-list?${days}&pixel_id=7`);
  });

  it('shows a missing value and a warning when orders could not be read', async () => {
    const text = 'Orders could not be read; pixel orders and the postback gap are missing';
    calls.queryPixelAnalysis.mockResolvedValue(
      answer([{ ...pixel(7, 'Main pixel'), m: { ...m, report_gap: null } }], { warnings: [{ kind: 'orders_missing', text }] }),
    );
    show();
    const line = await row('Main pixel');
    expect(line.getAllByText('—').length).toBeGreaterThan(0);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('has no attributes of pixels in rows of events', async () => {
    calls.queryPixelAnalysis.mockResolvedValue(answer([{ key: 'Purchase', dims: { event: { id: 'Purchase', label: 'Purchase' } }, m }]));
    show(`?${days}&group_by=event`);
    await row('Purchase');
    expect(screen.queryByRole('columnheader', { name: /Health/ })).toBeNull();
  });
});

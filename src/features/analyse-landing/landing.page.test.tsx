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
  queryLanding: vi.fn(),
  trendLanding: vi.fn(),
  exportLanding: Object.assign(vi.fn(), { count: vi.fn() }),
  funnelOfLandings: vi.fn(),
  compareLandings: vi.fn(),
}));
vi.mock('#src/services/landing-figures.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'status', 'ab_group', 'uv', 'do'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({ default: () => null }));

const m = { link_clicks: 500, uv: 400, cta_rate: 0.5, lp_pay_rate: 0.025, spend: 120_000, roi: 0.5 };
const landing = (id: number, label: string, more: object = {}) => ({
  key: String(id),
  dims: {
    landing: {
      id,
      label,
      url: `https://reel.test/p-${id}`,
      site: { id: 4, label: 'Reel' },
      template: 'player',
      status: 'online',
      ab_group: null,
      offline_at: null,
      ...more,
    },
  },
  m,
});

let actor: AnyActorRef;
const Here = () => {
  const { pathname, search } = useLocation();
  return <p data-place>{`${pathname}${search}`}</p>;
};
const place = () => document.querySelector('[data-place]')?.textContent;
const days = 'date_from=2026-11-10&date_to=2026-11-20';

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
  for (const call of [calls.queryLanding, calls.trendLanding, calls.funnelOfLandings, calls.compareLandings]) call.mockReset();
  const rows = [landing(1, 'Hero', { ab_group: 'opening' }), landing(2, 'Gone', { status: 'offline', offline_at: '2026-11-18T05:00:00Z' })];
  calls.queryLanding.mockResolvedValue({
    list: rows,
    total: rows.length,
    totals: { m },
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  });
  calls.trendLanding.mockResolvedValue({ x: [], series: [], as_of: '2026-11-20T08:00:00Z', provisional_from: '2026-11-19' });
  calls.funnelOfLandings.mockResolvedValue({
    steps: [
      { key: 'link_clicks', count: 1_000, rate: null },
      { key: 'lp_views', count: 800, rate: 0.8 },
      { key: 'cta_clicks', count: 400, rate: 0.5 },
      { key: 'pay_page_views', count: 160, rate: 0.4 },
      { key: 'first_payers', count: 20, rate: 0.125 },
    ],
  });
  const ab = (id: number, label: string, uv: number, rate: number) => ({
    page: { id, label },
    m: { uv, first_payers: 20, lp_pay_rate: rate },
  });
  calls.compareLandings.mockResolvedValue({
    rows: [ab(1, 'Control page', 800, 0.025), ab(2, 'Better page', 800, 0.05), ab(3, 'New page', 40, 0.5)],
    tests: [
      { page_id: 2, control_id: 1, difference: 0.025, p_value: 0.0086, too_few: false },
      { page_id: 3, control_id: 1, difference: 0.475, p_value: null, too_few: true },
    ],
  });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('landing page analysis', () => {
  it('shows the funnel of what the filters leave, each step out of the one before', async () => {
    show(`?${days}&template=player&ab_group=opening`);
    const funnel = within(await screen.findByRole('list', { name: 'Funnel' }));
    expect(calls.funnelOfLandings.mock.calls[0]?.[0]).toEqual({
      date_from: '2026-11-10',
      date_to: '2026-11-20',
      filters: { template: ['player'], ab_group: 'opening' },
    });
    expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Click1,000',
      'Arrival80080.00%',
      'Button40050.00%',
      'Payment page16040.00%',
      'First payers2012.50%',
    ]);
  });

  it('marks pages that went offline within the dates', async () => {
    show();
    expect((await row('Gone')).getByText('Offline 2026-11-18')).toBeTruthy();
    expect((await row('Hero')).getByText('Online')).toBeTruthy();
  });

  it('hides the comparison without an A/B group', async () => {
    show();
    await row('Hero');
    expect(screen.queryByRole('button', { name: 'A/B comparison' })).toBeNull();
  });

  it('compares the pages of an A/B group, and says which differences mean something', async () => {
    show(`?${days}&ab_group=opening`);
    await userEvent.click(await screen.findByRole('button', { name: 'A/B comparison' }));
    const line = async (name: string) => within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement);
    expect((await line('Control page')).getByText('Control')).toBeTruthy();
    expect((await line('Better page')).getByText('Significant')).toBeTruthy();
    expect((await line('Better page')).getByText('0.0086')).toBeTruthy();
    expect((await line('New page')).getByText('Too few visitors')).toBeTruthy();
    expect(calls.compareLandings.mock.calls[0]?.[0]).toEqual({ ab_group: 'opening', date_from: '2026-11-10', date_to: '2026-11-20' });
  });

  it('links to the ads of a page with the same dates and filters, and only to pages the user may open', async () => {
    show(`?${days}&country=US&template=quiz`, ['/advertising/user']);
    const line = await row('Hero');
    expect(line.queryByRole('button', { name: /^Site settings/ })).toBeNull();
    await userEvent.click(line.getByRole('button', { name: /^Ads/ }));
    expect(place()).toBe(`/advertising/user?${days}&country=US&landing_page_id=1`);
  });
});

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
  queryEffect: vi.fn(),
  trendEffect: vi.fn(),
  exportEffect: Object.assign(vi.fn(), { count: vi.fn() }),
  cohortOfDrama: vi.fn(),
}));
vi.mock('#src/services/effect.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'stage_of_drama', 'spend', 'roi_d0', 'do'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({
    languages: [{ value: 'en', label_zh: '英语', label_en: 'English' }],
    genres: [{ value: 'revenge', label_zh: '复仇', label_en: 'Revenge' }],
  }),
}));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: {
    kind: string;
    lines?: { label: string }[];
    curves?: { label: string; data: { value: number | null; isPartial: boolean }[] }[];
  }) => (
    <p>
      {`${props.kind}: ${(props.lines ?? props.curves ?? []).map(({ label }) => label).join(', ')}`}
      {props.curves?.map(({ label, data }) => (
        <i key={label}>{data.map(({ value, isPartial }) => `${value}${isPartial ? '*' : ''}`).join(' ')}</i>
      ))}
    </p>
  ),
}));

const m = {
  spend: 120_000,
  revenue: 60_000,
  roi: 0.5,
  roi_d0: 0.4,
  roi_d1: 0.5,
  roi_d90: 0.9,
  cpc_link: 123,
  new_users: 9,
  profit: -60_000,
};
const drama = (id: number, label: string, more: object = {}) => ({
  key: String(id),
  dims: { drama: { id, label, cover_url: null, stage: 'testing', online_days: 3, target_roi: 0.6, ...more } },
  m,
  mature: { roi_d1: '2/7' },
});
const answer = (list: object[], totals: object = m, more: object = {}) => ({
  list,
  total: list.length,
  totals: { m: totals },
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
  for (const call of [calls.queryEffect, calls.trendEffect, calls.cohortOfDrama]) call.mockReset();
  // As the server answers: only with the requested metrics.
  calls.queryEffect.mockImplementation(async ({ metrics }: { metrics: string[] }) => {
    const requested = Object.fromEntries(metrics.map((key) => [key, m[key as keyof typeof m] ?? null]));
    return answer(
      [drama(1, 'Wolf King'), drama(2, 'Rose')].map((one) => ({ ...one, m: requested })),
      requested,
    );
  });
  calls.trendEffect.mockImplementation(async ({ metrics }: { metrics: string[] }) => ({
    x: ['2026-11-18', '2026-11-19'],
    series: metrics.map((metric) => ({ key: 'total', label: '', metric, data: [1, 2] })),
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  }));
  calls.cohortOfDrama.mockResolvedValue({
    step: 'day',
    rows: [{ date: '2026-11-10', spend_usd: 50_000, new_users: 4, dn: { 0: { v: 0.3, mature: true }, 1: { v: null, mature: false } } }],
    totals: { spend_usd: 50_000, new_users: 4, dn: { 0: { v: 0.3, mature: true }, 1: { v: 0.4, mature: false } } },
  });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('drama performance', () => {
  it('requests dramas for the days and filters of its address, with the largest spend first', async () => {
    show(`?${days}&stage=testing&genre=revenge&online_from=2026-11-01`);
    await row('Wolf King');
    expect(calls.queryEffect.mock.calls[0]?.[0]).toEqual({
      date_from: '2026-11-10',
      date_to: '2026-11-20',
      metrics: [
        'spend',
        'new_users',
        'cpi',
        'pay_rate',
        'cost_per_payer',
        'revenue',
        'profit',
        'roi',
        'roi_d0',
        'roi_d1',
        'roi_d3',
        'roi_d7',
        'roi_d30',
        'payback_day',
        'ads_spending',
      ],
      group_by: ['drama'],
      filters: { stage: ['testing'], genre: ['revenge'], online_from: '2026-11-01' },
      sort: [{ field: 'spend', order: 'desc' }],
      page: 1,
      page_size: 50,
    });
    expect(screen.getByText('Stage: Testing')).toBeTruthy();
    expect(await screen.findByText('Genre: Revenge')).toBeTruthy();
  });

  it('shows the stage of each drama, colours its ROI by its target, and sums up in cards', async () => {
    show();
    const line = await row('Wolf King');
    expect(line.getByText('Testing')).toBeTruthy();
    expect(line.getByText('0.40').className).toBe('ads-metric-missed');
    const cards = within(screen.getByRole('list', { name: 'Total' }));
    expect(cards.getByText('$1,200.00')).toBeTruthy();
    expect(await screen.findByText('trend: Spend, D0 ROI')).toBeTruthy();
  });

  it('shows the payback of the first dramas, hollow where days are immature', async () => {
    show();
    await row('Wolf King');
    await userEvent.click(screen.getByRole('button', { name: 'Payback' }));
    expect(await screen.findByText('curves: Wolf King, Rose')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText(/^0\.4 null 0\.5\* .* 0\.9$/)).toHaveLength(2));
    expect(calls.queryEffect.mock.lastCall?.[0].metrics).toContain('roi_d90');
  });

  it('loads the numbers of a set of columns once it is chosen', async () => {
    show();
    await row('Wolf King');
    expect(calls.queryEffect.mock.calls.every(([{ metrics }]) => !metrics.includes('cpc_link'))).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Delivery' }));
    await waitFor(async () => expect((await row('Wolf King')).getByText('$1.23')).toBeTruthy());
    expect(calls.queryEffect.mock.lastCall?.[0].metrics).toContain('cpc_link');
  });

  it('shows the cohorts of the chosen drama, as far as they are mature', async () => {
    show();
    await userEvent.click((await row('Rose')).getByRole('button', { name: /^Cohorts/ }));
    const table = within(await screen.findByRole('region', { name: 'Cohorts of Rose', busy: false }));
    expect(calls.cohortOfDrama.mock.calls[0]?.[0]).toEqual({ drama_id: 2, date_from: '2026-11-10', date_to: '2026-11-20', filters: {} });
    expect(await table.findByRole('rowheader', { name: '2026-11-10' })).toBeTruthy();
    expect(table.getByText('0.40*').title).toBe('Not mature yet');
  });

  it('asks to choose a drama when none is chosen', async () => {
    show();
    await row('Rose');
    await userEvent.click(screen.getByRole('button', { name: 'Cohorts', pressed: false }));
    expect(screen.getByText(/^Click Cohorts next to a drama/)).toBeTruthy();
  });

  it('links to the countries of a drama, and only to pages the user may open', async () => {
    show(`?${days}`, ['/analyse/evaluate', '/analyse/material']);
    const line = await row('Wolf King');
    await userEvent.click(line.getByText('More'));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Country', 'Evaluation', 'Orders']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Country' }));
    expect(place()).toBe(`/?${days}&group_by=country&drama_id=1`);
  });

  it('leads to the orders of a drama with the same days and filters', async () => {
    show(`?${days}&country=US&stage=testing&group_by=drama,date`, ['/analyse/material']);
    const line = await row('Wolf King');
    await userEvent.click(line.getByText('More'));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Orders' }));
    expect(place()).toBe(`/analyse/material?${days}&country=US&drama_id=1`);
  });

  it('leads to the landing pages of a drama on the days that the table shows', async () => {
    show(`?${days}&only=2026-11-18&genre=revenge`, ['/analyse/landing']);
    await userEvent.click((await row('Wolf King')).getByText('More'));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Landing pages' }));
    expect(place()).toBe('/analyse/landing?date_from=2026-11-18&date_to=2026-11-18&drama_id=1');
  });

  it('expands each row by the next chosen dimension', async () => {
    show(`?${days}&group_by=drama,country`);
    await row('Wolf King');
    calls.queryEffect.mockResolvedValue(answer([{ key: 'US', dims: { country: { id: 'US', label: 'United States' } }, m }]));
    await userEvent.click(screen.getByRole('button', { name: 'Expand Wolf King' }));
    await row('United States');
    expect(calls.queryEffect.mock.calls.at(-1)?.[0]).toMatchObject({ group_by: ['country'], under: [{ by: 'drama', id: 1 }] });
  });

  it('suggests a wider range when only earlier cohorts brought revenue', async () => {
    calls.queryEffect.mockResolvedValue(answer([drama(1, 'Wolf King')], { ...m, spend: 0 }));
    show();
    expect(await screen.findByText(/^No spend in 2026-11-10 ~ 2026-11-20/)).toBeTruthy();
  });
});

// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { EvaluationRow } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  listEvaluations: vi.fn(),
  evaluationDetail: vi.fn(),
  evaluationDefaults: vi.fn(),
  createEvaluation: vi.fn(),
  editEvaluation: vi.fn(),
  scoreEvaluation: vi.fn(),
  decideEvaluation: vi.fn(),
  trendEvaluation: vi.fn(),
  exportEvaluations: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/evaluations.service.ts', () => calls);
vi.mock('#src/services/drafts.service.ts', () => ({
  getDraft: async () => ({ draft: null }),
  saveDraft: async () => ({}),
  deleteDraft: async () => ({}),
}));
vi.mock('#src/services/dramas.service.ts', () => ({
  simpleDramas: async () => ({ list: [{ id: 2, label: 'Wolf King', sub: 'WOLF', status: 'on' }] }),
}));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({
  shown: ['drama', 'state', 'progress', 'roi_d0', 'cost_per_payer', 'score', 'suggest', 'decision', 'do'],
  density: 'regular',
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({ languages: [], countries: [{ value: 'US', label_zh: '美国', label_en: 'United States' }] }),
}));
vi.mock('#src/ui/chart/plot.tsx', () => ({ default: ({ kind, label }: { kind: string; label: string }) => <p>{`${kind}: ${label}`}</p> }));

const scored = (value: number | null, threshold: number, score: number | null) => ({ value, threshold, score });
const round = (more: Partial<EvaluationRow> = {}): EvaluationRow => ({
  id: 1,
  version: 3,
  drama: { id: 2, label: 'Wolf King', code: 'WOLF', cover_url: null },
  language: 'en',
  stage: 'testing',
  round: 2,
  owner: { id: 3, label: 'Li' },
  date_from: '2026-11-10',
  date_to: '2026-11-18',
  state: 'waiting',
  test_budget_usd: 100_000,
  min_spend_usd: 30_000,
  thresholds: { roi_d0: 0.6, pay_rate: 0.045, cost_per_payer_usd: 4_000, ctr_link: 0.012, hold_rate: 0.3 },
  m: { spend: 45_000, roi_d0: 0.72, pay_rate: 0.05, cost_per_payer: 5_500, ctr_link: 0.013, hold_rate: 0.31 },
  parts: {
    roi_d0: scored(0.72, 0.6, 1),
    pay_rate: scored(0.05, 0.045, 1),
    cost_per_payer: scored(5_500, 4_000, 0.727),
    ctr_link: scored(0.013, 0.012, 1),
    hold_rate: scored(0.31, 0.3, 1),
  },
  score: 94.5,
  scored_at: '2026-11-19T20:40:00Z',
  suggest: 'scale',
  decision: null,
  decided_by: null,
  decided_at: null,
  note: null,
  campaigns_running: 3,
  campaigns_closable: 2,
  can: ['edit', 'score', 'decide'],
  ...more,
});
const young = round({
  id: 4,
  round: 1,
  drama: { id: 5, label: 'Rose', code: 'ROSE', cover_url: null },
  date_to: null,
  state: 'running',
  m: { spend: 12_000 },
  score: null,
  scored_at: null,
  suggest: 'insufficient',
  can: [],
});

let actor: AnyActorRef;
const Here = () => {
  const { pathname, search } = useLocation();
  return <p data-place>{`${pathname}${search}`}</p>;
};
const place = () => document.querySelector('[data-place]')?.textContent;

function show({ search = '', actions = ['publish'], pages = [] as string[] } = {}) {
  actor = createActor(page.machine, { input: { search } }).start();
  actor.send({ type: 'page.seen' });
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <Here />
      <ViewerProvider viewer={{ id: 3, account: 'lead_a', isAdmin: 0, isLeader: true, actions, name: '', pages: open }}>
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
const decide = async () => {
  await userEvent.click((await row('Wolf King')).getByRole('button', { name: /^Decide/ }));
  return within(await screen.findByRole('dialog', { name: 'Decide: Wolf King, round 2' }));
};

beforeEach(() => {
  vi.clearAllMocks();
  calls.listEvaluations.mockResolvedValue({ list: [round(), young], total: 2, as_of: '2026-11-20T08:00:00Z' });
  calls.evaluationDetail.mockResolvedValue({
    ...round(),
    daily: [{ date: '2026-11-10', m: { spend: 5_000, roi_d0: 0.4 } }],
    countries: [{ country: 'US', m: { spend: 45_000 } }],
    materials: [{ place: 'best', material: { id: 9, label: 'Hook', cover_url: null }, m: { roi_d0: 0.9 } }],
    rounds: [
      {
        id: 8,
        round: 1,
        date_from: '2026-10-01',
        date_to: '2026-10-08',
        score: 50,
        suggest: 'keep',
        decision: 'keep',
        decided_at: '2026-10-09T02:00:00Z',
        note: null,
      },
    ],
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  });
  calls.trendEvaluation.mockResolvedValue({ x: [], series: [], as_of: '2026-11-20T08:00:00Z', provisional_from: '2026-11-19' });
  calls.decideEvaluation.mockResolvedValue({ stage: 'scaling' });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('drama evaluation', () => {
  it('requests the rounds of its address, and colours each figure by its threshold', async () => {
    show({ search: '?drama_id=2&suggest=scale' });
    const line = await row('Wolf King');
    expect(calls.listEvaluations.mock.calls[0]?.[0]).toMatchObject({ drama_id: [2], suggest: ['scale'] });
    expect(line.getByText('Scale')).toBeTruthy();
    expect(line.getByText('94.5')).toBeTruthy();
    expect(line.getByText('0.72').className).toBe('ads-metric-met');
    expect(line.getByText('$55.00').className).toBe('ads-metric-missed');
  });

  it('says what a round without a score lacks, and why nothing can be decided', async () => {
    show();
    const line = await row('Rose');
    expect(line.getByText('Not enough data').closest('[title]')?.getAttribute('title')).toMatch(/^\$180\.00 of spend to go/);
    expect(line.getByRole('button', { name: /^Decide/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('decides as suggested without a note, and shows the stage that follows', async () => {
    show();
    const dialog = await decide();
    expect(dialog.getByText(/^Score 94\.5\. Suggestion: Scale/)).toBeTruthy();
    expect(dialog.getByText('Scaling')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Scale' }));
    await waitFor(() => expect(calls.decideEvaluation).toHaveBeenCalledTimes(1));
    expect(calls.decideEvaluation.mock.calls[0]?.[0]).toEqual({ id: 1, version: 3, decision: 'scale', ...anyIdempotencyKey });
  });

  it('asks for a note when the decision differs, and closes the campaigns of a stopped drama on demand', async () => {
    show();
    const dialog = await decide();
    await userEvent.click(dialog.getByRole('radio', { name: 'Stop' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    expect(calls.decideEvaluation).not.toHaveBeenCalled();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Note/ }), 'too expensive');
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Also turn off 2 active campaigns/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(calls.decideEvaluation).toHaveBeenCalledTimes(1));
    expect(calls.decideEvaluation.mock.calls[0]?.[0]).toMatchObject({ decision: 'stop', note: 'too expensive', close_campaigns: true });
  });

  it('lets only those open a round who may', async () => {
    show({ actions: ['export'] });
    await row('Rose');
    expect(screen.queryByRole('button', { name: 'New evaluation' })).toBeNull();
  });

  it('leads to the performance of the drama over the days of the round', async () => {
    show({ pages: ['/analyse/effect'] });
    await userEvent.click((await row('Wolf King')).getByText('More'));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Drama performance' }));
    expect(place()).toBe('/analyse/effect?date_from=2026-11-10&date_to=2026-11-18&drama_id=2');
  });

  it('shows the parts of a score, the days, countries and creatives of a round, and its other rounds', async () => {
    show();
    await userEvent.click((await row('Wolf King')).getByText('Wolf King'));
    const drawer = within(await screen.findByRole('dialog', { name: 'Wolf King, round 2' }));
    expect(await drawer.findByText('radar: Parts of the score')).toBeTruthy();
    expect(calls.evaluationDetail.mock.calls[0]?.[0]).toEqual({ id: 1 });
    expect(calls.trendEvaluation.mock.calls[0]?.[0]).toEqual({ id: 1, metrics: ['spend', 'roi_d0'] });
    for (const text of ['2026-11-10', 'United States', 'Hook']) expect(await drawer.findByText(text)).toBeTruthy();
    expect(within(drawer.getByRole('table', { name: 'Other rounds' })).getByText('2026-10-01 ~ 2026-10-08')).toBeTruthy();
  });
});

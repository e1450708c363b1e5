// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { soundScheme } from '#tests/support/sound-scheme.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  querySchemeFigures: vi.fn(),
  trendSchemeFigures: vi.fn(),
  exportSchemeFigures: Object.assign(vi.fn(), { count: vi.fn() }),
  compareSchemeVersions: vi.fn(),
}));
vi.mock('#src/services/scheme-reports.service.ts', () => calls);
const simple = vi.hoisted(() => ({
  schemes: vi.fn(),
  named:
    (label: string) =>
    async ({ ids = [] }: { ids?: number[] }) => ({ list: ids.map((id) => ({ id, label })), total: ids.length }),
}));
vi.mock('#src/services/schemes.service.ts', () => ({ simpleSchemes: simple.schemes }));
vi.mock('#src/services/sites.service.ts', () => ({ simpleSites: simple.named('Shop') }));
vi.mock('#src/services/homepages.service.ts', () => ({ simpleHomepages: simple.named('Galaxy Shorts') }));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({
  shown: ['dims', 'version', 'scheme_status', 'scheme_bid_strategy', 'scheme_budget', 'spend', 'do'],
  density: 'regular',
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({}) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({ default: ({ kind }: { kind: string }) => <p>{kind}</p> }));

const m = { publishes: 3, takeoff_rate: 0.25, spend: 120_000 };
const body = {
  objective: 'OUTCOME_SALES',
  budget_usd: 9_900,
  budget_mode: 'daily',
  budget_level: 'campaign',
  bid_strategy: 'COST_CAP',
  countries: ['US'],
  structure: [1, 2, 3],
};
const scheme = (id: number, label: string, more: object = {}) => ({
  key: String(id),
  dims: {
    scheme: {
      id,
      label,
      version: 3,
      owner: { id: 7, label: 'Li' },
      status: 'enabled',
      deleted: false,
      body,
      can: ['publish', 'edit'],
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
const days = 'date_from=2026-11-10&date_to=2026-11-20';

function show(search = '', pages: string[] = ['/analyse/scheme-user', '/advertising/publish', '/advertising/start']) {
  actor = createActor(page.machine, { input: { search: `?${days}${search}` } }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <Here />
      <ViewerProvider viewer={{ id: 2, account: 'lead_a', isAdmin: 0, isLeader: true, actions: ['publish'], name: '', pages: open }}>
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
const items = async (name: string) => {
  await userEvent.click((await row(name)).getByText('More'));
  return screen.getAllByRole('menuitem');
};

beforeEach(() => {
  for (const call of [calls.querySchemeFigures, calls.trendSchemeFigures, calls.compareSchemeVersions, simple.schemes]) call.mockReset();
  calls.querySchemeFigures.mockResolvedValue(answer([scheme(5, 'US scaling')]));
  calls.trendSchemeFigures.mockResolvedValue({ x: [], series: [], as_of: '2026-11-20T08:00:00Z', provisional_from: '2026-11-19' });
  simple.schemes.mockImplementation(simple.named('US scaling'));
});
afterEach(() => {
  actor.stop();
  cleanup();
});

describe('scheme list', () => {
  it('shows what each scheme says', async () => {
    show();
    const line = await row('US scaling');
    expect(['v3', 'Enabled', 'Cost cap', '$99.00'].map((text) => line.getByText(text).tagName)).toHaveLength(4);
  });

  it('hides what a private scheme of a colleague says, and what cannot be done with it', async () => {
    calls.querySchemeFigures.mockResolvedValue(answer([scheme(5, 'Private', { body: null, can: [] })]));
    show();
    const line = await row('Private');
    expect(line.getAllByTitle('You do not have permission to view this scheme').length).toBeGreaterThan(0);
    expect(line.getByText('$1,200.00')).toBeTruthy();
    expect((await items('Private')).map((item) => [item.textContent?.slice(0, 11), item.getAttribute('aria-disabled')])).toEqual([
      ['Edit scheme', 'true'],
      expect.arrayContaining(['true']),
      ['Campaigns', null],
    ]);
  });

  it('keeps the name of a deleted scheme, which can only be looked at', async () => {
    calls.querySchemeFigures.mockResolvedValue(answer([scheme(5, 'Gone', { deleted: true, can: [] })]));
    show();
    const line = await row('Gone');
    expect(line.getByText('Deleted')).toBeTruthy();
    expect(line.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Compare versions', 'Campaigns']);
  });

  it.each([
    ['Edit scheme', '/advertising/publish?tab=schemes&open=5'],
    ['Create ads', '/advertising/publish?tab=publish&scheme_id=5'],
    ['Campaigns', '/advertising/start?scheme_id=5'],
  ])('leads on: %s', async (name, path) => {
    show();
    await items('US scaling');
    await userEvent.click(screen.getByRole('menuitem', { name }));
    expect(place()).toBe(path);
  });

  it('compares the latest two versions, and highlights what was changed', async () => {
    const [first, second] = [soundScheme(), soundScheme({ money: { budget_usd: 9_900 } })];
    calls.compareSchemeVersions.mockResolvedValue({ bodies: [first, second], diffs: ['money.budget_usd'], m: [{ spend: 7_700 }, {}] });
    show();
    await userEvent.click((await row('US scaling')).getByRole('button', { name: 'Compare versions US scaling' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions of US scaling' }));
    const line = within((await dialog.findByRole('rowheader', { name: 'Budget' })).closest('tr') as HTMLElement);
    expect(line.getByText('$99.00').tagName).toBe('INS');
    expect(dialog.queryByRole('rowheader', { name: 'Countries' })).toBeNull();
    expect(dialog.getByText('$77.00')).toBeTruthy();
    expect(calls.compareSchemeVersions.mock.calls[0]?.[0]).toEqual({
      scheme_id: 5,
      versions: [2, 3],
      date_from: '2026-11-10',
      date_to: '2026-11-20',
      filters: {},
    });
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Only what differs' }));
    expect(dialog.getByRole('rowheader', { name: 'Countries' })).toBeTruthy();
    expect(dialog.getAllByText('Galaxy Shorts')).toHaveLength(2);
  });

  it('says so when there is only one version', async () => {
    calls.querySchemeFigures.mockResolvedValue(answer([scheme(5, 'New', { version: 1 })]));
    show();
    expect((await row('New')).getByRole('button', { name: 'Compare versions New' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows only metrics in a comparison of a scheme that is hidden', async () => {
    calls.querySchemeFigures.mockResolvedValue(answer([scheme(5, 'Private', { body: null, can: [] })]));
    calls.compareSchemeVersions.mockResolvedValue({ bodies: [null, null], diffs: [], m: [{ spend: 5_000 }, {}] });
    show();
    await userEvent.click((await row('Private')).getByRole('button', { name: 'Compare versions Private' }));
    expect(await screen.findByText('You do not have permission to view this scheme', { selector: 'td' })).toBeTruthy();
    expect(screen.getByText('$50.00')).toBeTruthy();
  });

  it('shows a block with a link for a scheme that is unknown', async () => {
    simple.schemes.mockResolvedValue({ list: [], total: 0 });
    calls.querySchemeFigures.mockResolvedValue(answer([]));
    show('&scheme_id=99');
    expect(await screen.findByText('Object does not exist or you do not have permission')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Back to scheme analysis' }));
    expect(place()).toBe('/analyse/scheme-user');
  });
});

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
  querySchemeUsers: vi.fn(),
  trendSchemeUsers: vi.fn(),
  exportSchemeUsers: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/scheme-reports.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'publishes', 'takeoff_rate', 'do'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({}) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: ({ kind, groups = [] }: { kind: string; groups?: { label: string; values: (number | null)[] }[] }) => (
    <p>{`${kind}: ${groups.map(({ label, values }) => `${label} ${values.join(' ')}`).join(', ')}`}</p>
  ),
}));

const m = { publishes: 3, takeoff_rate: 0.25, spend: 120_000 };
const user = (id: number, label: string, more: object = {}) => ({
  key: String(id),
  dims: { user: { id, label, deleted: false, ...more } },
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

function show(pages: string[] = ['/analyse/scheme-list', '/advertising/publish'], actions: string[] = ['publish']) {
  actor = createActor(page.machine, { input: { search: `?${days}` } }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <Here />
      <ViewerProvider viewer={{ id: 2, account: 'lead_a', isAdmin: 0, isLeader: true, actions, name: '', pages: open }}>
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
  for (const call of [calls.querySchemeUsers, calls.trendSchemeUsers]) call.mockReset();
  calls.querySchemeUsers.mockResolvedValue(
    answer([user(7, 'Li'), user(8, 'Wang', { deleted: true })], { left_out: { m: { spend: 70_000 } } }),
  );
  calls.trendSchemeUsers.mockResolvedValue({ x: [], series: [], as_of: '2026-11-20T08:00:00Z', provisional_from: '2026-11-19' });
});
afterEach(() => {
  actor.stop();
  cleanup();
});

describe('scheme analysis', () => {
  it('shows what people publish, and marks those who were deleted', async () => {
    show();
    expect((await row('Li')).getByText('25.00%')).toBeTruthy();
    expect((await row('Wang')).getByText('Deleted')).toBeTruthy();
  });

  it('leads from a person to their schemes over the same days', async () => {
    show();
    await userEvent.click((await row('Li')).getByRole('button', { name: 'Schemes Li' }));
    expect(place()).toBe(`/analyse/scheme-list?${days}&user_id=7`);
  });

  it('links to no page that the user may not open', async () => {
    show([]);
    expect((await row('Li')).queryByRole('button')).toBeNull();
  });

  it('compares publishes and take-off of people side by side', async () => {
    show();
    await row('Li');
    await userEvent.click(screen.getByRole('button', { name: 'Publishes and take-off' }));
    expect(await screen.findByText('bars: Li 3 0.25, Wang 3 0.25')).toBeTruthy();
  });

  it('says what ads spent that come from no scheme, and nothing when there are none', async () => {
    show();
    await row('Li');
    expect(screen.getByText(/^Ads from no scheme are not included.*\$700\.00/)).toBeTruthy();
    cleanup();
    calls.querySchemeUsers.mockResolvedValue(answer([user(7, 'Li')], { left_out: { m: { spend: 0 } } }));
    show();
    await row('Li');
    expect(screen.queryByText(/^Ads from no scheme/)).toBeNull();
  });

  it('offers to publish when there is nothing, to those who may', async () => {
    calls.querySchemeUsers.mockResolvedValue(answer([]));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Create ads' }));
    expect(place()).toBe('/advertising/publish?tab=publish');
    cleanup();
    show(undefined, []);
    await screen.findAllByText(/^Nothing was published from a scheme/);
    expect(screen.queryByRole('button', { name: 'Create ads' })).toBeNull();
  });
});

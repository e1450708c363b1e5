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
  queryPerformance: vi.fn(),
  trendPerformance: vi.fn(),
  exportPerformance: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/performance.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'life_days', 'uploaded', 'hits', 'do'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({ languages: [], genres: [] }) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: { kind: string; lines?: { label: string }[]; groups?: { label: string; values: number[] }[] }) => (
    <p>{`${props.kind}: ${(props.lines ?? []).map(({ label }) => label).join(', ')}${(props.groups ?? [])
      .map(({ label, values }) => `${label} ${values.join('/')}`)
      .join(', ')}`}</p>
  ),
}));

const editor = (id: number, label: string, m: object) => ({
  key: String(id),
  dims: { creator: { id, label, deleted: false, department: null } },
  m,
});
const material = {
  key: '7',
  dims: {
    material: {
      id: 7,
      label: 'Twist',
      cover_url: null,
      code: 'M000007',
      kind: 'video',
      drama: null,
      hit_level: 'hit',
      first_used_at: null,
      life_days: 4,
      peak_day: '2026-11-12',
    },
  },
  m: { uploaded: 1, used: 1, hits: 1, spend: 100 },
};
const answer = (list: object[]) => ({
  list,
  total: list.length,
  totals: { m: { uploaded: 9, used: 5, hits: 1, spend: 120_000, revenue: 60_000, roi_d0: 0.4 } },
  as_of: '2026-11-20T08:00:00Z',
  provisional_from: '2026-11-19',
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
      <ViewerProvider viewer={{ id: 2, account: 'edit_01', isAdmin: 0, isLeader: false, actions: ['export'], name: '', pages: open }}>
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
  for (const call of [calls.queryPerformance, calls.trendPerformance]) call.mockReset();
  calls.queryPerformance.mockResolvedValue(
    answer([editor(3, 'Chen', { uploaded: 6, used: 4, hits: 1 }), editor(4, 'Wu', { uploaded: 3, used: 1, hits: 0 })]),
  );
  calls.trendPerformance.mockImplementation(async ({ metrics }: { metrics: string[] }) => ({
    x: ['2026-11-18', '2026-11-19'],
    series: metrics.map((metric) => ({ key: 'total', label: '', metric, data: [1, 2] })),
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  }));
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('the performance of materials', () => {
  it('requests editors for the days and filters of its address', async () => {
    show(`?${days}&biz=dj&creator_id=3`);
    await row('Chen');
    expect(calls.queryPerformance.mock.calls[0]?.[0]).toMatchObject({
      date_from: '2026-11-10',
      date_to: '2026-11-20',
      group_by: ['creator'],
      filters: { biz: 'dj', creator_id: [3] },
    });
    expect(await screen.findByText('trend: Uploaded, D0 ROI')).toBeTruthy();
  });

  it('draws uploads, first uses and hits of each editor as bars', async () => {
    show();
    await row('Chen');
    await userEvent.click(screen.getByRole('button', { name: 'Output' }));
    expect(await screen.findByText('bars: Chen 6/4/1, Wu 3/1/0')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    const table = within(screen.getByRole('table', { name: '' }).closest('section') as HTMLElement);
    expect(table.getByRole('rowheader', { name: 'Chen' })).toBeTruthy();
  });

  it('leads from an editor to the months, where the user may open them', async () => {
    show(`?${days}`, ['/analyse/performance-month']);
    await userEvent.click((await row('Wu')).getByRole('button', { name: /^By month/ }));
    expect(place()).toBe('/analyse/performance-month?creator_id=4');
  });

  it('shows how long each material spent and links to its video analysis', async () => {
    calls.queryPerformance.mockResolvedValue(answer([material]));
    show(`?${days}&group_by=material`, ['/analyse/video']);
    const line = await row('Twist');
    expect(line.getByText('4')).toBeTruthy();
    await userEvent.click(line.getByRole('button', { name: /^Video analysis/ }));
    expect(place()).toBe(`/analyse/video?${days}&material_id=7`);
  });

  it('sorts creatives below their editor by a column of creatives, and the editors by spend', async () => {
    show(`?${days}&group_by=creator,material&sort=life_days.asc`);
    const line = await row('Chen');
    expect(calls.queryPerformance.mock.lastCall?.[0]).toMatchObject({ group_by: ['creator'], sort: [{ field: 'spend', order: 'desc' }] });
    calls.queryPerformance.mockResolvedValue(answer([material]));
    await userEvent.click(line.getByRole('button', { name: /Chen$/ }));
    await row('Twist');
    expect(calls.queryPerformance.mock.lastCall?.[0]).toMatchObject({
      group_by: ['material'],
      under: [{ by: 'creator', id: 3 }],
      sort: [{ field: 'life_days', order: 'asc' }],
    });
  });

  it('offers editors without uploads to upload', async () => {
    calls.queryPerformance.mockResolvedValue({ ...answer([]), total: 0 });
    show(`?${days}`, ['/material/upload']);
    await userEvent.click(await screen.findByRole('button', { name: 'Upload creatives' }));
    expect(place()).toBe('/material/upload');
  });
});

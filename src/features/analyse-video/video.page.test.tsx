// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  queryVideo: vi.fn(),
  trendVideo: vi.fn(),
  exportVideo: Object.assign(vi.fn(), { count: vi.fn() }),
  curveOfVideos: vi.fn(),
  fatigueOfVideo: vi.fn(),
}));
const files = vi.hoisted(() => ({ materialDetail: vi.fn(), materialUrl: vi.fn() }));
vi.mock('#src/services/video.service.ts', () => calls);
vi.mock('#src/services/materials.service.ts', async (original) => ({ ...(await original<object>()), ...files }));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'hit_level', 'spend', 'hook_rate', 'do'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({ languages: [], genres: [] }) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: {
    kind: string;
    curves?: { label: string; data: { value: number | null }[] }[];
    bubbles?: { label: string; group: string }[];
    marks?: { at: string; text: string }[];
    timeline?: { at?: number; onSeek: (share: number) => void };
  }) => (
    <p>
      {props.timeline && <button type="button" aria-label="seek to half" onClick={() => props.timeline?.onSeek(0.5)} />}
      {[
        props.kind,
        ...(props.curves ?? []).map(({ label, data }) => `${label} ${data.map(({ value }) => value).join(' ')}`),
        ...(props.bubbles ?? []).map(({ label, group }) => `${label} (${group})`),
        ...(props.marks ?? []).map(({ at, text }) => `${at} ${text}`),
        ...(props.timeline?.at === undefined ? [] : [`at ${props.timeline.at}`]),
      ].join('; ')}
    </p>
  ),
}));

const rates = { p25_rate: 0.45, p50_rate: 0.28, p75_rate: 0.19, p95_rate: 0.12, completion_rate: 0.1, hook_rate: 0.3, roi_d0: 0.5 };
const video = (id: number, label: string, more: object = {}) => ({
  key: String(id),
  dims: {
    material: { id, label, cover_url: null, duration_ms: 12_000, drama: { id: 9, label: 'Wolf King' }, creator: null, hit_level: 'hit' },
  },
  m: { spend: 120_000, impressions: 5_000, video_plays: 900, ...rates, ...more },
});
const answer = (list: object[]) => ({
  list,
  total: list.length,
  totals: { m: { spend: 120_000 } },
  as_of: '2026-11-20T08:00:00Z',
  provisional_from: '2026-11-19',
});
const days = 'date_from=2026-11-10&date_to=2026-11-20';
const asked = { date_from: '2026-11-10', date_to: '2026-11-20' };

let actor: AnyActorRef;
function show(search = `?${days}`) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'edit_01', isAdmin: 0, isLeader: false, actions: ['export'], name: '', pages: [] }}>
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
  for (const call of [...Object.values(calls), ...Object.values(files)]) call.mockReset();
  const parts: Record<string, object[]> = {
    ad: [
      {
        key: '3',
        dims: { ad: { id: 3, label: 'Ad 3', base: { effective_status: 'ACTIVE', account: { id: 4, label: 'Galaxy US' } } } },
        m: { spend: 4_500, hook_rate: 0.31 },
      },
    ],
    account: [],
    country: [{ key: 'US', dims: { country: { id: 'US', label: 'United States' } }, m: { spend: 4_500 } }],
  };
  calls.queryVideo.mockImplementation(async ({ group_by: [by = ''] }: { group_by: string[] }) =>
    answer(parts[by] ?? [video(1, 'Hook'), video(2, 'Quiet', { impressions: 400, video_plays: 40 })]),
  );
  calls.trendVideo.mockImplementation(async ({ metrics }: { metrics: string[] }) => ({
    x: ['2026-11-18', '2026-11-19'],
    series: metrics.map((metric) => ({ key: 'total', label: '', metric, data: [1, 2] })),
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  }));
  calls.curveOfVideos.mockResolvedValue({ series: [{ material_id: 1, label: 'Hook', plays: 900, points: [1, 0.5, 0.4, 0.3, 0.2, 0.1] }] });
  calls.fatigueOfVideo.mockResolvedValue({
    x: ['2026-11-10', '2026-11-11'],
    ctr_link: [0.03, 0.02],
    cpm: [900, 950],
    tired_at: '2026-11-11',
  });
  files.materialDetail.mockResolvedValue({ status: 'ready', versions: [{ id: 1 }, { id: 5 }] });
  files.materialUrl.mockResolvedValue({ url: '/files/hook.mp4', expires_at: '2026-11-20T10:00:00Z' });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('video analysis', () => {
  it('requests videos for the days and filters of its address', async () => {
    show(`?${days}&ratio=9:16&duration=000-015&tag=twist&hit_level=hit&min_impressions=1000`);
    await row('Hook');
    expect(calls.queryVideo.mock.calls[0]?.[0]).toMatchObject({
      ...asked,
      group_by: ['material'],
      filters: { ratio: ['9:16'], duration: ['000-015'], tag: 'twist', hit_level: ['hit'], min_impressions: 1_000 },
    });
    expect(screen.getByText('Min. impressions: ≥ 1,000')).toBeTruthy();
  });

  it('draws rates of small samples in grey', async () => {
    show();
    expect((await row('Hook')).getByText('30.00%').className).not.toBe('ads-metric-doubtful');
    const grey = (await row('Quiet')).getByText('30.00%');
    expect(grey.className).toBe('ads-metric-doubtful');
    expect(grey.title).toBe('Small sample: fewer than 1,000 impressions');
  });

  it('draws retention only of videos with enough plays, and hook rate by ROI', async () => {
    show();
    await row('Hook');
    await userEvent.click(screen.getByRole('button', { name: 'Retention' }));
    expect(await screen.findByText('curves; Hook 1 0.45 0.28 0.19 0.12 0.1')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hook × ROI' }));
    expect(await screen.findByText('bubbles; Hook (Wolf King); Quiet (Wolf King)')).toBeTruthy();
  });

  it('marks the day a video tires', async () => {
    show();
    await row('Hook');
    await userEvent.click(screen.getByRole('button', { name: 'Fatigue', pressed: false }));
    expect(screen.getByText(/^Click Fatigue next to a video/)).toBeTruthy();
    await userEvent.click((await row('Hook')).getByRole('button', { name: /^Fatigue/ }));
    expect(await screen.findByText(/2026-11-11 Tired/)).toBeTruthy();
    expect(calls.fatigueOfVideo.mock.calls[0]?.[0]).toEqual({ material_id: 1 });
  });

  it('opens a video with its player, its derived cuts and the figures of its ads', async () => {
    show();
    await userEvent.click((await row('Hook')).getByRole('button', { name: /^Details/ }));
    expect((await screen.findByLabelText<HTMLVideoElement>('Hook', { selector: 'video' })).src).toContain('/files/hook.mp4');
    expect(calls.curveOfVideos.mock.calls[0]?.[0]).toEqual({ material_ids: [1, 5], ...asked, filters: {} });
    const ad = within(screen.getByText('Ad 3').closest('tr') as HTMLElement);
    for (const text of ['Galaxy US', 'Delivering', '$45.00', '31.00%']) expect(ad.getByText(text)).toBeTruthy();
    expect(screen.getByText('No ad account of yours used it on these days')).toBeTruthy();
    expect(calls.queryVideo.mock.calls.map(([request]) => request)).toContainEqual(
      expect.objectContaining({ ...asked, group_by: ['ad'], filters: { material_id: [1] } }),
    );
  });

  it('moves the line in the retention curve with the player, and the player with a click on the curve', async () => {
    show();
    await userEvent.click((await row('Hook')).getByRole('button', { name: /^Details/ }));
    const player = await screen.findByLabelText<HTMLVideoElement>('Hook', { selector: 'video' });
    Object.defineProperty(player, 'duration', { value: 40 });
    player.currentTime = 10;
    fireEvent.timeUpdate(player);
    expect(await screen.findByText('curves; Hook 1 0.5 0.4 0.3 0.2 0.1; at 0.25')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'seek to half' }));
    expect(player.currentTime).toBe(20);
  });

  it('shows figures without a player while the video is processed or hidden', async () => {
    files.materialDetail.mockRejectedValue(new Error('404'));
    show();
    await userEvent.click((await row('Hook')).getByRole('button', { name: /^Details/ }));
    expect(await screen.findByText(/^You may not open this creative/)).toBeTruthy();
    expect(files.materialUrl).not.toHaveBeenCalled();
  });
});

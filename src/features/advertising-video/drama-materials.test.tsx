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
  listMaterials: vi.fn(),
  pollMaterials: vi.fn(),
  pollMaterial: vi.fn(),
  materialDetail: vi.fn(),
  materialUsage: vi.fn(),
  materialUrl: vi.fn(),
  simpleMaterials: vi.fn(async () => ({ list: [] })),
  exportMaterials: Object.assign(vi.fn(), { count: vi.fn() }),
  editMaterial: vi.fn(),
  setMaterialCover: vi.fn(),
  tagMaterials: vi.fn(),
  shareMaterials: vi.fn(),
  archiveMaterials: vi.fn(),
  deleteMaterials: vi.fn(),
  syncMaterials: vi.fn(),
  bindMaterialsToProduct: vi.fn(),
  unblockMaterials: vi.fn(),
}));
vi.mock('#src/services/materials.service.ts', () => calls);
const dramas = vi.hoisted(() => ({
  listDramas: vi.fn(),
  createDrama: vi.fn(),
  editDrama: vi.fn(),
  setDramaStatus: vi.fn(),
  deleteDrama: vi.fn(),
  simpleDramas: vi.fn(async () => ({ list: [{ id: 3, label: 'She Came Back', sub: 'HER-BACK', status: 'on' }] })),
  exportDramas: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/dramas.service.ts', () => dramas);
vi.mock('#src/services/material-uploads.service.ts', () => ({
  openUploads: async () => ({ list: [] }),
  initUpload: vi.fn(),
  finishUpload: vi.fn(),
  cancelUpload: vi.fn(),
}));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({
    languages: [{ value: 'en', label_zh: '英语', label_en: 'English' }],
    tags: [{ value: 'wedding', label_zh: 'wedding', label_en: 'wedding' }],
    genres: [{ value: 'revenge', label_zh: '复仇', label_en: 'Revenge' }],
  }),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const material = {
  id: 5,
  version: 2,
  code: 'M0000005',
  biz: 'dj',
  kind: 'video',
  drama: { id: 3, label: 'She Came Back' },
  product: null,
  title: 'Opening scene',
  cover_url: null,
  width: 1080,
  height: 1920,
  duration_ms: 65_000,
  ratio: '9:16',
  size_bytes: 1_048_576,
  language: 'en',
  tags: ['opening'],
  creator: { id: 8, label: 'Chen' },
  uploader: { id: 8, label: 'Chen' },
  visibility: 'dept',
  status: 'ready',
  fail_reason: null,
  hit_level: 'hit',
  parent: null,
  accounts_synced: 0,
  first_used_at: null,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'archive', 'delete', 'sync'],
};
const drama = {
  id: 3,
  version: 1,
  code: 'HER-BACK',
  title: 'She Came Back',
  title_en: null,
  language: 'en',
  genres: ['revenge'],
  episodes_total: 80,
  free_episodes: 10,
  price_model: 'coin',
  stage: 'testing',
  status: 'on',
  target_roi_d0_bp: 6000,
  online_at: '2026-11-19',
  copyright_until: '2026-11-25',
  cover_url: null,
  materials: 4,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'set_status', 'delete'],
};

let actor: AnyActorRef;

function show(search = '') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider
        viewer={{
          id: 2,
          account: 'opt',
          name: '',
          isAdmin: 0,
          isLeader: false,
          actions: ['material', 'export'],
          pages: [{ path: '/advertising/post', title: '帖子管理', titleEn: 'Posts' }],
        }}
      >
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00.000Z') });
  vi.clearAllMocks();
  calls.listMaterials.mockResolvedValue({ list: [material], total: 1 });
  dramas.listDramas.mockResolvedValue({ list: [drama], total: 1 });
});
afterEach(() => {
  actor.stop();
  cleanup();
  vi.useRealTimers();
});

describe('short-drama materials', () => {
  it('stand as pictures, with what tells one from another, and ask for this line of business only', async () => {
    show('?drama_id=3');
    const card = within(await screen.findByRole('listitem', { name: 'Opening scene' }));
    expect(card.getByText('9:16 · 1:05')).toBeTruthy();
    expect(card.getByText('Hit')).toBeTruthy();
    // In Shanghai it is the 21st already.
    const days = { data_from: '2026-11-15', data_to: '2026-11-21' };
    expect(calls.listMaterials.mock.calls[0]?.[0]).toEqual({ biz: 'dj', drama_id: 3, ...days, page: 1, page_size: 20 });
    expect(await screen.findByRole('button', { name: 'Remove filter Drama: She Came Back' })).toBeTruthy();
  });

  it('are tagged in bulk, once the reader said with what', async () => {
    calls.tagMaterials.mockResolvedValue({
      batch_id: 7,
      status: 'succeeded',
      total: 1,
      done: 1,
      ok: 1,
      fail: 0,
      skip: 0,
      unknown: 0,
      canceled: 0,
    });
    show();
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('checkbox', { name: /Opening scene/ }));
    await user.click(screen.getByRole('button', { name: 'Tag' }));
    await user.type(await screen.findByLabelText('Add tags'), 'summer,we');
    await user.click(await screen.findByRole('option', { name: 'wedding' }));
    await user.click(screen.getByRole('button', { name: 'Update 1 creative' }));
    await waitFor(() => expect(calls.tagMaterials).toHaveBeenCalledTimes(1));
    expect(calls.tagMaterials.mock.calls[0]?.[0]).toMatchObject({ ids: [5], add: ['summer', 'wedding'], remove: [] });
  });

  it('are narrowed by several of the tags in use', async () => {
    show();
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: /^More filters/ }));
    await user.click(await screen.findByRole('combobox', { name: 'Tags' }));
    await user.click(await screen.findByRole('option', { name: 'wedding' }));
    await waitFor(() => expect(calls.listMaterials.mock.calls.at(-1)?.[0]).toMatchObject({ tag: ['wedding'] }));
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Tags: wedding')).toBeTruthy();
  });
});

describe('figures of materials', () => {
  const figured = {
    list: [{ ...material, m: { spend: 120_000, roi_d0: 0.5, hook_rate: 0.31 }, running: true }],
    total: 1,
    totals: { m: { spend: 340_000, roi_d0: 0.4, hook_rate: null }, used_ads: 12 },
    as_of: '2026-11-19T08:00:00Z',
    newest_at: '2026-11-20T17:50:00Z',
    warnings: [
      { kind: 'stale_account', text: 'One account is behind', refs: [{ id: 8, label: 'Star TH 01', since: '2026-11-19T08:00:00Z' }] },
    ],
  };
  const user = () => userEvent.setup({ advanceTimers: () => undefined });
  const asTable = async () => await user().click(await screen.findByRole('button', { name: 'Table' }));
  const asked = () => calls.listMaterials.mock.calls.at(-1)?.[0];

  it('stand in the table with what all of them come to, and say how fresh they are', async () => {
    calls.listMaterials.mockResolvedValue(figured);
    show();
    // Pictures are told of as well.
    const fresh = 'Data as of 01:50 (1 account stopped at 11-19 16:00)';
    expect(await screen.findByText(fresh)).toBeTruthy();
    expect(screen.getByText('One account is behind')).toBeTruthy();
    await asTable();
    const row = within(await screen.findByRole('row', { name: /Opening scene/ }));
    expect(row.getByText('$1,200.00')).toBeTruthy();
    expect(row.getByText('0.50~')).toBeTruthy();
    expect(row.getByText('31.00%')).toBeTruthy();
    const total = within(screen.getByRole('row', { name: /Total/ }));
    expect(total.getByText('$3,400.00')).toBeTruthy();
    expect(total.getByText('12')).toBeTruthy();
    expect(screen.getByText(fresh)).toBeTruthy();
    expect(screen.getByText('One account is behind')).toBeTruthy();
    await user().click(screen.getByRole('button', { name: /^Spend/ }));
    await waitFor(() => expect(asked()).toMatchObject({ sort: [{ field: 'spend' }], data_from: '2026-11-15', data_to: '2026-11-21' }));
  });

  it('are of the days that are chosen, and narrow the materials', async () => {
    calls.listMaterials.mockResolvedValue(figured);
    show('?data_from=2026-11-01&data_to=2026-11-10&metric_range=roi_d0~0.3~');
    await screen.findByRole('listitem', { name: 'Opening scene' });
    const days = { data_from: '2026-11-01', data_to: '2026-11-10' };
    expect(asked()).toMatchObject({ ...days, metric_range: [{ metric: 'roi_d0', min: 0.3 }] });
    await user().click(screen.getByRole('button', { name: /^Remove filter Metric range: .*0\.3/ }));
    await waitFor(() => expect(asked()).toMatchObject({ metric_range: undefined }));
    expect(asked()).toMatchObject(days);
    await user().click(screen.getByRole('button', { name: /^Remove filter Data dates/ }));
    await waitFor(() => expect(asked()).toMatchObject({ data_from: '2026-11-15', data_to: '2026-11-21' }));
  });
});

describe('the dramas', () => {
  it('warn of a copyright that ends soon, and send their target in basis points', async () => {
    dramas.editDrama.mockResolvedValue({ ...drama, version: 2 });
    show('?tab=dramas');
    const row = within(await screen.findByRole('row', { name: /She Came Back/ }));
    expect(row.getByText('0.60')).toBeTruthy();
    expect(row.getByTitle('4 days left')).toBeTruthy();
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(row.getByRole('button', { name: 'She Came Back' }));
    const target = within(await screen.findByRole('dialog')).getByLabelText(/Target D0 ROI/);
    await user.clear(target);
    await user.type(target, '0.75');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dramas.editDrama).toHaveBeenCalledTimes(1));
    expect(dramas.editDrama.mock.calls[0]?.[0]).toMatchObject({ id: 3, version: 1, target_roi_d0_bp: 7500 });
    expect(dramas.editDrama.mock.calls[0]?.[0]).not.toHaveProperty('title');
  });

  it('are switched off after a question', async () => {
    dramas.setDramaStatus.mockResolvedValue({ ...drama, status: 'off' });
    show('?tab=dramas');
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('switch', { name: /She Came Back/ }));
    expect(dramas.setDramaStatus).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Take offline' }));
    await waitFor(() => expect(dramas.setDramaStatus.mock.calls[0]?.[0]).toEqual({ id: 3, status: 'off' }));
    expect(await screen.findByText('Off')).toBeTruthy();
  });
});

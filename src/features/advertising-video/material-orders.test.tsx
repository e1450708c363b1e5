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
  editMaterials: vi.fn(),
  reprocessMaterials: vi.fn(),
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
  running: 0,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'set_status', 'delete'],
};

let actor: AnyActorRef;

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

const address = () => screen.getByRole('status', { name: 'address' }).textContent;

function show(search = '', paths = ['/advertising/post', '/advertising/publish']) {
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
          actions: ['material', 'publish', 'export'],
          pages: paths.map((path) => ({ path, title: path, titleEn: path })),
        }}
      >
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
          <Address />
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

const begun = { batch_id: 7, status: 'succeeded', total: 1, done: 1, ok: 1, fail: 0, skip: 0, unknown: 0, canceled: 0 };

async function choose() {
  const user = userEvent.setup({ advanceTimers: () => undefined });
  await user.click(await screen.findByRole('checkbox', { name: /Opening scene/ }));
  return user;
}

describe('orders for chosen materials', () => {
  it('are not sent without an ad account to copy into', async () => {
    show();
    const user = await choose();
    await user.click(screen.getByRole('button', { name: 'Sync to accounts' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Sync 1/ }));
    expect(dialog.getByText(/select at least one/i)).toBeTruthy();
    expect(calls.syncMaterials).not.toHaveBeenCalled();
  });

  it('change what is filled in, and nothing else', async () => {
    calls.editMaterials.mockResolvedValue(begun);
    show();
    const user = await choose();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Edit creatives in bulk/ }));
    await user.click(dialog.getByRole('button', { name: /^Update 1/ }));
    expect(calls.editMaterials).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('combobox', { name: 'Drama' }));
    await user.click(await screen.findByRole('option', { name: /She Came Back/ }));
    await user.click(dialog.getByRole('button', { name: /^Update 1/ }));
    await waitFor(() => expect(calls.editMaterials).toHaveBeenCalledOnce());
    expect(calls.editMaterials.mock.calls[0]?.[0]).toEqual({
      ids: [5],
      patch: { drama_id: 3 },
      idempotency_key: expect.any(String),
    });
  });

  it('say at the field what the server finds wrong with a change', async () => {
    const errors = [{ field: 'patch.drama_id', rule: 'exists', message: 'no such drama' }];
    calls.editMaterials.mockRejectedValue(Object.assign(new Error('wrong'), { reason: 'VALIDATION', data: { errors } }));
    show();
    const user = await choose();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Edit creatives in bulk/ }));
    await user.click(dialog.getByRole('combobox', { name: 'Drama' }));
    await user.click(await screen.findByRole('option', { name: /She Came Back/ }));
    await user.click(dialog.getByRole('button', { name: /^Update 1/ }));
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Drama' }).getAttribute('aria-invalid')).toBe('true'));
    expect(dialog.getByText('no such drama')).toBeTruthy();
  });

  it('process again those that failed, where that is offered', async () => {
    calls.reprocessMaterials.mockResolvedValue(begun);
    calls.listMaterials.mockResolvedValue({ list: [{ ...material, status: 'failed', can: ['edit', 'reprocess'] }], total: 1 });
    show();
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: /More.*Opening scene/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reprocess' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Reprocess 1/ }));
    await waitFor(() => expect(calls.reprocessMaterials.mock.calls[0]?.[0]).toEqual({ ids: [5], idempotency_key: expect.any(String) }));
  });

  it('bring archived ones back', async () => {
    calls.archiveMaterials.mockResolvedValue(begun);
    calls.listMaterials.mockResolvedValue({ list: [{ ...material, status: 'archived', can: ['edit', 'unarchive'] }], total: 1 });
    show();
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: /More.*Opening scene/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unarchive' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Restore 1/ }));
    await waitFor(() => expect(calls.archiveMaterials.mock.calls[0]?.[0]).toMatchObject({ ids: [5], archived: false }));
  });

  it('unblock only what the reader may unblock, and say why it cannot be archived meanwhile', async () => {
    calls.unblockMaterials.mockResolvedValue(begun);
    calls.listMaterials.mockResolvedValue({ list: [{ ...material, status: 'blocked', can: ['edit', 'unblock'] }], total: 1 });
    show();
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: /More.*Opening scene/ }));
    expect(await screen.findByText('Not available while “Blocked”')).toBeTruthy();
    await user.click(screen.getByRole('menuitem', { name: 'Unblock' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Unblock 1/ }));
    await waitFor(() => expect(calls.unblockMaterials.mock.calls[0]?.[0]).toMatchObject({ ids: [5] }));
  });
});

describe('other pages about the materials and dramas', () => {
  it('takes the chosen materials to the publish wizard, with the drama that the list is narrowed to', async () => {
    show('?drama_id=3');
    const user = await choose();
    await user.click(screen.getByRole('button', { name: 'Publish ads' }));
    expect(address()).toBe('/advertising/publish?tab=publish&material_biz=dj&content_id=3&material_ids=5');
  });

  it('offers no publishing without the page', async () => {
    show('', ['/advertising/post']);
    await choose();
    expect(screen.getByRole('button', { name: 'Create posts' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Publish ads' })).toBeNull();
  });

  it.each([
    ['figures', 'Data', '', '/analyse/video?material_id=5'],
    [
      'orders over the days of its figures',
      'Orders',
      '?data_from=2026-11-01&data_to=2026-11-07',
      '/analyse/material?material_id=5&date_from=2026-11-01&date_to=2026-11-07',
    ],
  ])('leads from a video to its %s', async (_what, text, search, place) => {
    show(search, ['/analyse/video', '/analyse/material']);
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: /More.*Opening scene/ }));
    await user.click(await screen.findByRole('menuitem', { name: text }));
    expect(address()).toBe(place);
  });

  it.each([
    ['Performance', '/analyse/effect?drama_id=3'],
    ['Evaluation', '/analyse/evaluate?drama_id=3'],
    ['Orders', '/analyse/material?drama_id=3'],
  ])('leads from a drama to its %s', async (text, place) => {
    show('?tab=dramas', [place.split('?')[0] ?? '']);
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: `${text} She Came Back` }));
    expect(address()).toBe(place);
  });

  it('names the campaigns that go on when a drama is switched off', async () => {
    dramas.listDramas.mockResolvedValue({ list: [{ ...drama, running: 2 }], total: 1 });
    show('?tab=dramas', ['/advertising/start']);
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('switch', { name: /She Came Back/ }));
    const link = await screen.findByRole('link', { name: '2 running campaigns continue' });
    expect(link.getAttribute('href')).toBe('/advertising/start?view=running&drama_id=3');
  });

  it('offers no page that may not be opened', async () => {
    show('');
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: /More.*Opening scene/ }));
    expect(await screen.findByRole('menuitem', { name: 'Version history' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Data' })).toBeNull();
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { page } from '#src/features/material-upload/index.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import type { StopReason } from '#src/services/upload-bytes.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from './ui-frame.tsx';

/* The page of uploads on a stage of its own: files hold nothing, and a test says what becomes of their bytes. */

const uploads = vi.hoisted(() => ({
  initUpload: vi.fn(),
  finishUpload: vi.fn(),
  cancelUpload: vi.fn(),
  openUploads: vi.fn(),
}));
vi.mock('#src/services/material-uploads.service.ts', () => uploads);
const performance = vi.hoisted(() => ({ queryPerformance: vi.fn() }));
vi.mock('#src/services/performance.service.ts', () => performance);
const bytes = vi.hoisted(() => ({ sendBytes: vi.fn() }));
vi.mock('#src/services/upload-bytes.ts', () => bytes);
const media = vi.hoisted(() => ({ readMediaFacts: vi.fn(), capturePoster: vi.fn(async () => 'cG9zdGVy') }));
vi.mock('#src/platform/media-facts.ts', () => media);
const hashing = vi.hoisted(() => ({ hashFile: vi.fn() }));
vi.mock('#src/platform/file-hash.ts', () => hashing);
const materials = vi.hoisted(() => ({ listMaterials: vi.fn(), pollMaterials: vi.fn(), pollMaterial: vi.fn() }));
vi.mock('#src/services/materials.service.ts', async (original) => ({ ...(await original<object>()), ...materials }));
vi.mock('#src/services/dramas.service.ts', async (original) => ({
  ...(await original<object>()),
  simpleDramas: async () => ({ list: [{ id: 3, label: 'She Came Back', sub: 'HER-BACK · en', status: 'on' }] }),
}));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({ languages: [{ value: 'en', label_zh: '英语', label_en: 'English' }], genres: [] }),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

export const MIB = 1024 ** 2;
export const opened = { upload_id: 'u1', url: '/api/uploads/u1', chunk_size: 8 * MIB, received: 0 };
export const before = {
  upload_id: 'u0',
  filename: 'old.mp4',
  size: 4 * MIB,
  sha256: 'old',
  received: MIB,
  expires_at: '2026-11-21T02:00:00Z',
  meta: { biz: 'dj', drama_id: 3, language: 'en', creator_user_id: 2, visibility: 'dept', tags: [], title: 'Old cut' },
  content: 'She Came Back',
};

/** A file of any size without content. */
export function fileOf(name: string, size = 4 * MIB): File {
  const file = new File(['x'], name, { type: '' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

interface Sending {
  signal: AbortSignal;
  onProgress: (sent: number, speed: number) => void;
  end: () => void;
  breakOff: (reason: StopReason) => void;
}
export const sendings: Sending[] = [];
export const sending = async (at: number): Promise<Sending> => {
  await waitFor(() => expect(sendings.length).toBeGreaterThan(at));
  return sendings[at] as Sending;
};

let actor: AnyActorRef;

export async function show(locale: 'en' | 'zh-cn' = 'en') {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  actor.send({ type: 'page.seen' });
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'opt', name: 'Chen', isAdmin: 0, isLeader: false, actions: ['material'], pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
    locale,
  );
  await screen.findByRole('group', { name: locale === 'en' ? 'Shared details for all files' : '所有文件共用的信息' });
}

/** Drops files, including those that the file dialog of the browser would hide. */
export const add = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText('Choose files', { selector: 'input' }), files, { applyAccept: false });
/** Fills in the shared metadata except the drama, which the file names give. */
export const choose = async (label: string, option: string) => {
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Shared details for all files' })).getByLabelText(label, { exact: false }),
  );
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
export const rowOf = (name: string) =>
  within(screen.getByText(name, { selector: 'small' }).closest('tr') ?? expect.fail(`there is no row of ${name}`));
/** A queue whose files are described and started. */
export async function send(...files: File[]) {
  await choose('Language', 'English');
  await add(...files);
  await screen.findAllByText('She Came Back');
  await press(`Upload ${files.length} ${files.length === 1 ? 'file' : 'files'}`);
}

beforeEach(() => {
  vi.clearAllMocks();
  sendings.length = 0;
  media.readMediaFacts.mockResolvedValue({ width: 720, durationMs: 5_000 });
  hashing.hashFile.mockResolvedValue('abc');
  uploads.openUploads.mockResolvedValue({ list: [] });
  performance.queryPerformance.mockResolvedValue({ totals: { m: { uploaded: 12, used: 3, use_rate: 0.25, hits: 1 } } });
  uploads.initUpload.mockResolvedValue(opened);
  uploads.finishUpload.mockResolvedValue({ material_id: 9, status: 'processing' });
  uploads.cancelUpload.mockResolvedValue({});
  materials.listMaterials.mockResolvedValue({ list: [], total: 0 });
  materials.pollMaterials.mockResolvedValue({ list: [], total: 0 });
  materials.pollMaterial.mockResolvedValue({ status: 'ready', fail_reason: null });
  bytes.sendBytes.mockImplementation(
    ({ signal, onProgress }: Pick<Sending, 'signal' | 'onProgress'>) =>
      new Promise<void>((resolve, reject) => {
        sendings.push({ signal, onProgress, end: resolve, breakOff: (reason) => reject({ reason, message: '', traceId: 't' }) });
      }),
  );
});
afterEach(() => {
  actor.stop();
  cleanup();
});

export { hashing, materials, media, performance, uploads };

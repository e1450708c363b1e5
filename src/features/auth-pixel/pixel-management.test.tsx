// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { PixelRow } from '#machines/auth-pixel/pixel-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const pixels = vi.hoisted(() => ({
  listPixels: vi.fn(),
  simplePixels: vi.fn(),
  discoverPixels: vi.fn(),
  bindPixels: vi.fn(),
  editPixel: vi.fn(),
  sharePixel: vi.fn(),
  unsharePixel: vi.fn(),
  pixelShares: vi.fn(),
  bindPixelSites: vi.fn(),
  sendTestEvent: vi.fn(),
  setPixelStatuses: vi.fn(),
  unbindPixels: vi.fn(),
  exportPixels: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/pixels.service.ts', () => pixels);
const batches = vi.hoisted(() => ({ batchDetail: vi.fn(), loadBatchResults: vi.fn(), undoBatches: vi.fn() }));
vi.mock('#src/services/batches.service.ts', async (original) => ({ ...(await original<object>()), ...batches }));
vi.mock('#src/services/ad-accounts.service.ts', async (original) => ({
  ...(await original<object>()),
  simpleAdAccounts: async () => ({ list: [{ id: 9, label: 'DE 03', sub: '1202', disabled: false }], total: 1 }),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({ currencies: [{ value: 'USD', label_zh: '美元', label_en: 'US dollar' }] }),
}));

const pixel = (more: Partial<PixelRow> = {}): PixelRow => ({
  id: 4,
  version: 2,
  platform_pixel_id: '700100200300400',
  name: 'drama-px',
  status: 'active',
  health: 'ok',
  owner_account: { id: 7, label: 'Drama US 01' },
  owner_business: 'Galaxy Media',
  shared_accounts: 2,
  sites: [],
  capi_enabled: false,
  capi_token_set: false,
  test_event_code: null,
  last_fired_at: '2026-11-20T08:00:00Z',
  events_24h: 480,
  dup_rate: 0.12,
  report_gap: -0.02,
  last_sync_at: null,
  sync_error: null,
  assignees: [],
  personal_account: { id: 3, label: 'Ada Hale' },
  created_at: '2026-11-01T08:00:00Z',
  can: ['edit', 'share', 'bind_sites', 'test_event', 'set_status', 'assign', 'unbind'],
  ...more,
});
const begun = { batch_id: 70, status: 'running', total: 1, done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };
const TOKEN = 'EAAB'.repeat(10);

let actor: AnyActorRef;

async function show(search = '') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'admin', isAdmin: 1, isLeader: false, actions: [], name: '', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(pixels.listPixels).toHaveBeenCalled());
}

const dialog = () => within(screen.getByRole('dialog'));
const more = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for drama-px' }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
};

beforeEach(() => {
  for (const call of [...Object.values(pixels), ...Object.values(batches)]) call.mockReset();
  pixels.listPixels.mockResolvedValue({ list: [pixel()], total: 1 });
  pixels.pixelShares.mockResolvedValue({
    list: [
      {
        account: { id: 7, label: 'US 01' },
        platform_account_id: '1200',
        status: 'active',
        error: null,
        updated_at: '2026-11-20T08:00:00Z',
      },
      {
        account: { id: 8, label: 'UK 02' },
        platform_account_id: '1201',
        status: 'failed',
        error: 'no rights',
        updated_at: '2026-11-20T08:00:00Z',
      },
    ],
  });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('the pixels of one account', () => {
  it('are those it owns or may use, as the chip says', async () => {
    await show('?account_id=9');
    expect(pixels.listPixels.mock.calls[0]?.[0]).toMatchObject({ account_id: 9 });
    expect(await screen.findByText(/Owned by or shared with: DE 03/)).toBeDefined();
  });
});

describe('server events', () => {
  it('require a token before they are switched on, which is sent once and stored nowhere', async () => {
    pixels.editPixel.mockResolvedValue(pixel({ version: 3, capi_enabled: true, capi_token_set: true }));
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Server events of drama-px' }));
    expect(pixels.editPixel).not.toHaveBeenCalled();
    await userEvent.type(dialog().getByLabelText(/CAPI token/), TOKEN);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(TOKEN);
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(pixels.editPixel).toHaveBeenCalledExactlyOnceWith({
        id: 4,
        version: 2,
        capi_token: TOKEN,
        capi_enabled: true,
        ...anyIdempotencyKey,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(TOKEN);
  });

  it('show that a token is saved, but never its value', async () => {
    pixels.listPixels.mockResolvedValue({ list: [pixel({ capi_enabled: true, capi_token_set: true })], total: 1 });
    await show();
    await more(/CAPI settings/);
    const token = dialog().getByLabelText<HTMLInputElement>(/CAPI token/);
    expect([token.placeholder, token.value]).toEqual(['Set', '']);
  });
});

describe('server event switch', () => {
  it('reports the result once it is done', async () => {
    pixels.listPixels.mockResolvedValue({ list: [pixel({ capi_enabled: true, capi_token_set: true })], total: 1 });
    pixels.editPixel.mockResolvedValue(pixel({ version: 3, capi_token_set: true }));
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Server events of drama-px' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
    const notice = { tone: 'success', content: 'Disable server events of drama-px: done' };
    await waitFor(() => expect(noticeBoard.read()).toMatchObject([notice]));
  });
});

describe('sharing', () => {
  it('is revoked only for accounts that have it, and shows where it failed', async () => {
    pixels.unsharePixel.mockResolvedValue(begun);
    await show();
    await more(/Stop sharing/);
    expect(await dialog().findByText('no rights')).toBeDefined();
    await userEvent.click(dialog().getByRole('combobox', { name: /Ad accounts/ }));
    expect(screen.queryByRole('option', { name: /UK 02/ })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: /US 01/ }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog().getByRole('button', { name: 'Stop sharing with 1 account' }));
    await waitFor(() =>
      expect(pixels.unsharePixel).toHaveBeenCalledExactlyOnceWith({ pixel_id: 4, ad_account_ids: [7], ...anyIdempotencyKey }),
    );
  });

  it.each([
    {
      open: async () => await userEvent.click(await screen.findByRole('button', { name: /^Share\b/ })),
      call: pixels.sharePixel,
      account: /DE 03/,
      button: 'Share with 1 account',
    },
    { open: async () => await more(/Stop sharing/), call: pixels.unsharePixel, account: /US 01/, button: 'Stop sharing with 1 account' },
  ])('offers to undo "$button" once it is done', async ({ open, call, account, button }) => {
    const done = { ...begun, status: 'succeeded', done: 1, ok: 1 };
    call.mockResolvedValue(done);
    batches.batchDetail.mockImplementation(async ({ batch_id }: { batch_id: number }) => ({
      ...done,
      id: batch_id,
      type: 'asset_share',
      summary: { zh: '共享像素', en: 'Sharing' },
      can: [],
      failures: [],
      ...(batch_id === begun.batch_id && { undoable: true }),
    }));
    batches.loadBatchResults.mockResolvedValue({ list: [], total: 0 });
    batches.undoBatches.mockResolvedValue({ batch_id: 71 });
    await show();
    await open();
    await userEvent.click(dialog().getByRole('combobox', { name: /Ad accounts/ }));
    await userEvent.click(await screen.findByRole('option', { name: account }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog().getByRole('button', { name: button }));
    await waitFor(() => expect(noticeBoard.read()).toMatchObject([{ tone: 'success', actions: [{ text: 'Undo' }, { text: 'Details' }] }]));
    const [notice] = noticeBoard.read();
    if (notice?.kind === 'toast') notice.actions?.[0]?.run();
    await waitFor(() => expect(batches.undoBatches).toHaveBeenCalledExactlyOnceWith({ batch_ids: [70], ...anyIdempotencyKey }));
  });
});

describe('test event', () => {
  it('is sent in minor units, and the answer of the channel is shown', async () => {
    pixels.sendTestEvent.mockResolvedValue({ received: 0, errors: [{ event_id: 'e1', message: 'bad value' }] });
    await show();
    await more(/Test event/);
    await userEvent.type(dialog().getByLabelText(/Page URL/), 'https://drama.test/a');
    await userEvent.type(dialog().getByLabelText(/Value/), '9.99');
    await userEvent.click(dialog().getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(pixels.sendTestEvent).toHaveBeenCalledExactlyOnceWith({
        pixel_id: 4,
        event_name: 'PageView',
        value: 999,
        currency: 'USD',
        url: 'https://drama.test/a',
        ...anyIdempotencyKey,
      }),
    );
    expect(await screen.findByText(/bad value/)).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Send again' }));
    expect(dialog().getByLabelText<HTMLInputElement>(/Page URL/).value).toBe('https://drama.test/a');
  });
});

describe('pixel that never fired', () => {
  it('shows how to install it, with its code', async () => {
    pixels.listPixels.mockResolvedValue({ list: [pixel({ health: 'never', last_fired_at: null })], total: 1 });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'drama-px' }));
    expect(dialog().getByText('This pixel has never fired. Install it as follows')).toBeDefined();
    expect(dialog().getByText(/fbq\('init', '700100200300400'\)/)).toBeDefined();
    expect(dialog().getByRole('button', { name: 'Copy Browser base code' })).toBeDefined();
  });
});

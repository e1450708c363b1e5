// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { person } from '#machines/parts/persons/person-management.walks.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  listPersonalAccounts: vi.fn(),
  personalAuthUrl: vi.fn(),
  personalAuthResult: vi.fn(),
  importPersonalAssets: vi.fn(),
  addPersonalToken: vi.fn(),
  deletePersonalAccount: vi.fn(),
}));
vi.mock('#src/services/personal-accounts.service.ts', async (original) => ({ ...(await original<object>()), ...calls }));
vi.mock('#src/services/users.service.ts', async (original) => ({
  ...(await original<object>()),
  simpleUsers: async () => ({ list: [{ id: 2, label: 'Ines Park', sub: '', status: 1 }], total: 1 }),
}));
const assets = vi.hoisted(() => ({ listAdAccounts: vi.fn(), listHomepages: vi.fn(), listPixels: vi.fn() }));
vi.mock('#src/services/ad-accounts.service.ts', async (original) => ({
  ...(await original<object>()),
  listAdAccounts: assets.listAdAccounts,
}));
vi.mock('#src/services/homepages.service.ts', async (original) => ({ ...(await original<object>()), listHomepages: assets.listHomepages }));
vi.mock('#src/services/pixels.service.ts', async (original) => ({ ...(await original<object>()), listPixels: assets.listPixels }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const TOKEN = 'EAAB'.repeat(10);
const row = { ...person, can: ['check', 'sync', 'assign', 'edit', 'reauthorise', 'set_status', 'delete'] };
const found = (more: object) => ({ name: '', status: '1', sub: 'USD', already: 'no', authoriser: null, can_switch: false, ...more });
const waiting = { status: 'waiting', personal_account_id: null, name: null, missing_scopes: [], found: null, reason: null, message: null };
const granted = {
  ...waiting,
  status: 'ok',
  personal_account_id: 9,
  name: 'Bo Lind',
  missing_scopes: ['pages_manage_posts'],
  found: {
    accounts: [
      found({ platform_id: '7001', name: 'UK 01' }),
      found({ platform_id: '7002', name: 'UK 02', already: 'other', authoriser: 'Ada Hale', can_switch: true }),
    ],
    homepages: [],
    pixels: [],
  },
};

const opened = vi.fn();
let actor: AnyActorRef;

async function show(paths: string[] = []) {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider
        viewer={{
          id: 2,
          account: 'admin',
          isAdmin: 1,
          isLeader: false,
          actions: [],
          name: '',
          pages: paths.map((path) => ({ path, title: '', titleEn: '' })),
        }}
      >
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: 'More actions for Ada Hale' });
}

const dialog = () => within(screen.getByRole(screen.queryByRole('dialog') ? 'dialog' : 'alertdialog'));
const press = async (name: string | RegExp) => userEvent.click(await dialog().findByRole('button', { name }));
const authorise = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Authorise' }));
  await press('Open the window');
  await dialog().findByRole('link', { name: 'Open the authorisation page in a new window' });
};
/** Simulates closing the authorisation window, which returns the focus. */
const returnToWindow = async () => {
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Open the authorisation page in a new window' })).toBeNull());
};

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  opened.mockReset();
  vi.stubGlobal('open', opened);
  calls.listPersonalAccounts.mockResolvedValue({ list: [row], total: 1 });
  calls.personalAuthUrl.mockResolvedValue({ url: '/api/sandbox-auth?state=s1', state: 's1', expires_at: '2026-11-22T08:00:00Z' });
});

afterEach(() => {
  actor.stop();
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

it('a person whom the platform holds up is shown as held, not as active', async () => {
  calls.listPersonalAccounts.mockResolvedValue({ list: [{ ...row, status: 'active', held_since: '2026-11-20T08:00:00Z' }], total: 1 });
  await show();
  expect(screen.getByText('Held by the platform')).toBeTruthy();
  expect(screen.queryByText('Active')).toBeNull();
});

describe('the sheet of a personal account', () => {
  it('opens by the name, with the assets that the person grants', async () => {
    assets.listAdAccounts.mockResolvedValue({ list: [{ id: 7, name: 'UK 01', platform_account_id: '7001' }], total: 1 });
    assets.listHomepages.mockResolvedValue({ list: [{ id: 8, name: 'Moon Drama', platform_page_id: '8001' }], total: 12 });
    assets.listPixels.mockResolvedValue({ list: [], total: 0 });
    await show(['/auth/account', '/auth/homepage', '/auth/pixel']);
    await userEvent.click(screen.getByRole('button', { name: 'Ada Hale' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ada Hale' }));
    expect(await sheet.findByText('UK 01')).toBeTruthy();
    expect(sheet.getByText('8001')).toBeTruthy();
    expect(sheet.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['View all 1', `/auth/account?personal_account_id=${row.id}`],
      ['View all 12', `/auth/homepage?personal_account_id=${row.id}`],
    ]);
    await userEvent.click(sheet.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: 'Edit Ada Hale' })).toBeTruthy();
  });

  it('says when what belongs to it could not be loaded, and loads it again', async () => {
    assets.listPixels.mockRejectedValueOnce(new Error('no network')).mockResolvedValue({ list: [], total: 0 });
    await show(['/auth/pixel']);
    await userEvent.click(screen.getByRole('button', { name: 'Ada Hale' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ada Hale' }));
    expect(await sheet.findByText('Related objects could not be loaded')).toBeTruthy();
    await userEvent.click(sheet.getByRole('button', { name: 'Retry' }));
    expect(await sheet.findByText('None')).toBeTruthy();
  });
});

describe('authorisation by window', () => {
  it('continues as soon as the user is back, and imports the chosen assets', async () => {
    calls.personalAuthResult.mockResolvedValue(granted);
    calls.importPersonalAssets.mockResolvedValue({
      batch_id: 7,
      status: 'running',
      total: 1,
      done: 0,
      ok: 0,
      fail: 0,
      skip: 0,
      unknown: 0,
      canceled: 0,
    });
    await show();
    await authorise();
    expect(opened.mock.calls[0]?.[0]).toContain('/api/sandbox-auth?state=s1');
    expect(calls.personalAuthResult).not.toHaveBeenCalled();
    await returnToWindow();
    expect(await dialog().findByText('pages_manage_posts')).toBeDefined();

    await press('Import');
    expect(dialog().getByText('Select at least one asset to import')).toBeDefined();
    await userEvent.click(dialog().getByRole('radio', { name: 'Short drama' }));
    await userEvent.click(dialog().getByRole('checkbox', { name: /UK 02/ }));
    expect(dialog().queryByText('Select at least one asset to import')).toBeNull();
    expect(dialog().getByText('1 of them is already authorised by someone else')).toBeDefined();
    await press('Import 1');
    await waitFor(() =>
      expect(calls.importPersonalAssets).toHaveBeenCalledExactlyOnceWith({
        personal_account_id: 9,
        account_ids: ['7002'],
        page_ids: [],
        pixel_ids: [],
        biz: 'dj',
        switch_authoriser: true,
        ...anyIdempotencyKey,
      }),
    );
  });

  it('asks before the choice is lost', async () => {
    calls.personalAuthResult.mockResolvedValue(granted);
    await show();
    await authorise();
    await returnToWindow();
    await userEvent.click(await dialog().findByRole('checkbox', { name: /UK 01/ }));
    await press('Cancel');
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(dialog().getByRole('button', { name: 'Import 1' })).toBeDefined();
    await press('Cancel');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('ends when the user cancels the wait, closing its window', async () => {
    const close = vi.fn();
    opened.mockReturnValue({ close });
    calls.personalAuthResult.mockResolvedValue(waiting);
    await show();
    await authorise();
    expect(close).not.toHaveBeenCalled();
    await press('Cancel');
    expect(close).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
    await returnToWindow();
    expect(calls.personalAuthResult).not.toHaveBeenCalled();
  });

  it('names the wrong person and the expected one, and starts again with the same values', async () => {
    const message = 'Different person (Ada Hale (1) ≠ Bo Lind (2))';
    calls.personalAuthResult.mockResolvedValue({ ...waiting, status: 'failed', reason: 'IDENTITY_MISMATCH', message });
    await show();
    await userEvent.click(screen.getByRole('button', { name: /^Re-authorise/ }));
    await press('Open the window');
    await dialog().findByRole('link', { name: 'Open the authorisation page in a new window' });
    await returnToWindow();
    expect(await dialog().findByText(message)).toBeDefined();
    await press('Start over');
    expect(await screen.findByText('Re-authorise Ada Hale')).toBeDefined();
  });

  it('reports once that the person declined', async () => {
    calls.personalAuthResult.mockResolvedValue({ ...waiting, status: 'failed', reason: 'DENIED', message: 'The person declined' });
    await show();
    await authorise();
    await returnToWindow();
    expect(await dialog().findByText('The person declined the authorisation on the platform.')).toBeDefined();
    expect(dialog().queryByText('The person declined')).toBeNull();
  });
});

describe('token', () => {
  it('rejected by the channel is shown at its field, and is never stored in a machine', async () => {
    calls.addPersonalToken.mockRejectedValue(Object.assign(new Error('lost'), { reason: 'PLATFORM_AUTH', data: {} }));
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Authorise' }));
    await userEvent.click(dialog().getByRole('tab', { name: 'Token' }));
    await userEvent.type(dialog().getByLabelText(/Access token/), TOKEN);
    await press('Check and save');
    expect(await dialog().findByText(/The platform rejected this token/)).toBeDefined();
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(TOKEN);
  });
});

describe('deleting a personal account', () => {
  it('requires the typed name', async () => {
    calls.deletePersonalAccount.mockResolvedValue({});
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Ada Hale' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    const run = dialog().getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(run.disabled || run.getAttribute('aria-disabled') === 'true').toBe(true);
    await userEvent.type(dialog().getByRole('textbox'), 'Ada Hale');
    await userEvent.click(run);
    await waitFor(() => expect(calls.deletePersonalAccount).toHaveBeenCalledExactlyOnceWith({ id: 4 }));
  });
});

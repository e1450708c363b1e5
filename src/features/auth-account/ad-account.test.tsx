// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { account } from '#machines/auth-account/ad-account-management.walks.ts';
import type { AdAccountRow } from '#machines/auth-account/ad-account-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { staleFigures, staleFiguresText } from '#tests/support/stale-figures.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const accounts = vi.hoisted(() => ({
  listAdAccounts: vi.fn(),
  simpleAdAccounts: vi.fn(),
  discoverAdAccounts: vi.fn(),
  bindAdAccounts: vi.fn(),
  syncAdAccounts: vi.fn(),
  editAdAccount: vi.fn(),
  setAdAccountsEnabled: vi.fn(),
  adAccountStatusLog: vi.fn(),
  unbindAdAccounts: vi.fn(),
  exportAdAccounts: Object.assign(vi.fn(), { count: vi.fn() }),
}));
const people = vi.hoisted(() => ({ simplePersonalAccounts: vi.fn(), simpleUsers: vi.fn(), assignAssets: vi.fn() }));
vi.mock('#src/services/ad-accounts.service.ts', async (original) => ({ ...(await original<object>()), ...accounts }));
vi.mock('#src/services/personal-accounts.service.ts', async (original) => ({
  ...(await original<object>()),
  simplePersonalAccounts: people.simplePersonalAccounts,
}));
vi.mock('#src/services/users.service.ts', async (original) => ({ ...(await original<object>()), simpleUsers: people.simpleUsers }));
vi.mock('#src/services/asset-assigning.service.ts', () => ({ assignAssets: people.assignAssets, assignHistory: vi.fn() }));
const related = vi.hoisted(() => ({ listPixels: vi.fn(), listCampaigns: vi.fn(), listOpLogs: vi.fn() }));
vi.mock('#src/services/pixels.service.ts', async (original) => ({ ...(await original<object>()), listPixels: related.listPixels }));
vi.mock('#src/services/launches.service.ts', async (original) => ({ ...(await original<object>()), listCampaigns: related.listCampaigns }));
vi.mock('#src/services/oplogs.service.ts', async (original) => ({ ...(await original<object>()), listOpLogs: related.listOpLogs }));
const prefs = vi.hoisted(() => ({
  loadTableView: vi.fn(async (): Promise<object | undefined> => undefined),
  saveTableView: async () => ({}),
}));
vi.mock('#src/services/prefs.service.ts', () => prefs);
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const all = ['sync', 'assign', 'edit', 'set_enabled', 'unbind'] as const;
const row: AdAccountRow = { ...account, id: 4, name: 'US 01', primary: { id: 5, label: 'Ada Hale' }, can: [...all] };
const begun = { batch_id: 70, status: 'running', total: 1, done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };
const found = (more: object) => ({ name: '', status: '1', sub: 'USD', already: 'no', authoriser: null, can_switch: false, ...more });

let actor: AnyActorRef;

async function show(paths: string[] = ['/advertising/start']) {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  const pages = ['/auth/personage', ...paths].map((path) => ({ path, title: '', titleEn: '' }));
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'admin', isAdmin: 1, isLeader: false, actions: [], name: '', pages }}>
        <FeatureTexts messages={page.messages}>
          <Routes>
            <Route path="/" element={<View page={actor as never} />} />
            <Route path="/auth/personage" element={<p>Personal accounts stand here</p>} />
          </Routes>
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(accounts.listAdAccounts).toHaveBeenCalled());
}

const dialog = () => within(screen.getByRole(screen.queryByRole('dialog') ? 'dialog' : 'alertdialog'));
const more = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for US 01' }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
  await waitFor(dialog);
};

beforeEach(() => {
  for (const call of [...Object.values(accounts), ...Object.values(people), ...Object.values(related)]) call.mockReset();
  accounts.listAdAccounts.mockResolvedValue({ list: [row], total: 1 });
  people.simplePersonalAccounts.mockResolvedValue({ list: [{ id: 3, label: 'Bo Lind', sub: '', status: 'active' }], total: 1 });
  people.simpleUsers.mockResolvedValue({ list: [{ id: 6, name: 'Cy Ode', account: 'cy', status: 1, department: null }], total: 1 });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('page without accounts', () => {
  it('links to the personal accounts inside the console when none is authorised', async () => {
    accounts.listAdAccounts.mockResolvedValue({ list: [], total: 0 });
    people.simplePersonalAccounts.mockResolvedValue({ list: [], total: 0 });
    await show();
    await userEvent.click(await screen.findByRole('link', { name: 'Authorise a personal account' }));
    expect(screen.getByText('Personal accounts stand here')).toBeDefined();
  });

  it('offers an import when a personal account is authorised', async () => {
    accounts.listAdAccounts.mockResolvedValue({ list: [], total: 0 });
    await show();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Import accounts' })).toHaveLength(2));
    expect(screen.queryByRole('link', { name: 'Authorise a personal account' })).toBeNull();
  });
});

describe('account figures', () => {
  it('lead from the number of pixels to those of the account', async () => {
    prefs.loadTableView.mockResolvedValueOnce({ shown: ['name', 'pixels'], density: 'regular' });
    const rows = [
      { ...row, pixels: 2 },
      { ...row, id: 5, name: 'US 02', pixels: 0 },
    ];
    accounts.listAdAccounts.mockResolvedValue({ list: rows, total: 2 });
    await show(['/auth/pixel']);
    const links = await screen.findAllByRole('link', { name: '2' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/auth/pixel?account_id=4']);
    expect(screen.queryByRole('link', { name: '0' })).toBeNull();
  });

  it('show their age, and since when an account lags behind', async () => {
    accounts.listAdAccounts.mockResolvedValue({ list: [row], total: 1, ...staleFigures });
    await show();
    expect((await screen.findByText(/Data as of/)).textContent).toBe(staleFiguresText);
  });
});

describe('account sheet', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^US 01/ }));
    return within(await screen.findByRole('dialog', { name: 'US 01' }));
  };

  it('opens by the name, and shows what belongs to the account with links to the whole lists', async () => {
    related.listPixels.mockResolvedValue({ list: [{ id: 9, name: 'drama-px', platform_pixel_id: '120300' }], total: 7 });
    related.listCampaigns.mockResolvedValue({ list: [{ id: 12, name: 'Moon US 01', effective_status: 'ACTIVE' }], total: 1 });
    related.listOpLogs.mockResolvedValue({
      list: [{ id: 3, action_label: { zh: '修改', en: 'Settings changed' }, account: 'ada', at: '2026-11-20T08:00:00Z' }],
      total: 1,
    });
    await show(['/auth/pixel', '/advertising/start', '/advertising/copy-log']);
    const sheet = await open();
    expect(await sheet.findByText('drama-px')).toBeTruthy();
    expect(sheet.getByText('Delivering')).toBeTruthy();
    expect(sheet.getByText('2026-11-20 16:00 · ada')).toBeTruthy();
    expect(sheet.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['View all 7', '/auth/pixel?account_id=4'],
      ['View all 1', '/advertising/start?ad_account_id=4'],
      ['View all 1', '/advertising/copy-log?tab=operations&target=ad_account%234'],
    ]);
    expect(related.listOpLogs.mock.calls[0]?.[0]).toEqual({ target: 'ad_account#4' });
  });

  it('asks only for lists that the user may open, and leads to the settings', async () => {
    related.listCampaigns.mockResolvedValue({ list: [], total: 0 });
    await show();
    const sheet = await open();
    expect(await sheet.findByText('None')).toBeTruthy();
    expect([related.listPixels, related.listOpLogs].flatMap(({ mock }) => mock.calls)).toEqual([]);
    await userEvent.click(sheet.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: 'Settings of US 01' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'US 01' })).toBeNull();
  });

  it('offers no settings to those who may not edit', async () => {
    accounts.listAdAccounts.mockResolvedValue({ list: [{ ...row, can: [] }], total: 1 });
    await show();
    const sheet = await open();
    expect(sheet.getByText('Details')).toBeTruthy();
    expect(sheet.queryByRole('button', { name: 'Edit' })).toBeNull();
  });
});

describe('account switch', () => {
  it('reports the result once it is done', async () => {
    accounts.listAdAccounts.mockResolvedValue({ list: [{ ...row, enabled: false }], total: 1 });
    accounts.editAdAccount.mockResolvedValue(row);
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Enable US 01' }));
    await waitFor(() => expect(noticeBoard.read()).toMatchObject([{ tone: 'success', content: 'Enable US 01: done' }]));
  });
});

describe('disabling', () => {
  it('asks first, and turns off the running campaigns on request', async () => {
    accounts.setAdAccountsEnabled.mockResolvedValue(begun);
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Enable US 01' }));
    await waitFor(dialog);
    expect(accounts.setAdAccountsEnabled).not.toHaveBeenCalled();
    await userEvent.click(dialog().getByRole('switch', { name: 'Also turn off running campaigns' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Disable 1' }));
    await waitFor(() =>
      expect(accounts.setAdAccountsEnabled).toHaveBeenCalledExactlyOnceWith({
        ids: [4],
        enabled: false,
        close_campaigns: true,
        ...anyIdempotencyKey,
      }),
    );
  });

  it('is offered with its campaigns in the settings too', async () => {
    accounts.editAdAccount.mockResolvedValue(row);
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'US 01' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.queryByRole('switch', { name: 'Also turn off running campaigns' })).toBeNull();
    await userEvent.click(dialog().getByRole('switch', { name: /Enabled/ }));
    await userEvent.click(dialog().getByRole('switch', { name: 'Also turn off running campaigns' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(accounts.editAdAccount.mock.calls[0]?.[0]).toMatchObject({ id: 4, enabled: false, close_campaigns: true }));
  });
});

describe('unbinding', () => {
  it('requires a reason and the typed count', async () => {
    accounts.unbindAdAccounts.mockResolvedValue(begun);
    await show();
    await more(/Unlink/);
    const run = () => userEvent.click(dialog().getByRole('button', { name: 'Unlink 1' }));
    await run();
    expect(dialog().getByText('Please enter Reason')).toBeDefined();
    expect(dialog().getByText('Type “1” to confirm')).toBeDefined();
    expect(accounts.unbindAdAccounts).not.toHaveBeenCalled();
    await userEvent.type(dialog().getByLabelText(/Reason/), 'not ours any more');
    await userEvent.type(dialog().getByLabelText(/Type 1 to confirm/), '1');
    await run();
    await waitFor(() =>
      expect(accounts.unbindAdAccounts).toHaveBeenCalledExactlyOnceWith({ ids: [4], reason: 'not ours any more', ...anyIdempotencyKey }),
    );
  });
});

describe('transfer', () => {
  it('names the running campaigns, with the way to them', async () => {
    accounts.listAdAccounts.mockResolvedValue({ list: [{ ...row, campaigns_running: 7 }], total: 1 });
    await show();
    await more(/Transfer/);
    const link = dialog().getByRole('link', { name: '7 running campaigns' });
    expect(link.getAttribute('href')).toBe('/advertising/start?view=running&ad_account_id=4');
  });

  it('shows the current owner, and requires a new one', async () => {
    people.assignAssets.mockResolvedValue(begun);
    await show();
    await more(/Transfer/);
    expect(dialog().getByText('Current primary owner:').textContent).toContain('Ada Hale');
    const run = () => userEvent.click(dialog().getByRole('button', { name: 'Transfer 1 account' }));
    await run();
    expect(dialog().getByText('Please select Primary owner')).toBeDefined();
    expect(people.assignAssets).not.toHaveBeenCalled();
    await userEvent.click(dialog().getByRole('combobox', { name: /Primary owner/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Cy Ode/ }));
    await userEvent.click(dialog().getByRole('switch', { name: 'Also transfer running campaigns' }));
    await run();
    await waitFor(() =>
      expect(people.assignAssets).toHaveBeenCalledExactlyOnceWith({
        asset_type: 'ad_account',
        ids: [4],
        mode: 'add',
        user_ids: [],
        department_ids: [],
        primary_user_id: 6,
        transfer_campaigns: true,
        ...anyIdempotencyKey,
      }),
    );
  });
});

describe('import', () => {
  it('shows who authorised the accounts so far, and asks before the choice is lost', async () => {
    accounts.discoverAdAccounts.mockResolvedValue({
      list: [
        found({ platform_id: '7001', name: 'UK 01' }),
        found({ platform_id: '7002', name: 'UK 02', already: 'other', authoriser: 'Ada Hale', can_switch: true }),
      ],
    });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Import accounts' }));
    await userEvent.click(dialog().getByRole('combobox', { name: /Personal account/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Bo Lind/ }));
    await userEvent.click(await dialog().findByRole('checkbox', { name: /UK 01/ }));
    expect(screen.queryByText('1 of them is already authorised by someone else')).toBeNull();
    await userEvent.click(dialog().getByRole('checkbox', { name: /UK 02/ }));
    expect(dialog().getByText('1 of them is already authorised by someone else')).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(dialog().getByRole('button', { name: 'Import 2' })).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

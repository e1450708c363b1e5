// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { HostAccountRow } from '#machines/operation-account/host-account-rules.ts';
import { hostAccount } from '#machines/operation-account/host-accounts.walks.ts';
import { dateIn } from '#src/locale/format.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const hosting = vi.hoisted(() => ({
  listHostAccounts: vi.fn(),
  createHostAccount: vi.fn(),
  editHostAccount: vi.fn(),
  setHostState: vi.fn(),
  bindableRules: vi.fn(),
  bindRules: vi.fn(),
  exportHostAccounts: Object.assign(vi.fn(), { count: vi.fn() }),
  exportHostReport: vi.fn(),
}));
const accounts = vi.hoisted(() => ({ accountsToPublish: vi.fn() }));
const people = vi.hoisted(() => ({ simpleUsers: vi.fn() }));
const logs = vi.hoisted(() => ({ listOpLogs: vi.fn() }));
const browser = vi.hoisted(() => ({ saveFile: vi.fn() }));
vi.mock('#src/services/host-accounts.service.ts', () => hosting);
vi.mock('#src/services/ad-accounts.service.ts', async (original) => ({ ...(await original<object>()), ...accounts }));
vi.mock('#src/services/users.service.ts', async (original) => ({ ...(await original<object>()), ...people }));
vi.mock('#src/platform/browser-window.ts', async (original) => ({ ...(await original<object>()), ...browser }));
vi.mock('#src/services/oplogs.service.ts', () => logs);
vi.mock('#src/services/drafts.service.ts', () => ({ getDraft: async () => null, saveDraft: vi.fn(), deleteDraft: vi.fn() }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const row: HostAccountRow = hostAccount;
const yesterday = dateIn(new Date(Date.now() - 86_400_000), 'Asia/Shanghai');
let actor: AnyActorRef;

async function show() {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  const pages = ['/advertising/campaign', '/advertising/copy-log'].map((path) => ({ path, title: '', titleEn: '' }));
  renderUi(
    <MemoryRouter>
      <ViewerProvider
        viewer={{ id: 5, account: 'host_01', isAdmin: 0, isLeader: false, actions: ['rule', 'export', 'status'], name: '', pages }}
      >
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await screen.findAllByText(row.account.label);
}

const dialog = () => within(screen.getByRole(screen.queryByRole('dialog') ? 'dialog' : 'alertdialog'));
const more = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: `More actions for ${row.account.label}` }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
};

beforeEach(() => {
  for (const call of [...Object.values(hosting), ...Object.values(accounts), ...Object.values(people), ...Object.values(logs)])
    call.mockReset();
  hosting.listHostAccounts.mockResolvedValue({ list: [row], total: 1, totals: { m_7d: { spend: 95_000, roi: 1.9, roi_d0: 1.4 } } });
  accounts.accountsToPublish.mockResolvedValue({
    list: [{ id: 4, label: 'Bennett Home Store', sub: '203001 · JPY', status: '1', publish: { currency: 'JPY' } }],
    total: 1,
  });
  people.simpleUsers.mockResolvedValue({ list: [{ id: 5, name: '朱托', account: 'host_01', status: 1, department: null }], total: 1 });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('managed accounts', () => {
  it('show their cap, figures and totals', async () => {
    await show();
    const line = screen.getByText(row.account.label).closest('tr');
    expect(line?.textContent).toContain('$300.00');
    expect(line?.textContent).toContain('42%');
    expect(line?.textContent).toContain('$126.00');
    expect(screen.getByText('Total').closest('tr')?.textContent).toContain('$950.00');
  });

  it('tell that the authorisation was lost or the cap reached', async () => {
    hosting.listHostAccounts.mockResolvedValue({
      list: [
        { ...row, id: 8, state: 'paused', paused_by_authoriser: true },
        { ...row, is_capped: true },
      ],
      total: 2,
      totals: { m_7d: {} },
    });
    await show();
    expect(screen.getByText('Authorisation lost')).toBeDefined();
    expect(screen.getByText('Daily cap reached')).toBeDefined();
  });
});

describe('a new managed account', () => {
  it('needs an account and the consent, and sends the cap in the unit of its currency', async () => {
    hosting.createHostAccount.mockResolvedValue(row);
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Manage an account' }));
    const save = () => userEvent.click(dialog().getByRole('button', { name: 'Manage an account' }));
    await save();
    expect(dialog().getByText('Please select Ad account')).toBeDefined();
    expect(hosting.createHostAccount).not.toHaveBeenCalled();
    await userEvent.click(dialog().getByRole('combobox', { name: /Ad account/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Bennett Home Store/ }));
    await userEvent.type(dialog().getByLabelText(/Daily cap/), '300');
    await userEvent.click(dialog().getByRole('switch', { name: /The holder consented/ }));
    await save();
    await waitFor(() =>
      expect(hosting.createHostAccount.mock.calls[0]?.[0]).toMatchObject({
        ad_account_id: 4,
        operator_user_id: 5,
        auto_level: 'suggest',
        daily_cap: 300,
        consent: true,
        ...anyIdempotencyKey,
      }),
    );
  });
});

describe('the state of a managed account', () => {
  it('is paused after a question', async () => {
    hosting.setHostState.mockResolvedValue({ row: { ...row, state: 'paused', can: ['start'] }, batch_ids: [] });
    await show();
    await userEvent.click(screen.getByRole('button', { name: /^Pause/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(hosting.setHostState).toHaveBeenCalledExactlyOnceWith({ id: 7, version: 2, state: 'paused', ...anyIdempotencyKey }),
    );
    expect(await screen.findByText('Paused')).toBeDefined();
  });

  it('ends together with its campaigns on request', async () => {
    hosting.setHostState.mockResolvedValue({ row: { ...row, state: 'ended', can: [] }, batch_ids: [] });
    await show();
    await more(/^End/);
    await userEvent.click(dialog().getByRole('checkbox', { name: /Also turn off 3 running campaigns/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'End' }));
    await waitFor(() =>
      expect(hosting.setHostState).toHaveBeenCalledExactlyOnceWith({
        id: 7,
        version: 2,
        state: 'ended',
        close_campaigns: true,
        ...anyIdempotencyKey,
      }),
    );
    expect(await screen.findByText('Ended')).toBeDefined();
  });
});

describe('the rules of a managed account', () => {
  it('start from those it has', async () => {
    const owner = { id: 5, label: '朱托' };
    const rule = { level: 'campaign', status: 'enabled', dry_run: false, owner };
    hosting.bindableRules.mockResolvedValue({
      list: [
        { ...rule, id: 31, label: 'Stop loss', is_bound: true },
        { ...rule, id: 32, label: 'Scale', is_bound: false },
      ],
    });
    hosting.bindRules.mockResolvedValue(row);
    await show();
    await more(/Set rules/);
    expect(await screen.findByRole('dialog', { name: `Rules of ${row.account.label}` })).toBeDefined();
    await userEvent.click(dialog().getByRole('combobox', { name: /Rules/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Scale/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(hosting.bindRules).toHaveBeenCalledExactlyOnceWith({ id: 7, rule_ids: [31, 32], ...anyIdempotencyKey }));
  });
});

describe('the details of a managed account', () => {
  it('show its terms and figures, and what was done with it on a tab of their own', async () => {
    logs.listOpLogs.mockResolvedValue({
      list: [
        {
          id: 31,
          at: '2026-11-20T08:00:00Z',
          account: 'host_01',
          action: '/operation-accounts/edit',
          action_label: { zh: '编辑托管', en: 'Edit a managed account' },
          target_type: 'host_account',
          target: { id: 7, label: row.account.label },
          summary: '',
          ip: '10.0.0.1',
          ok: true,
          code: 0,
          ms: 12,
          currency: 'USD',
          before: { auto_level: 'suggest' },
          after: { auto_level: 'auto' },
        },
      ],
      next_cursor: null,
      total: 1,
      total_capped: false,
    });
    await show();
    await userEvent.click(screen.getByRole('button', { name: row.account.label }));
    const details = within(await screen.findByRole('dialog', { name: row.account.label }));
    expect(details.getByText('Holder').nextElementSibling?.textContent).toBe('Olivia Bennett');
    expect(logs.listOpLogs).not.toHaveBeenCalled();
    await userEvent.click(details.getByRole('tab', { name: 'Log' }));
    await details.findByRole('button', { name: /^Expand Edit a managed account/ });
    expect(logs.listOpLogs.mock.calls[0]?.[0]).toMatchObject({ target: 'host_account#7' });
    await userEvent.click(details.getByRole('tab', { name: 'Information' }));
    await userEvent.click(details.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: `Edit: ${row.account.label}` })).toBeDefined();
  });

  it('are opened at the log from the menu of the row', async () => {
    logs.listOpLogs.mockResolvedValue({ list: [], next_cursor: null, total: 0, total_capped: false });
    await show();
    await more(/^Log/);
    expect(await within(await screen.findByRole('dialog', { name: row.account.label })).findByText('No operations yet')).toBeDefined();
  });
});

describe('the daily report', () => {
  it('is downloaded for the chosen days', async () => {
    hosting.exportHostReport.mockResolvedValue({ name: 'days.xlsx', content: new Blob(['x']) });
    await show();
    await more(/Daily report/);
    await userEvent.click(dialog().getByRole('button', { name: /Days/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Yesterday' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(browser.saveFile).toHaveBeenCalledWith('days.xlsx', expect.any(Blob)));
    expect(hosting.exportHostReport.mock.calls[0]?.[0]).toMatchObject({ ids: [7], date_from: yesterday, date_to: yesterday });
  });
});

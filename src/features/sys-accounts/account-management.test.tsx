// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { AccountRow } from '#machines/account-management/account-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { passwordDigest } from '#src/services/password-digest.ts';
import { noticeBoard } from '#src/ui/notices.ts';
import { ViewerProvider } from '#src/ui/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';
import { readPassword } from './typed-password.ts';

const users = vi.hoisted(() => ({
  listUsers: vi.fn(),
  createUser: vi.fn(),
  editUser: vi.fn(),
  deleteUser: vi.fn(),
  ownedByUser: vi.fn(),
  saveUserRoles: vi.fn(),
  simpleUsers: vi.fn(),
  exportUsers: vi.fn(),
}));
vi.mock('#src/services/users.service.ts', () => users);
vi.mock('#src/services/departments.service.ts', () => ({
  departmentTree: async () => ({ list: [{ id: 3, name: 'Delivery', subtree_count: 12, children: [] }] }),
}));
vi.mock('#src/services/roles.service.ts', () => ({
  simpleRoles: async () => ({ list: [{ id: 1, name: 'Optimizer', is_builtin: true }] }),
}));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({ timezones: [{ value: 'Asia/Shanghai', label_zh: '上海', label_en: 'Shanghai' }] }),
}));

const prefs = vi.hoisted(() => ({ loadTableView: vi.fn(), saveTableView: vi.fn() }));
vi.mock('#src/services/prefs.service.ts', () => prefs);

const ADMIN = 2;
const EVERYTHING: AccountRow['can'] = ['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete'];
const row = (id: number, account: string, more: Partial<AccountRow> = {}): AccountRow => ({
  id,
  version: 4,
  account,
  name: `Name of ${account}`,
  remark: null,
  is_admin: 0,
  is_leader: 0,
  platform: 'dj',
  status: 'enabled',
  department: { id: 3, label: 'Delivery' },
  roles: [{ id: 1, label: 'Optimizer' }],
  login_at: null,
  timezone: 'Asia/Shanghai',
  created_at: '2026-11-20T08:00:00Z',
  can: EVERYTHING,
  ...more,
});
const own = row(ADMIN, 'admin', { is_admin: 1, can: ['edit', 'set_roles', 'reset_passwd'] });
const li = row(5, 'li.wei');
const wang = row(6, 'wang');

const refusal = (reason: string, data: object = {}) => new ApiError(`said: ${reason}`, 409, { reason, ...data });

let actor: AnyActorRef;

async function show(search = '') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <ViewerProvider viewer={{ id: ADMIN, account: 'admin', isAdmin: 1, isLeader: false, actions: [], name: '', pages: [] }}>
      <FeatureTexts messages={page.messages}>
        <View page={actor as never} />
      </FeatureTexts>
    </ViewerProvider>,
  );
  await waitFor(() => expect(users.listUsers).toHaveBeenCalled());
}

const drawer = () => within(screen.getByRole('dialog'));
const tableRow = async (account: string) => within(await screen.findByRole('row', { name: new RegExp(`Name of ${account}`) }));
const pick = async (field: RegExp, option: string) => {
  await userEvent.click(drawer().getByRole('combobox', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
};

/** Everything but the password. */
async function fillIn(account: string) {
  await userEvent.click(screen.getByRole('button', { name: 'New account' }));
  await userEvent.type(drawer().getByLabelText(/^\*Account/), account);
  await userEvent.type(drawer().getByLabelText(/^\*Name/), 'Li Wei');
  await pick(/Department/, 'Delivery');
  await pick(/Roles/, 'Optimizer');
}

beforeEach(() => {
  for (const call of [...Object.values(users), ...Object.values(prefs)]) call.mockReset();
  prefs.loadTableView.mockResolvedValue(undefined);
  prefs.saveTableView.mockResolvedValue({});
  users.listUsers.mockResolvedValue({ list: [own, li, wang], total: 3 });
  users.simpleUsers.mockResolvedValue({
    list: [{ id: 6, account: 'wang', name: 'Wang', department_id: 3, department_name: 'Delivery', status: 'enabled' }],
  });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('a new account', () => {
  it('keeps everything typed when its name is taken, and says so at the field', async () => {
    users.createUser.mockRejectedValueOnce(refusal('ACCOUNT_TAKEN', { field: 'account' })).mockResolvedValueOnce({ id: 9 });
    await show();
    await fillIn('li.wei');
    await userEvent.type(drawer().getByLabelText('Password'), 'secret-12');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));

    const account = await drawer().findByRole('textbox', { name: /Account/, description: /said: ACCOUNT_TAKEN/ });
    expect(document.activeElement).toBe(account);
    expect(drawer().getByLabelText<HTMLInputElement>('Password').value).toBe('secret-12');
    expect(drawer().getByLabelText<HTMLInputElement>(/^\*Name/).value).toBe('Li Wei');

    await userEvent.type(account, '2');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(users.createUser).toHaveBeenLastCalledWith({
      account: 'li.wei2',
      name: 'Li Wei',
      department_id: 3,
      role_ids: [1],
      is_admin: 0,
      is_leader: 0,
      platform: 'dj',
      timezone: 'Asia/Shanghai',
      remark: null,
      pwd: passwordDigest('secret-12'),
    });
  });

  it('never lets a machine see the password, and forgets it with the form', async () => {
    await show();
    await fillIn('li.wei');
    await userEvent.type(drawer().getByLabelText('Password'), 'secret-12');
    expect(JSON.stringify(actor.getSnapshot())).not.toContain('secret');
    expect(JSON.stringify(Object.values(actor.getSnapshot().children).map((child) => (child as AnyActorRef).getSnapshot()))).not.toContain(
      'secret',
    );

    await userEvent.keyboard('{Escape}');
    await userEvent.click(drawer().getByRole('button', { name: 'Discard' }));
    expect(readPassword()).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'New account' }));
    expect(drawer().getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it.each([
    ['short-1', /between 8 and 32/],
    ['onlyletters', /a letter and a digit/],
    ['1234567890', /a letter and a digit/],
    [`a1${'x'.repeat(31)}`, /between 8 and 32/],
  ])('is not sent with the password %s', async (password, said) => {
    await show();
    await fillIn('li.wei');
    await userEvent.type(drawer().getByLabelText('Password'), password);
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    expect(drawer().getByLabelText('Password', { selector: '[aria-invalid]' })).toBeDefined();
    expect(drawer().getByText(said, { selector: '[role=alert]' })).toBeDefined();
    expect(users.createUser).not.toHaveBeenCalled();
  });

  it('shows a password that was made once, and tells it to no machine', async () => {
    users.createUser.mockResolvedValue({ id: 9, new_passwd: 'Made-By-1' });
    await show();
    const heard: unknown[] = [];
    actor.subscribe((snapshot) => heard.push(JSON.stringify(snapshot)));
    await fillIn('li.wei');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(noticeBoard.read()).toMatchObject([{ kind: 'password', account: 'li.wei', password: 'Made-By-1' }]));
    expect(users.createUser.mock.calls[0]?.[0]).not.toHaveProperty('pwd');
    expect(heard.join()).not.toContain('Made-By-1');
  });

  it('of an admin needs no role', async () => {
    users.createUser.mockResolvedValue({ id: 9 });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'New account' }));
    await userEvent.type(drawer().getByLabelText(/^\*Account/), 'boss');
    await userEvent.type(drawer().getByLabelText(/^\*Name/), 'Boss');
    await pick(/Department/, 'Delivery');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    expect(users.createUser).not.toHaveBeenCalled();
    await userEvent.click(drawer().getByRole('radio', { name: /^Admin/ }));
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(users.createUser).toHaveBeenCalledWith(expect.objectContaining({ is_admin: 1, role_ids: [] })));
  });

  it('tells how many people a leader of its department sees', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'New account' }));
    await pick(/Department/, 'Delivery');
    expect(drawer().getByText('Sees 12 people of the department and below')).toBeDefined();
  });
});

describe('an edit', () => {
  const openLi = async () => userEvent.click((await tableRow('li.wei')).getByRole('button', { name: 'li.wei' }));
  const rename = async (name: string) => {
    const field = drawer().getByLabelText(/^\*Name/);
    await userEvent.clear(field);
    await userEvent.type(field, name);
    await userEvent.click(drawer().getByRole('button', { name: 'Save' }));
  };

  it('sends the version and only what was changed', async () => {
    users.editUser.mockResolvedValue(li);
    await show();
    await openLi();
    await rename('Li');
    await waitFor(() => expect(users.editUser).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, name: 'Li' }));
  });

  it('that changes nothing is not sent', async () => {
    await show();
    await openLi();
    await userEvent.click(drawer().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(users.editUser).not.toHaveBeenCalled();
  });

  it('that was overtaken says who changed what and when, and overwrites only what was changed here', async () => {
    const latest = row(5, 'li.wei', { version: 7, name: 'Theirs', is_leader: 1 });
    users.editUser
      .mockRejectedValueOnce(refusal('VERSION_CONFLICT', { by: 'Lin', at: '2026-11-20T08:30:00Z', latest }))
      .mockResolvedValueOnce(latest);
    await show();
    await openLi();
    await rename('Mine');
    expect(await drawer().findByText('Lin changed this at 2026-11-20 16:30; yours is not saved yet')).toBeDefined();
    const changes = within(drawer().getByRole('table'));
    expect(changes.getByRole('row', { name: 'Name Theirs Mine' })).toBeDefined();
    expect(changes.getByRole('row', { name: 'Leader Yes not changed' })).toBeDefined();
    await userEvent.click(drawer().getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(users.editUser).toHaveBeenLastCalledWith({ id: 5, version: 7, name: 'Mine' }));
  });

  it('that was overtaken can take what is newest instead', async () => {
    const latest = row(5, 'li.wei', { version: 7, name: 'Theirs' });
    users.editUser.mockRejectedValueOnce(refusal('VERSION_CONFLICT', { by: 'Lin', at: '2026-11-20T08:30:00Z', latest }));
    await show();
    await openLi();
    await rename('Mine');
    await userEvent.click(await drawer().findByRole('button', { name: 'Load the latest' }));
    expect(drawer().getByLabelText<HTMLInputElement>(/^\*Name/).value).toBe('Theirs');
  });
});

describe("the reader's own row", () => {
  it('can be neither disabled nor deleted nor chosen to lose its rank, and says why', async () => {
    await show();
    const mine = await tableRow('admin');
    const status = mine.getByRole('switch', { name: 'Status of admin', description: 'Not on yourself' });
    expect(status.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(status);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(users.editUser).not.toHaveBeenCalled();
    await userEvent.click(mine.getByRole('button', { name: 'More actions for admin' }));
    const remove = screen.getByRole('menuitem', { name: /Delete/ });
    expect(remove.textContent).toContain('Not on yourself');
    await userEvent.click(remove);
    expect(users.ownedByUser).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(mine.getByRole('button', { name: 'admin' }));
    const ordinary = drawer().getByRole<HTMLInputElement>('radio', { name: /^Ordinary/ });
    expect(ordinary.disabled).toBe(true);
    expect(drawer().getByText('Not on yourself')).toBeDefined();
  });
});

describe('the status', () => {
  it('is asked about before somebody is disabled', async () => {
    users.editUser.mockResolvedValue({ ...li, version: 5, status: 'disabled' });
    await show();
    await userEvent.click((await tableRow('li.wei')).getByRole('switch'));
    expect(users.editUser).not.toHaveBeenCalled();
    const question = within(screen.getByRole('alertdialog', { name: 'Disable account li.wei' }));
    await userEvent.click(question.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(users.editUser).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, status: 'disabled' }));
    await waitFor(async () => expect((await tableRow('li.wei')).getByText('Disabled')).toBeDefined());
  });

  it('is switched on at once, and a refusal is shown in words', async () => {
    users.listUsers.mockResolvedValue({ list: [{ ...li, status: 'disabled' }], total: 1 });
    users.editUser.mockRejectedValue(refusal('VERSION_CONFLICT', { by: 'Lin', at: '2026-11-20T08:30:00Z', latest: li }));
    await show();
    await userEvent.click((await tableRow('li.wei')).getByRole('switch'));
    expect(users.editUser).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, status: 'enabled' });
    expect((await screen.findByRole('dialog')).textContent).toContain('said: VERSION_CONFLICT');
    const before = users.listUsers.mock.calls.length;
    await userEvent.click(drawer().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(users.listUsers.mock.calls.length).toBe(before + 1));
  });
});

describe('deleting an account', () => {
  const ask = async () => {
    await userEvent.click((await tableRow('li.wei')).getByRole('button', { name: 'More actions for li.wei' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    return within(await screen.findByRole('alertdialog'));
  };

  it('that owns something asks for a successor, and for its name', async () => {
    users.ownedByUser.mockResolvedValue({ counts: { campaigns: 1200, new_kind: 2 } });
    users.deleteUser.mockResolvedValue({});
    await show();
    const question = await ask();
    expect(question.getByText('Campaigns: 1,200')).toBeDefined();
    expect(question.getByText('new_kind: 2')).toBeDefined();
    const remove = question.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await userEvent.type(question.getByLabelText('Type the account li.wei to confirm'), 'li.wei');
    expect(remove.disabled).toBe(true);
    await userEvent.click(question.getByRole('combobox', { name: /Successor/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Wang/ }));
    expect(remove.disabled).toBe(false);
    await userEvent.click(remove);
    await waitFor(() => expect(users.deleteUser).toHaveBeenCalledExactlyOnceWith({ id: 5, handover_user_id: 6 }));
  });

  it('that came to own something meanwhile asks for a successor then', async () => {
    users.ownedByUser.mockResolvedValue({ counts: {} });
    users.deleteUser.mockRejectedValueOnce(refusal('HANDOVER_REQUIRED', { counts: { campaigns: 1 } }));
    await show();
    const question = await ask();
    expect(question.queryByRole('combobox')).toBeNull();
    await userEvent.type(question.getByLabelText('Type the account li.wei to confirm'), 'li.wei{Enter}');
    expect(await question.findByText('said: HANDOVER_REQUIRED')).toBeDefined();
    expect(question.getByRole('combobox', { name: /Successor/ })).toBeDefined();
  });
});

describe('roles of several accounts', () => {
  it('are set at once; those that failed are named and stay chosen', async () => {
    users.saveUserRoles.mockResolvedValue({
      total: 2,
      ok: 1,
      fail: 1,
      items: [
        { id: 5, ok: true },
        { id: 6, ok: false, reason: 'VALIDATION', message: 'Choose at least one role' },
      ],
    });
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose li.wei' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose wang' }));
    await userEvent.click(screen.getByRole('button', { name: 'Set roles' }));
    await pick(/Roles/, 'Optimizer');
    await userEvent.click(drawer().getByRole('radio', { name: /^Remove/ }));
    await userEvent.click(drawer().getByRole('button', { name: 'Set 2 accounts' }));
    await waitFor(() => expect(users.saveUserRoles).toHaveBeenCalledExactlyOnceWith({ user_ids: [5, 6], role_ids: [1], mode: 'remove' }));

    const outcome = await screen.findByText('Roles set for 1 account; 1 could not be changed and stay chosen');
    expect(outcome.parentElement?.textContent).toContain('wang: Choose at least one role');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose wang' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose li.wei' }).checked).toBe(false);
  });
});

describe('the list', () => {
  it('names the filters of its address and asks with them', async () => {
    await show('?department_id=3&role_id=1&is_leader=1');
    expect(users.listUsers.mock.calls[0]?.[0]).toMatchObject({ department_id: 3, role_id: 1, is_leader: 1 });
    expect(await screen.findByRole('button', { name: 'Remove filter Department: Delivery' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Remove filter Role: Optimizer' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'More filters (1)' })).toBeDefined();
  });

  it('of a department without members offers a new account in it', async () => {
    users.listUsers.mockResolvedValue({ list: [], total: 0 });
    await show('?department_id=3');
    const empty = within((await screen.findByText('Department “Delivery” has no members yet')).closest('div') as HTMLElement);
    await userEvent.click(empty.getByRole('button', { name: 'New account' }));
    await waitFor(() => expect(drawer().getByRole('combobox', { name: /Department/ }).textContent).toContain('Delivery'));
  });

  it('shows the columns that were kept, exports these, and keeps every change', async () => {
    const shown = ['account', 'remark', 'do'];
    prefs.loadTableView.mockResolvedValue({ shown, density: 'compact' });
    users.exportUsers.mockRejectedValue(refusal('EXPORT_TOO_LARGE'));
    await show();
    expect(await screen.findByRole('columnheader', { name: 'Remark' })).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'Name' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    expect(users.exportUsers.mock.calls[0]?.[0].columns).toEqual(['account', 'remark']);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Name' }));
    expect(prefs.saveTableView.mock.calls[0]?.slice(0, 2)).toEqual([
      '/sys/accounts',
      { shown: ['account', 'remark', 'do', 'name'], density: 'compact' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Restore the default' }));
    expect(prefs.saveTableView.mock.calls[1]?.slice(0, 2)).toEqual(['/sys/accounts', null]);
    expect(screen.queryByRole('columnheader', { name: 'Remark' })).toBeNull();
  });

  it('is exported with its filters and the columns shown', async () => {
    users.exportUsers.mockRejectedValue(refusal('EXPORT_TOO_LARGE'));
    await show('?status=enabled');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    const asked = users.exportUsers.mock.calls[0]?.[0];
    expect(asked).toMatchObject({ status: 'enabled', locale: 'zh-cn' });
    expect(asked.columns).toEqual([
      'account',
      'name',
      'department',
      'roles',
      'is_admin',
      'is_leader',
      'platform',
      'status',
      'login_at',
      'created_at',
    ]);
  });
});

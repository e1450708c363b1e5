// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { AccountRow } from '#machines/account-management/account-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError, TransportError } from '#src/services/api-error.ts';
import { passwordDigest } from '#src/services/password-digest.ts';
import { noticeBoard } from '#src/ui/notices.ts';
import { ViewerProvider } from '#src/ui/viewer.tsx';
import { someKey } from '#tests/support/some-key.ts';
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
  setUserStatuses: vi.fn(),
  deleteUsers: vi.fn(),
  simpleUsers: vi.fn(),
  exportUsers: Object.assign(vi.fn(), { count: vi.fn() }),
  importTemplate: vi.fn(),
  previewImport: vi.fn(),
  importUsers: vi.fn(),
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

const batches = vi.hoisted(() => ({
  batchDetail: vi.fn(),
  batchItems: vi.fn(),
  cancelBatch: vi.fn(),
  exportBatchItems: vi.fn(),
  lookAtResults: vi.fn(),
  lookForBatches: vi.fn(),
  resolveBatchItem: vi.fn(),
  retryBatch: vi.fn(),
}));
vi.mock('#src/services/batches.service.ts', () => batches);

const drafts = vi.hoisted(() => ({ getDraft: vi.fn(), saveDraft: vi.fn(), deleteDraft: vi.fn() }));
vi.mock('#src/services/drafts.service.ts', () => drafts);

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

// Fetched on demand by the page; here it is there before the clock of a question begins.
beforeAll(() => Promise.all([import('./account-batch-dialog.tsx'), import('#src/ui/batch-progress.tsx')]));

beforeEach(() => {
  for (const call of [users, prefs, drafts, batches].flatMap((calls) => Object.values(calls))) call.mockReset();
  drafts.getDraft.mockResolvedValue({ draft: null });
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
      ...someKey,
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
    await waitFor(() => expect(users.editUser).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, name: 'Li', ...someKey }));
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
    expect(changes.getByRole('row', { name: 'Name changed by both Name of li.wei Theirs Mine' })).toBeDefined();
    expect(changes.getByRole('row', { name: 'Leader No Yes not changed' })).toBeDefined();
    await userEvent.click(drawer().getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(users.editUser).toHaveBeenLastCalledWith({ id: 5, version: 7, name: 'Mine', ...someKey }));
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
    await waitFor(() => expect(users.deleteUser).toHaveBeenCalledExactlyOnceWith({ id: 5, handover_user_id: 6, ...someKey }));
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

const run = (status: string, counts: object) => ({
  id: 70,
  type: 'user_role',
  level: null,
  origin: '/sys/accounts',
  origin_label: { zh: '账号管理', en: 'Accounts' },
  user: { id: ADMIN, label: 'admin' },
  status,
  summary: { zh: '移除角色:优化师', en: 'Remove roles: Optimizer' },
  created_at: '2026-11-20T08:00:00Z',
  started_at: '2026-11-20T08:00:00Z',
  finished_at: '2026-11-20T08:00:02Z',
  can: status === 'partial' ? ['retry'] : [],
  total: 2,
  done: 2,
  ok: 2,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
  ...counts,
});
const result = (id: number, label: string, status: string, text: string | null = null) => ({
  id: id * 10,
  seq: id,
  target_type: 'user',
  target_id: id,
  label,
  status,
  attempt: 1,
  code: null,
  reason: null,
  text,
  platform_code: null,
  platform_subcode: null,
  before: null,
  after: null,
  started_at: null,
  finished_at: null,
  retryable: status === 'failed',
  resolvable: false,
});

describe('several accounts at once', () => {
  const choose = async (...accounts: string[]) => {
    for (const account of accounts) await userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${account}` }));
  };
  const begun = { batch_id: 70, status: 'partial', total: 2, done: 2, ok: 1, fail: 1, skip: 0, unknown: 0, canceled: 0, items: [] };

  beforeEach(() => {
    const rows = [result(5, 'li.wei', 'succeeded'), result(6, 'wang', 'failed', 'Choose at least one role')];
    const found = async ({ status }: { status?: string }) => {
      const list = rows.filter((one) => !status || one.status === status);
      return { list, total: list.length };
    };
    batches.batchDetail.mockResolvedValue(run('partial', { ok: 1, fail: 1 }));
    batches.batchItems.mockImplementation(found);
    batches.lookAtResults.mockImplementation(found);
  });

  it('are given roles; those that failed are listed with their reasons and stay chosen', async () => {
    users.saveUserRoles.mockResolvedValue(begun);
    await show();
    await choose('li.wei', 'wang');
    await userEvent.click(screen.getByRole('button', { name: 'Set roles' }));
    await screen.findByRole('dialog', { name: 'Set roles of accounts' });
    await pick(/Roles/, 'Optimizer');
    await userEvent.click(drawer().getByRole('radio', { name: /^Remove/ }));
    const listed = users.listUsers.mock.calls.length;
    await userEvent.click(drawer().getByRole('button', { name: 'Set 2 accounts' }));
    await waitFor(() =>
      expect(users.saveUserRoles).toHaveBeenCalledExactlyOnceWith({ user_ids: [5, 6], role_ids: [1], mode: 'remove', ...someKey }),
    );

    const outcome = within(await screen.findByRole('dialog', { name: 'Set roles · batch 70' }));
    expect(await outcome.findByText('Choose at least one role')).toBeDefined();
    expect(outcome.getByRole('button', { name: 'Failed 1' })).toBeDefined();
    await waitFor(() => expect(users.listUsers.mock.calls.length).toBe(listed + 1));
    await userEvent.click(outcome.getByText('Close'));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose wang' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose li.wei' }).checked).toBe(false);
  });

  it('are deleted only with a reason and their number typed', async () => {
    users.deleteUsers.mockResolvedValue(begun);
    await show();
    await choose('li.wei', 'wang');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete accounts' }));
    await userEvent.click(question.getByRole('button', { name: 'Delete 2 accounts' }));
    expect(users.deleteUsers).not.toHaveBeenCalled();
    const reason = question.getByRole('textbox', { name: /Reason/ });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    await userEvent.type(reason, 'left');
    await userEvent.type(question.getByRole('textbox', { name: /Type the number 2/ }), '2');
    await userEvent.click(question.getByRole('combobox', { name: /Successor/ }));
    expect(screen.queryByRole('option', { name: /Wang/ })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(question.getByRole('button', { name: 'Delete 2 accounts' }));
    await waitFor(() => expect(users.deleteUsers).toHaveBeenCalledExactlyOnceWith({ ids: [5, 6], reason: 'left', ...someKey }));
  });

  it('that match the filters are named by the filters and their number', async () => {
    users.setUserStatuses.mockResolvedValue(begun);
    await show('?status=enabled');
    await choose('li.wei');
    actor.getSnapshot().children.list.send({ type: 'list.allMatchingChosen' });
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    await screen.findByText('All 3 objects that match the filters');
    await userEvent.click(drawer().getByRole('button', { name: 'Disable 3 accounts' }));
    await waitFor(() =>
      expect(users.setUserStatuses).toHaveBeenCalledExactlyOnceWith({
        filter: { status: 'enabled' },
        expected_total: 3,
        status: 'disabled',
        ...someKey,
      }),
    );
  });

  it('are counted again where their number has changed, and nothing is begun before that is confirmed', async () => {
    users.setUserStatuses.mockRejectedValueOnce(refusal('SELECTION_CHANGED', { total: 4 })).mockResolvedValueOnce(begun);
    await show('?status=enabled');
    await choose('li.wei');
    actor.getSnapshot().children.list.send({ type: 'list.allMatchingChosen' });
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Disable 3 accounts' }));
    await screen.findByText('Matching count is now 4; please check and confirm again');
    await userEvent.click(drawer().getByRole('button', { name: 'Disable 4 accounts' }));
    await waitFor(() => expect(users.setUserStatuses).toHaveBeenCalledTimes(2));
    const [first, second] = users.setUserStatuses.mock.calls.map(([request]) => request);
    expect(second).toEqual({ ...first, expected_total: 4 });
  });

  it('are asked about once more where no answer came, with the same key', async () => {
    users.saveUserRoles.mockRejectedValueOnce(new TransportError('Network Error')).mockResolvedValueOnce(begun);
    await show();
    await choose('wang');
    await userEvent.click(screen.getByRole('button', { name: 'Set roles' }));
    await screen.findByRole('dialog', { name: 'Set roles of accounts' });
    await pick(/Roles/, 'Optimizer');
    await userEvent.click(drawer().getByRole('button', { name: 'Set 1 account' }));
    await screen.findByRole('dialog', { name: 'No answer came' });
    await userEvent.click(drawer().getByRole('button', { name: 'Ask again' }));
    await screen.findByRole('dialog', { name: 'Set roles · batch 70' });
    const [first, second] = users.saveUserRoles.mock.calls;
    expect(second).toEqual(first);
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
    users.exportUsers.count.mockResolvedValue({ count: 300_000, max: 200_000 });
    await show();
    expect(await screen.findByRole('columnheader', { name: 'Remark' })).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'Name' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    expect(users.exportUsers.count.mock.calls[0]?.[0].columns).toEqual(['account', 'remark']);
    await screen.findByText('300,000 rows: more than the 200,000 a file may have');
    await userEvent.keyboard('{Escape}');
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
    users.exportUsers.count.mockResolvedValue({ count: 2, max: 200_000 });
    users.exportUsers.mockRejectedValue(refusal('EXPORT_TOO_LARGE'));
    await show('?status=enabled');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Export 2 rows' }));
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

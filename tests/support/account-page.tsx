import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { AccountRow } from '#machines/sys-accounts/account-rules.ts';
import { page } from '#src/features/sys-accounts/index.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from './ui-frame.tsx';

/* The page of accounts on a stage of its own, before services that answer as a test wants them to. */

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
  loadBatchResults: vi.fn(),
  pollBatches: vi.fn(),
  resolveBatchItem: vi.fn(),
  retryBatch: vi.fn(),
}));
vi.mock('#src/services/batches.service.ts', () => batches);

const drafts = vi.hoisted(() => ({ getDraft: vi.fn(), saveDraft: vi.fn(), deleteDraft: vi.fn() }));
vi.mock('#src/services/drafts.service.ts', () => drafts);

const prefs = vi.hoisted(() => ({ loadTableView: vi.fn(), saveTableView: vi.fn() }));
vi.mock('#src/services/prefs.service.ts', () => prefs);

export const ADMIN = 2;
export const EVERYTHING: AccountRow['can'] = ['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete'];
export const row = (id: number, account: string, more: Partial<AccountRow> = {}): AccountRow => ({
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
  running: 0,
  password_state: 'own',
  timezone: 'Asia/Shanghai',
  created_at: '2026-11-20T08:00:00Z',
  can: EVERYTHING,
  ...more,
});
export const own = row(ADMIN, 'admin', { is_admin: 1, can: ['edit', 'set_roles', 'reset_passwd'] });
export const li = row(5, 'li.wei');
export const wang = row(6, 'wang');

export const refusal = (reason: string, data: object = {}) => new ApiError(`said: ${reason}`, 409, { reason, ...data });

export let actor: AnyActorRef;

export async function show(search = '') {
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

export const drawer = () => within(screen.getByRole('dialog'));
export const tableRow = async (account: string) => within(await screen.findByRole('row', { name: new RegExp(`Name of ${account}`) }));
export const pick = async (field: RegExp, option: string) => {
  await userEvent.click(drawer().getByRole('combobox', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
};

/** Everything but the password. */
export async function fillIn(account: string) {
  await userEvent.click(screen.getByRole('button', { name: 'New account' }));
  await userEvent.type(drawer().getByLabelText(/^\*Account/), account);
  await userEvent.type(drawer().getByLabelText(/^\*Name/), 'Li Wei');
  await pick(/Department/, 'Delivery');
  await pick(/Roles/, 'Optimizer');
}

// Fetched on demand by the page; here it is there before the clock of a question begins.
beforeAll(() => Promise.all([import('#src/features/sys-accounts/account-batch-dialog.tsx'), import('#src/ui/batch/batch-progress.tsx')]));

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

export { batches, drafts, prefs, users };

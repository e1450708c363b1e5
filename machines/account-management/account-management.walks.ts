import { commandWalk, formWalk, listWalk, optionsWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  accountExport,
  accountForm,
  accountList,
  accountManagementMachine,
  accountTableView,
  deletionForm,
  departmentChoice,
  ownedCount,
  roleChangeForm,
  roleChoice,
  statusChange,
  successorChoice,
  timezoneChoice,
} from './account-management.machine.ts';
import { type AccountRow, accountDraft } from './account-rules.ts';

const account: AccountRow = {
  id: 5,
  version: 2,
  account: 'li.wei',
  name: '李伟',
  remark: null,
  is_admin: 0,
  is_leader: 0,
  platform: 'dj',
  status: 'enabled',
  department: { id: 3, label: '投放一组' },
  roles: [{ id: 1, label: '优化师' }],
  login_at: null,
  timezone: 'Asia/Shanghai',
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'delete'],
};
const partlyFailed = { total: 2, failed: [{ id: 5, message: 'no' }] };

export const walks: MachineWalk[] = [
  pageWalk(accountManagementMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'accountForm.saved', saved: { id: 5 } },
    { type: 'deletionForm.saved', saved: { id: 5 } },
    { type: 'roleChangeForm.saved', saved: partlyFailed },
    { type: 'statusChange.done', subject: { row: account, status: 'disabled' }, result: { ...account, status: 'disabled' } },
    { type: 'ownedCount.done', subject: account, result: { ad_account: 3 } },
    { type: 'accountExport.done', subject: {}, result: undefined },
    { type: 'account.resetRequested', subject: { id: 5, account: 'li.wei' } },
    { type: 'account.roleResultSeen' },
  ]),
  listWalk(accountList, account),
  formWalk(accountForm, { draft: accountDraft(account), changes: { remark: 'x' }, wrong: { name: '' }, saved: { id: 5 } }),
  formWalk(roleChangeForm, {
    draft: { values: { role_ids: [1], mode: 'add' }, subject: { ids: [5, 6] } },
    changes: { mode: 'remove' },
    wrong: { role_ids: [] },
    saved: partlyFailed,
  }),
  formWalk(deletionForm, {
    draft: { values: { typed: 'li.wei', handover_user_id: 6 }, subject: { id: 5, account: 'li.wei', owned: { ad_account: 3 } } },
    changes: { handover_user_id: 7 },
    wrong: { typed: 'li' },
    saved: { id: 5 },
  }),
  tableViewWalk(accountTableView, { shown: ['account', 'do'], density: 'compact' }),
  commandWalk(statusChange, { row: account, status: 'disabled' }, account),
  commandWalk(ownedCount, account, { ad_account: 3 }),
  commandWalk(accountExport, { query: { filters: {}, sort: undefined, page: 1, pageSize: 20 }, columns: ['account'] }),
  optionsWalk(departmentChoice, { id: 3, name: '投放一组', subtree_count: 4, children: [] }),
  optionsWalk(roleChoice, { id: 1, name: '优化师' }),
  optionsWalk(timezoneChoice, { value: 'Asia/Shanghai', label_zh: '上海', label_en: 'Shanghai' }),
  optionsWalk(successorChoice, { id: 6, account: 'wang', name: '王', department_name: null }),
];

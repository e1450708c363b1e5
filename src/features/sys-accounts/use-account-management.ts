import { fromPromise } from 'xstate';
import type { userSortable } from '#contracts/endpoints/users.ts';
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
} from '#machines/account-management/account-management.machine.ts';
import { saveOutcome } from '#machines/kernel/save-outcome.ts';
import { keptView } from '#machines/kernel/table-view.machine.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { departmentTree } from '#src/services/departments.service.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import { loadTableView, saveTableView } from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import { deleteUser, editUser, exportUsers, listUsers, ownedByUser, saveUserRoles, simpleUsers } from '#src/services/users.service.ts';
import { saveAccount } from './use-account-save.ts';

const PATH = '/sys/accounts';

type Field = (typeof userSortable)[number];

const list = accountList.provide({
  actors: {
    loadRows: fromPromise(async ({ input, signal }) => {
      const { list: rows, total } = await listUsers(pageRequest<Field, typeof input.filters>(input), signal);
      return { rows, total };
    }),
  },
});

async function changeRoles(ids: number[], role_ids: number[], mode: 'replace' | 'add' | 'remove') {
  const { total, items } = await saveUserRoles({ user_ids: ids, role_ids, mode });
  return { total, failed: items.filter(({ ok }) => !ok).map(({ id, message = '', reason = '' }) => ({ id, message: message || reason })) };
}

const roleChange = roleChangeForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject } }) =>
      saveOutcome(changeRoles(subject?.ids ?? [], values.role_ids, values.mode), { fields: ['role_ids', 'mode'] }),
    ),
  },
});

const deletion = deletionForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject } }) => {
      const id = subject?.id ?? 0;
      const { handover_user_id } = values;
      return saveOutcome(
        deleteUser({ id, ...(handover_user_id !== undefined && { handover_user_id }) }).then(() => ({ id })),
        { fields: ['handover_user_id'], fieldOf: { HANDOVER_REQUIRED: 'handover_user_id' } },
      );
    }),
  },
});

/** Account management, with everything it needs from the outside world. */
export const accountManagement = accountManagementMachine.provide({
  actors: {
    list,
    form: accountForm.provide({ actors: { save: fromPromise(({ input }) => saveAccount(input)) } }),
    roleChange,
    deletion,
    statusChange: statusChange.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          editUser({ id: subject.row.id, version: subject.row.version, status: subject.status }),
        ),
      },
    }),
    ownedCount: ownedCount.provide({
      actors: { run: fromPromise(async ({ input, signal }) => (await ownedByUser({ id: input.subject.id }, signal)).counts) },
    }),
    export: accountExport.provide({
      actors: {
        run: fromPromise(async ({ input: { subject }, signal }) => {
          const asked = exportRequest<Field, typeof subject.query.filters>(subject.query, subject.columns, spokenLocale());
          const file = await exportUsers(asked, signal);
          saveFile(file.name, file.content);
        }),
      },
    }),
    tableView: accountTableView.provide({
      actors: {
        loadView: fromPromise(async ({ signal }) => keptView(await loadTableView(PATH, signal))),
        saveView: fromPromise(({ input, signal }) => saveTableView(PATH, input.view ?? null, signal)),
      },
    }),
    departments: departmentChoice.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await departmentTree({}, signal)).list) },
    }),
    roles: roleChoice.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await simpleRoles({}, signal)).list) },
    }),
    timezones: timezoneChoice.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['timezones'] }, signal)).timezones ?? []) },
    }),
    successors: successorChoice.provide({
      actors: {
        loadOptions: fromPromise(
          async ({ input, signal }) => (await simpleUsers(input.keyword ? { keyword: input.keyword } : {}, signal)).list,
        ),
      },
    }),
  },
});

import { fromPromise } from 'xstate';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import {
  accountForm,
  accountImport,
  accountManagementMachine,
  accountTemplate,
  deletionForm,
  departmentChoice,
  ownedCount,
  roleChoice,
  statusChange,
  successorChoice,
  timezoneChoice,
} from '#machines/sys-accounts/account-management.machine.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { departmentTree } from '#src/services/departments.service.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import {
  deleteUser,
  editUser,
  exportUsers,
  importTemplate,
  importUsers,
  listUsers,
  ownedByUser,
  previewImport,
  simpleUsers,
} from '#src/services/users.service.ts';
import { importActors } from '#src/ui/list/import-actors.ts';
import { batch } from './account-batch.wiring.ts';
import { saveAccount } from './account-save.wiring.ts';
import { bulkReset } from './password-reset.wiring.ts';

const deletion = deletionForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key } }) => {
      const id = subject?.id ?? 0;
      const { handover_user_id } = values;
      return toSaveOutcome(
        deleteUser({ id, ...(handover_user_id !== undefined && { handover_user_id }), idempotency_key: key }).then(() => ({ id })),
        { fields: ['handover_user_id'], fieldOf: { HANDOVER_REQUIRED: 'handover_user_id' } },
      );
    }),
  },
});

/** Provides account management with all actors. */
export const accountManagement = listPageWith(accountManagementMachine, {
  path: '/sys/accounts',
  rows: listUsers,
  exportCall: exportUsers,
  parts: {
    form: accountForm.provide({ actors: { save: fromPromise(({ input }) => saveAccount(input)), draft: draftKeeperWith(drafts) } }),
    batch,
    deletion,
    statusChange: statusChange.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          editUser({ id: subject.row.id, version: subject.row.version, status: subject.status }),
        ),
      },
    }),
    bulkReset,
    ownedCount: ownedCount.provide({
      actors: { run: fromPromise(async ({ input, signal }) => (await ownedByUser({ id: input.subject.id }, signal)).counts) },
    }),
    import: accountImport.provide(importActors({ preview: previewImport, start: importUsers })),
    template: accountTemplate.provide({
      actors: {
        run: fromPromise(async ({ signal }) => {
          const file = await importTemplate({ locale: currentLocale() }, signal);
          saveFile(file.name, file.content);
        }),
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

import { fromPromise } from 'xstate';
import type { RoleRow as WireRow } from '#contracts/endpoints/roles.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import {
  memberChoice,
  roleCopyForm,
  roleDeletion,
  roleForm,
  roleManagementMachine,
  rolePages,
} from '#machines/sys-role/role-management.machine.ts';
import { roleMembersMachine } from '#machines/sys-role/role-members.machine.ts';
import { type RoleValues, roleDraft } from '#machines/sys-role/role-rules.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { listMenus } from '#src/services/menus.service.ts';
import { copyRole, createRole, deleteRole, editRole, exportRoles, listRoles, roleMembers } from '#src/services/roles.service.ts';
import { saveUserRoles, simpleUsers } from '#src/services/users.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

const toRequest = ({ name, remark, paths, actions }: RoleValues) => ({ name: name.trim(), remark: remark.trim() || null, paths, actions });

const form = roleForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, origin, key } }) => {
      const request = toRequest(values);
      const asking = subject
        ? editRole({ ...subject, ...changedSince(toRequest(origin), request), idempotency_key: key })
        : createRole({ ...request, idempotency_key: key });
      return toSaveOutcome(asking, {
        fields: ['name', 'remark', 'paths', 'actions'],
        fieldOf: { DUPLICATE: 'name', ROLE_PATH_RESERVED: 'paths' },
        latest: (row: WireRow) => roleDraft(row),
        reopen: roleDraft,
      });
    }),
    draft: draftKeeperWith(drafts),
  },
});

const copyForm = roleCopyForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key } }) =>
      toSaveOutcome(copyRole({ id: subject?.id ?? 0, name: values.name.trim(), idempotency_key: key }), {
        fields: ['name'],
        fieldOf: { DUPLICATE: 'name' },
      }),
    ),
  },
});

const members = roleMembersMachine.provide({
  actors: {
    loadMembers: fromPromise(async ({ input, signal }) => (await roleMembers({ id: input.roleId }, signal)).list),
    saveMembers: fromPromise(async ({ input: { change } }) => {
      const { items, batch_id, total, done } = await saveUserRoles({
        user_ids: change.userIds,
        role_ids: [change.roleId],
        mode: change.mode,
        idempotency_key: newRequestKey(),
      });
      return { results: items, batchId: done < total ? batch_id : undefined };
    }),
  },
});

/** Provides role management with all actors. */
export const roleManagement = listPageWith(roleManagementMachine, {
  path: '/sys/role',
  rows: listRoles,
  exportCall: exportRoles,
  parts: {
    form,
    copyForm,
    members,
    deletion: roleDeletion.provide({ actors: { run: fromPromise(({ input }) => deleteRole({ id: input.subject.id })) } }),
    pages: rolePages.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listMenus({}, signal)).list) },
    }),
    memberChoice: memberChoice.provide({
      actors: {
        loadOptions: fromPromise(
          async ({ input, signal }) => (await simpleUsers(input.keyword ? { keyword: input.keyword } : {}, signal)).list,
        ),
      },
    }),
  },
});

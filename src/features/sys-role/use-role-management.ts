import { fromPromise } from 'xstate';
import type { roleSortable, RoleRow as WireRow } from '#contracts/endpoints/roles.ts';
import { saveOutcome } from '#machines/kernel/save-outcome.ts';
import {
  memberChoice,
  roleCopyForm,
  roleDeletion,
  roleExport,
  roleForm,
  roleList,
  roleManagementMachine,
  rolePages,
} from '#machines/role-management/role-management.machine.ts';
import { roleMembersMachine } from '#machines/role-management/role-members.machine.ts';
import { type RoleValues, roleDraft } from '#machines/role-management/role-rules.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { listMenus } from '#src/services/menus.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import { copyRole, createRole, deleteRole, editRole, exportRoles, listRoles, roleMembers } from '#src/services/roles.service.ts';
import { saveUserRoles, simpleUsers } from '#src/services/users.service.ts';

type Field = (typeof roleSortable)[number];

const ROLE_COLUMNS = ['name', 'remark', 'pages', 'actions', 'users', 'is_builtin', 'updated_at'];

const toRequest = ({ name, remark, paths, actions }: RoleValues) => ({ name: name.trim(), remark: remark.trim() || null, paths, actions });

/** What was changed, and nothing else: what somebody else changed meanwhile stays. */
function changesOf(values: RoleValues, origin: RoleValues): Partial<ReturnType<typeof toRequest>> {
  const before: Record<string, unknown> = toRequest(origin);
  return Object.fromEntries(
    Object.entries(toRequest(values)).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );
}

const list = roleList.provide({
  actors: {
    loadRows: fromPromise(async ({ input, signal }) => {
      const { list: rows, total } = await listRoles(pageRequest<Field, typeof input.filters>(input), signal);
      return { rows, total };
    }),
  },
});

const form = roleForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, origin } }) =>
      saveOutcome(subject ? editRole({ ...subject, ...changesOf(values, origin) }) : createRole(toRequest(values)), {
        fields: ['name', 'remark', 'paths', 'actions'],
        fieldOf: { DUPLICATE: 'name', ROLE_PATH_RESERVED: 'paths' },
        latest: (row: WireRow) => roleDraft(row),
      }),
    ),
  },
});

const copyForm = roleCopyForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject } }) =>
      saveOutcome(copyRole({ id: subject?.id ?? 0, name: values.name.trim() }), { fields: ['name'], fieldOf: { DUPLICATE: 'name' } }),
    ),
  },
});

const members = roleMembersMachine.provide({
  actors: {
    loadMembers: fromPromise(async ({ input, signal }) => (await roleMembers({ id: input.roleId }, signal)).list),
    saveMembers: fromPromise(async ({ input: { change } }) => {
      const { items } = await saveUserRoles({ user_ids: change.userIds, role_ids: [change.roleId], mode: change.mode });
      return items;
    }),
  },
});

/** Role management, with everything it needs from the outside world. */
export const roleManagement = roleManagementMachine.provide({
  actors: {
    list,
    form,
    copyForm,
    members,
    deletion: roleDeletion.provide({ actors: { run: fromPromise(({ input }) => deleteRole({ id: input.subject.id })) } }),
    export: roleExport.provide({
      actors: {
        run: fromPromise(async ({ input, signal }) => {
          const file = await exportRoles(
            exportRequest<Field, typeof input.subject.filters>(input.subject, ROLE_COLUMNS, spokenLocale()),
            signal,
          );
          saveFile(file.name, file.content);
        }),
      },
    }),
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

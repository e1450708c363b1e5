import { fromPromise } from 'xstate';
import type { roleSortable, RoleRow as WireRow } from '#contracts/endpoints/roles.ts';
import type { ExportSubject } from '#machines/kernel/export.machine.ts';
import { changedSince } from '#machines/kernel/form-values.ts';
import { draftsWith } from '#machines/kernel/kept-drafts.ts';
import type { ListQuery } from '#machines/kernel/list-query.ts';
import { saveOutcome } from '#machines/kernel/save-outcome.ts';
import { viewsWith } from '#machines/kernel/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/table-view-with.ts';
import {
  memberChoice,
  roleCopyForm,
  roleDeletion,
  roleExport,
  roleForm,
  roleList,
  roleManagementMachine,
  rolePages,
  roleTableView,
  roleViews,
} from '#machines/role-management/role-management.machine.ts';
import { roleMembersMachine } from '#machines/role-management/role-members.machine.ts';
import { type RoleFilters, type RoleValues, roleDraft } from '#machines/role-management/role-rules.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { exportActors } from '#src/services/exporting.ts';
import { listMenus } from '#src/services/menus.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import {
  copyRole,
  createRole,
  deleteRole,
  editRole,
  exportRoles,
  listRoles,
  roleMembers,
  simpleRoles,
} from '#src/services/roles.service.ts';
import { saveUserRoles, simpleUsers } from '#src/services/users.service.ts';
import * as views from '#src/services/views.service.ts';
import { newRequestKey } from '#src/ui/request-key.ts';

type Field = (typeof roleSortable)[number];

const toRequest = ({ name, remark, paths, actions }: RoleValues) => ({ name: name.trim(), remark: remark.trim() || null, paths, actions });

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
    save: fromPromise(({ input: { values, subject, origin, key } }) => {
      const asked = toRequest(values);
      const asking = subject
        ? editRole({ ...subject, ...changedSince(toRequest(origin), asked), idempotency_key: key })
        : createRole({ ...asked, idempotency_key: key });
      return saveOutcome(asking, {
        fields: ['name', 'remark', 'paths', 'actions'],
        fieldOf: { DUPLICATE: 'name', ROLE_PATH_RESERVED: 'paths' },
        latest: (row: WireRow) => roleDraft(row),
      });
    }),
    draft: draftsWith(drafts),
  },
});

const copyForm = roleCopyForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key } }) =>
      saveOutcome(copyRole({ id: subject?.id ?? 0, name: values.name.trim(), idempotency_key: key }), {
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

/** Role management, with everything it needs from the outside world. */
export const roleManagement = roleManagementMachine.provide({
  actors: {
    list,
    form,
    copyForm,
    members,
    tableView: tableViewWith(roleTableView, '/sys/role', prefs),
    views: viewsWith(roleViews, '/sys/role', { ...views, simpleRoles }),
    deletion: roleDeletion.provide({ actors: { run: fromPromise(({ input }) => deleteRole({ id: input.subject.id })) } }),
    export: roleExport.provide({
      actors: exportActors({
        call: exportRoles,
        asked: ({ query, columns }: ExportSubject<ListQuery<RoleFilters>>) =>
          exportRequest<Field, RoleFilters>(query, [...columns], spokenLocale()),
        save: saveFile,
      }),
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

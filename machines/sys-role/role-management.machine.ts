import type { ActorRefFrom } from 'xstate';
import type { MenuRow } from '#contracts/endpoints/menus.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { type RoleMember, roleMembersMachine } from './role-members.machine.ts';
import {
  blankRole,
  type CopyValues,
  checkCopy,
  checkRole,
  type RoleFilters,
  type RoleRow,
  type RoleValues,
  roleQuery,
} from './role-rules.ts';

/** A page that a role may open, from the server's menu. */
export type RolePage = Pick<MenuRow, 'path' | 'parent_path' | 'title' | 'title_en' | 'sort' | 'hide' | 'activeMenu' | 'icon'>;

export const roleList = createListMachine<RoleRow, RoleFilters>({
  id: 'roleList',
  description: 'The roles as the address specifies them.',
  query: roleQuery,
  rowId: (row) => row.id,
});

export const roleForm = createFormDialogMachine<RoleValues, RoleRow>({
  id: 'roleForm',
  description: 'A role: created or edited, with its pages.',
  blank: blankRole,
  check: checkRole,
  draft: true,
});

/** The subject is the copied role. */
export const roleCopyForm = createFormDialogMachine<CopyValues, RoleRow, { id: number; name: string }>({
  id: 'roleCopyForm',
  description: 'Copies a role under another name.',
  blank: { name: '' },
  check: checkCopy,
});

export const roleDeletion = createCommandMachine<RoleRow>({ id: 'roleDeletion', description: 'Deletes a role after a confirmation.' });

export const rolePages = createOptionsMachine<RolePage>({ id: 'rolePages', description: 'Pages that a role can open.' });

export const memberChoice = createOptionsMachine<RoleMember>({ id: 'memberChoice', description: 'Users who can be given a role.' });

const roleTools = createListTools({ id: 'role', of: 'roles', query: roleQuery });
export const { export: roleExport, tableView: roleTableView, views: roleViews } = roleTools;

/** Roles: the list shows every save, copy, deletion and change of members; the parts never meet. */
export const roleManagementMachine = createListPage({
  id: 'roleManagement',
  description: 'Roles: which pages they open, what they allow there, and who has them.',
  query: roleQuery,
  list: roleList,
  tools: roleTools,
  parts: { form: roleForm, copyForm: roleCopyForm, deletion: roleDeletion, members: roleMembersMachine },
  choices: { pages: rolePages, memberChoice },
  refreshes: ['form.saved', 'copyForm.saved', 'deletion.done', 'members.changed'],
  tells: ['members.batchStarted'],
});

export type RoleManagement = ActorRefFrom<typeof roleManagementMachine>;

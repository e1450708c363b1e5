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

/** A page a role may open, as the server's menu lists it. */
export type RolePage = Pick<MenuRow, 'path' | 'parent_path' | 'title' | 'title_en' | 'sort' | 'hide' | 'activeMenu' | 'icon'>;

export const roleList = createListMachine<RoleRow, RoleFilters>({
  id: 'roleList',
  description: 'The roles, as the address asks for them.',
  query: roleQuery,
  rowId: (row) => row.id,
});

export const roleForm = createFormDialogMachine<RoleValues, RoleRow>({
  id: 'roleForm',
  description: 'A role: made or changed, with the pages that it opens.',
  blank: blankRole,
  check: checkRole,
  draft: true,
});

/** The subject is the role that is copied. */
export const roleCopyForm = createFormDialogMachine<CopyValues, RoleRow, { id: number; name: string }>({
  id: 'roleCopyForm',
  description: 'A copy of a role, under another name.',
  blank: { name: '' },
  check: checkCopy,
});

export const roleDeletion = createCommandMachine<RoleRow>({ id: 'roleDeletion', description: 'A role is deleted, after a question.' });

export const rolePages = createOptionsMachine<RolePage>({ id: 'rolePages', description: 'Pages that a role can open.' });

/** People who can be added to a role. */
export const memberChoice = createOptionsMachine<RoleMember>({ id: 'memberChoice', description: 'People who can be given a role.' });

const roleTools = createListTools({ id: 'role', of: 'roles', query: roleQuery });
export const { export: roleExport, tableView: roleTableView, views: roleViews } = roleTools;

/** Roles: what is saved, copied, deleted or given to people shows in the list; the parts never meet. */
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

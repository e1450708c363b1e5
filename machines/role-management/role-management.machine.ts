import { type ActorRefFrom, setup } from 'xstate';
import type { MenuRow } from '#contracts/endpoints/menus.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/export.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list.machine.ts';
import type { ListQuery } from '../kernel/list-query.ts';
import { createOptionsMachine } from '../kernel/options.machine.ts';
import { application, arrival, departure, isWelcome, keepSearch } from '../kernel/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/saved-views.machine.ts';
import { createTableViewMachine, type TableViewFact } from '../kernel/table-view.machine.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { type RoleMember, type RoleMembersFact, roleMembersMachine } from './role-members.machine.ts';
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

export const roleExport = createExportMachine<ListQuery<RoleFilters>>({ id: 'roleExport', description: 'The roles as a file.' });

export const roleViews = createSavedViewsMachine({ id: 'roleViews', description: 'Saved views of the roles.', query: roleQuery });

export const roleTableView = createTableViewMachine({
  id: 'roleTableView',
  description: 'How the reader wants the table of roles to look.',
});

export const rolePages = createOptionsMachine<RolePage>({ id: 'rolePages', description: 'Pages that a role can open.' });

/** People who can be added to a role. */
export const memberChoice = createOptionsMachine<RoleMember>({ id: 'memberChoice', description: 'People who can be given a role.' });

const toList = toChild(roleList, 'list');

type RoleManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | RoleMembersFact
  | FormFact<'roleForm' | 'roleCopyForm', RoleRow>
  | CommandFact<'roleDeletion', RoleRow>
  | ExportFact<'roleExport', ListQuery<RoleFilters>>;

/** Roles: what is saved, copied, deleted or given to people shows in the list; the parts never meet. */
export const roleManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: RoleManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      copyForm: 'copyForm';
      deletion: 'deletion';
      export: 'export';
      members: 'members';
      pages: 'pages';
      memberChoice: 'memberChoice';
      views: 'views';
      tableView: 'tableView';
    };
  },
  actors: {
    list: roleList,
    form: roleForm,
    copyForm: roleCopyForm,
    deletion: roleDeletion,
    export: roleExport,
    members: roleMembersMachine,
    pages: rolePages,
    memberChoice,
    views: roleViews,
    tableView: roleTableView,
  },
  guards: { isWelcome },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    keepSearch,
    tellMoved,
    tellBatch: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'roleManagement',
  description: 'Roles: which pages they open, what they allow there, and who has them.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'copyForm', src: 'copyForm' },
    { id: 'deletion', src: 'deletion' },
    { id: 'export', src: 'export' },
    { id: 'members', src: 'members' },
    { id: 'pages', src: 'pages' },
    { id: 'memberChoice', src: 'memberChoice' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'tableView', src: 'tableView' },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: 'seeList' },
    'page.left': { actions: 'leaveList' },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(roleQuery),
    'views.applied': application(roleQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'roleForm.saved': { actions: 'refreshList' },
    'roleCopyForm.saved': { actions: 'refreshList' },
    'roleDeletion.done': { actions: 'refreshList' },
    'members.changed': { actions: 'refreshList' },
    'members.batchStarted': { actions: { type: 'tellBatch', params: ({ event }) => event } },
  },
});

export type RoleManagement = ActorRefFrom<typeof roleManagementMachine>;

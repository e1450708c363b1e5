import { type ActorRefFrom, assign, setup } from 'xstate';
import type { MenuRow } from '#contracts/endpoints/menus.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list.machine.ts';
import type { ListQuery } from '../kernel/list-query.ts';
import { createOptionsMachine } from '../kernel/options.machine.ts';
import { arrival, departure } from '../kernel/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';
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

export const roleList = createListMachine<RoleRow, RoleFilters>({ id: 'roleList', query: roleQuery, rowId: (row) => row.id });

export const roleForm = createFormDialogMachine<RoleValues, RoleRow>({ id: 'roleForm', blank: blankRole, check: checkRole });

/** The subject is the role that is copied. */
export const roleCopyForm = createFormDialogMachine<CopyValues, RoleRow, { id: number; name: string }>({
  id: 'roleCopyForm',
  blank: { name: '' },
  check: checkCopy,
});

export const roleDeletion = createCommandMachine<RoleRow>({ id: 'roleDeletion' });

export const roleExport = createCommandMachine<ListQuery<RoleFilters>>({ id: 'roleExport' });

export const rolePages = createOptionsMachine<RolePage>({ id: 'rolePages' });

/** People who can be added to a role. */
export const memberChoice = createOptionsMachine<RoleMember>({ id: 'memberChoice' });

const toList = toChild(roleList, 'list');

type RoleManagementEvent =
  | PageEvent
  | ListFact
  | RoleMembersFact
  | FormFact<'roleForm' | 'roleCopyForm', RoleRow>
  | CommandFact<'roleDeletion', RoleRow>
  | CommandFact<'roleExport', ListQuery<RoleFilters>>;

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
  },
  actions: {
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellMoved,
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
  ],
  on: {
    'page.located': arrival,
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(roleQuery),
    'roleForm.saved': { actions: 'refreshList' },
    'roleCopyForm.saved': { actions: 'refreshList' },
    'roleDeletion.done': { actions: 'refreshList' },
    'members.changed': { actions: 'refreshList' },
  },
});

export type RoleManagement = ActorRefFrom<typeof roleManagementMachine>;

import { type ActorRefFrom, setup } from 'xstate';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/export.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list.machine.ts';
import type { ListQuery } from '../kernel/list-query.ts';
import { application, arrival, departure, isWelcome, keepSearch } from '../kernel/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/table-view.machine.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';
import {
  blank{{Thing}},
  check{{Thing}},
  type {{Thing}}Filters,
  type {{Thing}}Row,
  type {{Thing}}Values,
  {{thing}}Query,
} from './{{name}}-rules.ts';

export const {{thing}}List = createListMachine<{{Thing}}Row, {{Thing}}Filters>({
  id: '{{thing}}List',
  description: '{{titleEn}}, as the address asks for them.',
  query: {{thing}}Query,
  rowId: (row) => row.id,
});

export const {{thing}}Form = createFormDialogMachine<{{Thing}}Values, {{Thing}}Row>({
  id: '{{thing}}Form',
  description: '{{titleEn}}: one of them made or changed.',
  blank: blank{{Thing}},
  check: check{{Thing}},
  draft: true,
});

export const {{thing}}Deletion = createCommandMachine<{{Thing}}Row>({ id: '{{thing}}Deletion', description: '{{titleEn}}: one of them deleted, after a question.' });

export const {{thing}}Export = createExportMachine<ListQuery<{{Thing}}Filters>>({ id: '{{thing}}Export', description: '{{titleEn}} as a file.' });

export const {{thing}}TableView = createTableViewMachine({ id: '{{thing}}TableView', description: 'How the reader wants the table to look: {{titleEn}}.' });

export const {{thing}}Views = createSavedViewsMachine({ id: '{{thing}}Views', description: 'Saved views of: {{titleEn}}.', query: {{thing}}Query });

const toList = toChild({{thing}}List, 'list');
const toTableView = toChild({{thing}}TableView, 'tableView');
const viewed = application({{thing}}Query);

type {{Thing}}ManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'{{thing}}Form', {{Thing}}Row>
  | CommandFact<'{{thing}}Deletion', {{Thing}}Row>
  | ExportFact<'{{thing}}Export', ListQuery<{{Thing}}Filters>>;

/** {{titleEn}}: what is saved or deleted shows in the list; the parts never meet. */
export const {{thing}}ManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: {{Thing}}ManagementEvent;
    input: PageInput;
    children: { list: 'list'; form: 'form'; deletion: 'deletion'; export: 'export'; tableView: 'tableView'; views: 'views' };
  },
  actors: {
    list: {{thing}}List,
    form: {{thing}}Form,
    deletion: {{thing}}Deletion,
    export: {{thing}}Export,
    tableView: {{thing}}TableView,
    views: {{thing}}Views,
  },
  guards: { isWelcome },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    forgetRow: toList(({ id }: { id: number }) => ({ type: 'list.rowForgotten', id })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
  },
}).createMachine({
  id: '{{thing}}Management',
  description: '{{titleEn}}: created, changed and deleted.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'deletion', src: 'deletion' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: 'seeList' },
    'page.left': { actions: 'leaveList' },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure({{thing}}Query),
    'views.applied': {
      ...viewed,
      actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }],
    },
    '{{thing}}Form.saved': { actions: 'refreshList' },
    '{{thing}}Deletion.done': {
      actions: [{ type: 'forgetRow', params: ({ event }) => event.subject }, 'refreshList'],
    },
  },
});

export type {{Thing}}Management = ActorRefFrom<typeof {{thing}}ManagementMachine>;

import type { ActorRefFrom } from 'xstate';
import { createBatchMachine } from '../../kernel/batch/batch.machine.ts';
import { createFormDialogMachine } from '../../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../../kernel/list/list.machine.ts';
import { createCommandMachine } from '../../kernel/page/command.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import { batchesOf, createListPage, createListTools } from '../../kernel/page/list-page.machine.ts';
import { staffPicker, unitChoice } from '../assets/asset-pickers.machine.ts';
import { assetSheet } from '../assets/asset-sheet.machine.ts';
import { assigningMachine } from '../assets/assigning.machine.ts';
import { assignmentHistory } from '../assets/assignment-history.machine.ts';
import { authorisingMachine } from '../assets/authorising.machine.ts';
import {
  blankPerson,
  checkPerson,
  type PersonBatchParams,
  type PersonFilters,
  type PersonRow,
  type PersonSubject,
  type PersonValues,
  personQuery,
} from './person-rules.ts';

export const personList = createListMachine<PersonRow, PersonFilters>({
  id: 'personList',
  description: 'The personal accounts as the address specifies them.',
  query: personQuery,
  rowId: (row) => row.id,
});

export const personForm = createFormDialogMachine<PersonValues, PersonRow, PersonSubject>({
  id: 'personForm',
  description: 'The owner and remark of a personal account.',
  blank: blankPerson,
  check: checkPerson,
});

export const personBatch = createBatchMachine<PersonBatchParams, PersonFilters>({
  id: 'personBatch',
  description: 'Checks authorisations or refreshes the objects bound through them; also follows imports.',
  blank: { action: 'check' },
  check: () => ({}),
});

export interface PersonStatusChange {
  row: PersonRow;
  status: 'enabled' | 'disabled';
}

export const personStatusChange = createCommandMachine<PersonStatusChange, PersonRow>({
  id: 'personStatusChange',
  description: 'A personal account is disabled, or enabled after a check.',
});

export const personDeletion = createCommandMachine<PersonRow>({ id: 'personDeletion', description: 'A personal account is deleted.' });

/** An unused link for a holder. */
export interface OpenLink {
  id: number;
  holder_name: string;
  contact: string | null;
  owner: { id: number; label: string };
  user: { id: number; label: string };
  created_at: string;
  expires_at: string;
}

/** Opened once, by a page that shows links. */
export const personLinks = createDetailMachine<'open', OpenLink[]>({
  id: 'personLinks',
  description: 'Unused links for holders.',
});

export const linkRevocation = createCommandMachine<OpenLink>({ id: 'linkRevocation', description: 'Revokes a link for a holder.' });

const personTools = createListTools({ id: 'person', of: 'personal accounts', query: personQuery });
export const { export: personExport, tableView: personTableView, views: personViews } = personTools;

/**
 * Personal accounts: who authorises us on the channels, whether the authorisation is valid, and which objects depend on it. Used for our
 * own and for hosted ones.
 */
export const personManagementMachine = createListPage({
  id: 'personManagement',
  description: 'Personal accounts: authorised, checked, refreshed, assigned, deleted.',
  query: personQuery,
  list: personList,
  tools: personTools,
  parts: {
    form: personForm,
    batch: personBatch,
    assigning: assigningMachine,
    history: assignmentHistory,
    sheet: assetSheet,
    authorising: authorisingMachine,
    statusChange: personStatusChange,
    deletion: personDeletion,
    links: personLinks,
    revocation: linkRevocation,
  },
  choices: { staff: staffPicker, units: unitChoice },
  unseen: { staff: 'owner_user_id' },
  replacesRow: ['form.saved', 'statusChange.done'],
  refreshes: ['authorising.granted'],
  batches: ['assigning'],
  tells: ['batch.started'],
  follows: { 'authorising.started': batchesOf },
  on: {
    'page.seen': { batch: { type: 'batch.seen' }, links: { type: 'detail.seen' } },
    'page.left': { batch: { type: 'batch.left' } },
    'page.refreshRequested': { links: { type: 'detail.refreshDue' } },
    'deletion.done': { list: [({ subject }) => ({ type: 'list.rowForgotten', id: subject.id }), { type: 'list.refreshRequested' }] },
    'authorising.granted': { links: { type: 'detail.refreshDue' } },
    'authorising.linkMade': { links: { type: 'detail.refreshDue' } },
    'revocation.done': { links: { type: 'detail.refreshDue' } },
    // Failed objects of an import are no rows of this page, so no rows are chosen.
    'batch.finished': { list: { type: 'list.refreshDue' } },
    'batch.failedChosen': { list: ({ ids }) => ({ type: 'list.rowsChosen', ids }) },
  },
});

export type PersonManagement = ActorRefFrom<typeof personManagementMachine>;

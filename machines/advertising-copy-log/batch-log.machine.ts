import type { ActorRefFrom } from 'xstate';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { type BatchTypeName, batchFilters, batchSortable } from '#contracts/vocabulary/batches.ts';
import { batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { createListMachine, type ListAnswer } from '../kernel/list/list.machine.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { adAccountPicker, staffPicker } from '../parts/assets/asset-pickers.machine.ts';

const { date_from, date_to, keyword, type, status, user_id, ad_account_id, origin } = batchFilters;
/** The filters of the page, in display order. */
export const shownBatchFilters = { date_from, date_to, keyword, type, status, user_id, ad_account_id, origin };
export const batchQuery = vocabularyQuery(shownBatchFilters, batchSortable);

export type BatchFilters = ReturnType<typeof batchQuery.read>['filters'];

/** The types listed unless others are chosen: what was done to ads. */
const USUAL_TYPES: readonly BatchTypeName[] = ['publish', 'copy', 'status', 'budget', 'bid', 'rename', 'transfer', 'remove'];

/** Whether only the usual types are listed. A search finds batches of every type. */
export const isOfUsualTypes = (filters: BatchFilters): boolean => filters.type === undefined && filters.keyword === undefined;

/** The filters with the types they mean. */
export const withTypes = (filters: BatchFilters): BatchFilters =>
  isOfUsualTypes(filters) ? { ...filters, type: [...USUAL_TYPES] } : filters;

/** Numbers of objects, summed over all matching batches. */
export type BatchTotals = Pick<BatchRow, 'total' | 'ok' | 'fail' | 'skip' | 'unknown'>;

export const batchList = createListMachine<BatchRow, BatchFilters, number, ListAnswer<BatchRow, BatchTotals>>({
  id: 'batchList',
  description: 'Batches as the address specifies them.',
  query: batchQuery,
  rowId: (row) => row.id,
});

const batchTools = createListTools({ id: 'batch', of: 'the batch log', query: batchQuery });
export const { export: batchExport, tableView: batchTableView, views: batchViews } = batchTools;

/** The log of batches with their users and results. Running ones are followed; one may show its objects. */
export const batchLogMachine = createListPage({
  id: 'batchLog',
  description: 'The log of batches with their users and results.',
  query: batchQuery,
  list: batchList,
  tools: batchTools,
  parts: { progress: batchProgressMachine },
  choices: { people: staffPicker, accounts: adAccountPicker },
  unseen: { accounts: 'ad_account_id' },
  tells: ['progress.resumed'],
  on: {
    'page.seen': { progress: { type: 'progress.seen' } },
    'page.left': { progress: { type: 'progress.left' } },
    // An ended batch changes the totals and its own permitted actions.
    'progress.ended': { list: { type: 'list.refreshDue' } },
  },
});

export type BatchLog = ActorRefFrom<typeof batchLogMachine>;

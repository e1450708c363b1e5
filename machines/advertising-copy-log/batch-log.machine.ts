import { type ActorRefFrom, setup } from 'xstate';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { batchFilters, batchSortable } from '#contracts/vocabulary/batches.ts';
import { type BatchProgressFact, batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListAnswer, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { handleLocated, handleMoved, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { staffPicker } from '../parts/assets/asset-pickers.machine.ts';

const { date_from, date_to, keyword, type, status, user_id } = batchFilters;
/** The filters of the page, in display order. */
export const shownBatchFilters = { date_from, date_to, keyword, type, status, user_id };
export const batchQuery = vocabularyQuery(shownBatchFilters, batchSortable);

export type BatchFilters = ReturnType<typeof batchQuery.read>['filters'];

/** Numbers of objects, summed over all matching batches. */
export type BatchTotals = Pick<BatchRow, 'total' | 'ok' | 'fail' | 'skip' | 'unknown'>;

export const batchList = createListMachine<BatchRow, BatchFilters, number, ListAnswer<BatchRow, BatchTotals>>({
  id: 'batchList',
  description: 'Batches as the address specifies them.',
  query: batchQuery,
  rowId: (row) => row.id,
});

export const batchExport = createExportMachine<ListQuery<BatchFilters>>({
  id: 'batchExport',
  description: 'The list of batches as a file.',
});

const toList = toChild(batchList, 'list');
const toProgress = toChild(batchProgressMachine, 'progress');

/** The log of batches with their users and results. Running ones are followed; one may show its objects. */
export const batchLogMachine = setup({
  types: {} as {
    context: PageInput;
    events: PageEvent | ListFact | BatchProgressFact | ExportFact<'batchExport', ListQuery<BatchFilters>>;
    input: PageInput;
    children: { list: 'list'; progress: 'progress'; export: 'export'; people: 'people' };
  },
  actors: { list: batchList, progress: batchProgressMachine, export: batchExport, people: staffPicker },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    seeProgress: toProgress(() => ({ type: 'progress.seen' })),
    leaveProgress: toProgress(() => ({ type: 'progress.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    keepSearch,
    tellMoved,
    tellRunning: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'batchLog',
  description: 'The log of batches with their users and results.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'progress', src: 'progress' },
    { id: 'export', src: 'export' },
    { id: 'people', src: 'people' },
  ],
  on: {
    'page.located': handleLocated,
    'page.seen': { actions: ['seeList', 'seeProgress'] },
    'page.left': { actions: ['leaveList', 'leaveProgress'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': handleMoved(batchQuery),
    // An ended batch changes the totals and its own permitted actions.
    'progress.ended': { actions: 'renewList' },
    'progress.resumed': { actions: { type: 'tellRunning', params: ({ event }) => event } },
  },
});

export type BatchLog = ActorRefFrom<typeof batchLogMachine>;

import { type ActorRefFrom, setup } from 'xstate';
import type { PublishJob as WireJob } from '#contracts/endpoints/publish.ts';
import { jobFilters, jobSortable } from '#contracts/vocabulary/publish-jobs.ts';
import { type BatchProgressFact, batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { hasEnded } from '../kernel/batch/order-status.ts';
import type { FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import type { PickerFact } from '../kernel/list/picker.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, readTableView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import {
  handleLocated,
  handleMoved,
  handleUnseen,
  handleViewApplied,
  isFilteredByUnseen,
  isViewApplicable,
  keepSearch,
} from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { adAccountPicker, homepagePicker, pixelPicker, staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { schemePicker } from '../parts/launches/ad-pickers.machine.ts';
import { failureRemedy } from './failure-remedy.machine.ts';

/** The fields of a publish job that the console reads. */
export type PublishJob = Pick<
  WireJob,
  | 'id'
  | 'status'
  | 'user'
  | 'total'
  | 'done'
  | 'ok'
  | 'fail'
  | 'skip'
  | 'unknown'
  | 'canceled'
  | 'removed'
  | 'created_at'
  | 'started_at'
  | 'finished_at'
  | 'can'
  | 'scheme'
  | 'accounts'
  | 'ads'
  | 'budget_day_usd'
>;

export const jobQuery = vocabularyQuery(jobFilters, jobSortable);
export type JobFilters = ReturnType<typeof jobQuery.read>['filters'];

export const jobList = createListMachine<PublishJob, JobFilters>({
  id: 'jobList',
  description: 'The publish jobs as the address specifies them; reloaded every few seconds while one runs.',
  query: jobQuery,
  rowId: (row) => row.id,
  isAboutToChange: (row) => !hasEnded(row),
});

export const jobExport = createExportMachine<ListQuery<JobFilters>>({ id: 'jobExport', description: 'The publish jobs as a file.' });

export const jobViews = createSavedViewsMachine({ id: 'jobViews', description: 'Saved views of the publish jobs.', query: jobQuery });

export const jobTableView = createTableViewMachine({
  id: 'jobTableView',
  description: "The user's settings of the table of publish jobs.",
});

const toList = toChild(jobList, 'list');
const toProgress = toChild(batchProgressMachine, 'progress');
const toTableView = toChild(jobTableView, 'tableView');
const viewed = handleViewApplied(jobQuery);
const unseen = handleUnseen(jobQuery);

export type PublishJobsEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | ExportFact<'jobExport', ListQuery<JobFilters>>
  | BatchProgressFact
  | FormFact<'failureRemedy', { batch_id: number }>
  | PickerFact<'schemePicker'>
  | PickerFact<'staffPicker'>
  | PickerFact<'adAccountPicker'>;

/** The publish jobs with their users and results; one of them may show its objects as a tree. */
export const publishJobsMachine = setup({
  types: {} as {
    context: PageInput;
    events: PublishJobsEvent;
    input: PageInput;
    children: {
      list: 'list';
      progress: 'progress';
      views: 'views';
      tableView: 'tableView';
      export: 'export';
      schemes: 'schemes';
      people: 'people';
      accounts: 'accounts';
      remedy: 'remedy';
      homepages: 'homepages';
      pixels: 'pixels';
    };
  },
  actors: {
    list: jobList,
    progress: batchProgressMachine,
    views: jobViews,
    tableView: jobTableView,
    export: jobExport,
    schemes: schemePicker,
    people: staffPicker,
    accounts: adAccountPicker,
    remedy: failureRemedy,
    homepages: homepagePicker,
    pixels: pixelPicker,
  },
  guards: { isViewApplicable: isViewApplicable, isFilteredByUnseen },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    refuseFilters: toList(({ names }: { names: (keyof JobFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    seeProgress: toProgress(() => ({ type: 'progress.seen' })),
    reopenBatch: toProgress(({ saved }: { saved: { batch_id: number } }) => ({ type: 'progress.retried', batchIds: [saved.batch_id] })),
    leaveProgress: toProgress(() => ({ type: 'progress.left' })),
    applyTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.applied', view: readTableView(table) })),
    keepSearch,
    tellMoved,
    tellRunning: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'publishJobs',
  description: 'The publish jobs with their users and results.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'progress', src: 'progress' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'tableView', src: 'tableView' },
    { id: 'export', src: 'export' },
    { id: 'schemes', src: 'schemes' },
    { id: 'people', src: 'people' },
    { id: 'accounts', src: 'accounts' },
    { id: 'remedy', src: 'remedy' },
    { id: 'homepages', src: 'homepages' },
    { id: 'pixels', src: 'pixels' },
  ],
  on: {
    'page.located': handleLocated,
    'page.seen': { actions: ['seeList', 'seeProgress'] },
    'page.left': { actions: ['leaveList', 'leaveProgress'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': handleMoved(jobQuery),
    'view.updated': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'applyTable', params: ({ event }) => event }] },
    'progress.ended': { actions: 'renewList' },
    'failureRemedy.saved': { actions: { type: 'reopenBatch', params: ({ event }) => event } },
    'progress.resumed': {
      actions: [{ type: 'tellRunning', params: ({ event }) => event }, 'renewList'],
    },
    'schemePicker.unseen': unseen('scheme_id'),
    'staffPicker.unseen': unseen('user_id'),
    'adAccountPicker.unseen': unseen('ad_account_id'),
  },
});

export type PublishJobs = ActorRefFrom<typeof publishJobsMachine>;

import { type ActorRefFrom, setup } from 'xstate';
import type { ButtonEntry } from '#contracts/endpoints/dicts.ts';
import { type BatchFact, createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createPickerMachine, type PickerFact } from '../kernel/list/picker.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { application, departure, isFilteredByUnseen, isWelcome, keepSearch, unseenIn } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { homepagePicker, staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { dramaPicker, materialPicker, productPicker } from '../parts/materials/material-pickers.machine.ts';
import {
  blankPost,
  blankPostBatch,
  blankSeveral,
  checkPost,
  checkSeveral,
  orderedIn,
  type PostBatchParams,
  type PostFilters,
  type PostRow,
  type PostSubject,
  type PostValues,
  postQuery,
  type SeveralValues,
  withoutOrder,
} from './post-rules.ts';

export const postList = createListMachine<PostRow, PostFilters>({
  id: 'postList',
  description: 'The posts, as the address asks for them.',
  query: postQuery,
  rowId: (row) => row.id,
});

/** The post as it was kept; with the batch that creates it on the channel, where it is to be created. */
export interface SavedPost {
  id: number;
  batchId?: number | undefined;
}

export const postForm = createFormDialogMachine<PostValues, SavedPost, PostSubject>({
  id: 'postForm',
  description: 'A post: written as a draft, or to be created on the channel.',
  blank: blankPost,
  check: checkPost,
  draft: true,
});

export const severalForm = createFormDialogMachine<SeveralValues, { batchId: number }, { id: number }>({
  id: 'severalForm',
  description: 'Posts of several materials on several homepages.',
  blank: blankSeveral,
  check: checkSeveral,
});

export const postBatch = createBatchMachine<PostBatchParams, PostFilters>({
  id: 'postBatch',
  description: 'Something done to several posts at once, or begun elsewhere and followed here.',
  blank: blankPostBatch,
  check: () => ({}),
  caution: ({ action }) => ({ isDeletion: action === 'delete' }),
});

export const postPreview = createDetailMachine<{ id: number }, PostRow>({
  id: 'postPreview',
  description: 'A post as people see it on a phone.',
});

export const postExport = createExportMachine<ListQuery<PostFilters>>({ id: 'postExport', description: 'The posts as a file.' });

export const postViews = createSavedViewsMachine({ id: 'postViews', description: 'Saved views of the posts.', query: postQuery });

export const postTableView = createTableViewMachine({
  id: 'postTableView',
  description: 'How the reader wants the table of posts to look.',
});

export const postLandings = createPickerMachine({ id: 'postLandings', description: 'Landing pages to choose from.' });
export const postButtons = createOptionsMachine<ButtonEntry>({ id: 'postButtons', description: 'Buttons that a post can end with.' });

const toList = toChild(postList, 'list');
const toBatch = toChild(postBatch, 'batch');
const toSeveral = toChild(severalForm, 'several');
const toPreview = toChild(postPreview, 'preview');
const toTableView = toChild(postTableView, 'tableView');
const viewed = application(postQuery);

/** What an address may name that its reader may not see, or that is gone. */
const unseen = unseenIn(postQuery);

export type PostManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'postForm', SavedPost>
  | FormFact<'severalForm', { batchId: number }>
  | BatchFact<'postBatch'>
  | ExportFact<'postExport', ListQuery<PostFilters>>
  | PickerFact<'homepagePicker'>
  | PickerFact<'postLandings'>
  | PickerFact<'dramaPicker'>
  | PickerFact<'productPicker'>
  | PickerFact<'materialPicker'>
  | PickerFact<'staffPicker'>;

/** Posts of homepages: written, created on the channel, compared with it, taken away. */
export const postManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: PostManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      several: 'several';
      batch: 'batch';
      preview: 'preview';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      homepages: 'homepages';
      landings: 'landings';
      buttons: 'buttons';
      dramas: 'dramas';
      products: 'products';
      materials: 'materials';
      owners: 'owners';
    };
  },
  actors: {
    list: postList,
    form: postForm,
    several: severalForm,
    batch: postBatch,
    preview: postPreview,
    export: postExport,
    tableView: postTableView,
    views: postViews,
    homepages: homepagePicker,
    landings: postLandings,
    buttons: postButtons,
    dramas: dramaPicker,
    products: productPicker,
    materials: materialPicker,
    owners: staffPicker,
  },
  guards: {
    isWelcome,
    isWatched: (_, { watched }: { watched: boolean }) => watched,
    isBegun: (_, { batchId }: { batchId: number | undefined }) => batchId !== undefined,
    isFilteredByUnseen,
    isOrdered: ({ context }) => orderedIn(context.search).length > 0,
  },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    refuseFilters: toList(({ names }: { names: (keyof PostFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    followBatch: toBatch(({ batchId }: { batchId: number | undefined }) => ({ type: 'batch.followed', batchId: batchId ?? 0 })),
    seePreview: toPreview(() => ({ type: 'detail.seen' })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    beginSeveral: toSeveral(({ search }: { search: string }) => ({
      type: 'form.opened',
      draft: { values: { ...blankSeveral, material_ids: orderedIn(search) }, subject: undefined },
    })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<PageInput, { batchId: number | undefined }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'postManagement',
  description: 'Posts of homepages: written, created on the channel, compared with it, taken away.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'several', src: 'several' },
    { id: 'batch', src: 'batch' },
    { id: 'preview', src: 'preview' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'homepages', src: 'homepages' },
    { id: 'landings', src: 'landings' },
    { id: 'buttons', src: 'buttons' },
    { id: 'dramas', src: 'dramas' },
    { id: 'products', src: 'products' },
    { id: 'materials', src: 'materials' },
    { id: 'owners', src: 'owners' },
  ],
  initial: 'standing',
  states: {
    standing: {
      description: 'The address says what is shown.',
      always: { guard: 'isOrdered', target: 'ordered' },
    },
    ordered: {
      description: 'Another page led here with materials to make posts of: the form opens, and the address forgets them.',
      always: {
        target: 'standing',
        actions: [
          { type: 'beginSeveral', params: ({ context }) => context },
          { type: 'keepSearch', params: ({ context }) => ({ search: withoutOrder(context.search) }) },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
    },
  },
  on: {
    'page.located': {
      actions: [
        { type: 'keepSearch', params: ({ event }) => event },
        { type: 'locateList', params: ({ event }) => event },
      ],
    },
    'page.seen': { actions: ['seeList', 'seeBatch', 'seePreview'] },
    'page.left': { actions: ['leaveList', 'leaveBatch'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(postQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'postForm.saved': [
      {
        guard: { type: 'isBegun', params: ({ event }) => ({ batchId: event.saved.batchId }) },
        actions: [
          { type: 'followBatch', params: ({ event }) => ({ batchId: event.saved.batchId }) },
          { type: 'tellBatchStarted', params: ({ event }) => ({ batchId: event.saved.batchId }) },
          'refreshList',
        ],
      },
      { actions: 'refreshList' },
    ],
    'severalForm.saved': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event.saved },
        { type: 'tellBatchStarted', params: ({ event }) => event.saved },
        'refreshList',
      ],
    },
    'postBatch.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'postBatch.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        // Those that failed stay chosen, so that they can be looked at.
        actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList'],
      },
      { actions: 'renewList' },
    ],
    'postBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
    'homepagePicker.unseen': unseen('homepage_id'),
    'dramaPicker.unseen': unseen('drama_id'),
    'productPicker.unseen': unseen('product_id'),
    'materialPicker.unseen': unseen('material_id'),
    'staffPicker.unseen': unseen('owner_user_id'),
  },
});

export type PostManagement = ActorRefFrom<typeof postManagementMachine>;

import type { ActorRefFrom } from 'xstate';
import type { ButtonEntry } from '#contracts/endpoints/dicts.ts';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createPickerMachine } from '../kernel/list/picker.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { homepagePicker, staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { dramaPicker, materialPicker, productPicker } from '../parts/materials/material-pickers.machine.ts';
import { postOrder } from './post-order.machine.ts';
import {
  blankPost,
  blankPostBatch,
  blankSeveral,
  checkPost,
  checkSeveral,
  orderAddress,
  type PostBatchParams,
  type PostFilters,
  type PostRow,
  type PostSubject,
  type PostValues,
  postQuery,
  type SeveralValues,
} from './post-rules.ts';

export const postList = createListMachine<PostRow, PostFilters>({
  id: 'postList',
  description: 'The posts as the address specifies them.',
  query: postQuery,
  rowId: (row) => row.id,
});

/** The saved post, with the batch that creates it on the channel unless it stays a draft. */
export interface SavedPost {
  id: number;
  batchId?: number | undefined;
}

export const postForm = createFormDialogMachine<PostValues, SavedPost, PostSubject>({
  id: 'postForm',
  description: 'A post: saved as a draft or created on the channel.',
  blank: blankPost,
  check: checkPost,
  draft: true,
});

export const severalForm = createFormDialogMachine<SeveralValues, { batchIds: number[] }, { id: number }>({
  id: 'severalForm',
  description: 'Posts of several materials on several homepages.',
  blank: blankSeveral,
  check: checkSeveral,
});

export const postBatch = createBatchMachine<PostBatchParams, PostFilters>({
  id: 'postBatch',
  description: 'A bulk action on posts, or one started elsewhere and followed here.',
  blank: blankPostBatch,
  check: () => ({}),
  caution: ({ action }) => ({ isDeletion: action === 'delete' }),
});

export const postPreview = createDetailMachine<{ id: number }, PostRow>({
  id: 'postPreview',
  description: 'A preview of a post on a phone.',
});

const postTools = createListTools({ id: 'post', of: 'posts', query: postQuery });
export const { export: postExport, tableView: postTableView, views: postViews } = postTools;

export const postLandings = createPickerMachine({ id: 'postLandings', description: 'Landing pages that a post can lead to.' });
export const postButtons = createOptionsMachine<ButtonEntry>({ id: 'postButtons', description: 'Buttons that a post can end with.' });

const locateOrder = (_: unknown, search: string) => ({ type: 'postOrder.located' as const, search });

/** Posts of homepages: written, created on the channel, compared with it, deleted. */
export const postManagementMachine = createListPage({
  id: 'postManagement',
  description: 'Posts of homepages: written, created on the channel, compared with it, deleted.',
  query: postQuery,
  list: postList,
  tools: postTools,
  parts: { form: postForm, several: severalForm, batch: postBatch, preview: postPreview, order: postOrder },
  choices: {
    homepages: homepagePicker,
    landings: postLandings,
    buttons: postButtons,
    dramas: dramaPicker,
    products: productPicker,
    materials: materialPicker,
    owners: staffPicker,
  },
  unseen: {
    homepages: 'homepage_id',
    dramas: 'drama_id',
    products: 'product_id',
    materials: 'material_id',
    owners: 'owner_user_id',
  },
  refreshes: ['form.saved', 'several.saved'],
  batches: ['batch'],
  follows: {
    'form.saved': ({ saved }) => (saved.batchId === undefined ? [] : [saved.batchId]),
    'several.saved': ({ saved }) => saved.batchIds,
  },
  addresses: { 'postOrder.arrived': orderAddress },
  on: {
    'page.located': { order: locateOrder },
    'page.seen': { preview: { type: 'detail.seen' } },
    'postOrder.arrived': {
      several: ({ materialIds }) => ({
        type: 'form.opened' as const,
        draft: { values: { ...blankSeveral, material_ids: materialIds }, subject: undefined },
      }),
    },
  },
});

export type PostManagement = ActorRefFrom<typeof postManagementMachine>;

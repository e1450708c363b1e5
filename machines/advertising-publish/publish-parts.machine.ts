import type { PostRow } from '#contracts/endpoints/posts.ts';
import { postFilters } from '#contracts/vocabulary/posts.ts';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { requiredChoice } from '../kernel/form/field-rules.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { defineListQuery, ids, oneOf, text } from '../kernel/list/list-query.ts';
import { vocabularyFields } from '../kernel/list/vocabulary-query.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createRedoMachine } from '../kernel/page/redo.machine.ts';
import { type MaterialRow, materialFields } from '../parts/materials/material-rules.ts';

/** An ad account to publish to, with its limits or the reason why it cannot be used. */
export interface AccountChoice {
  id: number;
  label: string;
  /** Its id on the channel. */
  sub: string;
  status: string;
  /** Why nothing can be published to it, as text. */
  disabled?: string | undefined;
  currency: string;
  timezone_name: string;
  /** In the account's currency; null without a limit. */
  cap_left: number | null;
  ads_running: number;
  /** The pixel in question, and whether the account may use it; null without a pixel. */
  pixel_id: number | null;
  pixel_usable: boolean | null;
}

// Neither query is in the address, because the choice and its filters belong to the publish.
export const accountQuery = defineListQuery({ keyword: text, channel: oneOf('meta', 'tiktok') }, [], 20, 'account_');
export type AccountFilters = ReturnType<typeof accountQuery.read>['filters'];

export const publishAccounts = createListMachine<AccountChoice, AccountFilters>({
  id: 'publishAccounts',
  description: 'Ad accounts to publish to.',
  query: accountQuery,
  rowId: (row) => row.id,
});

/** The chosen ad accounts and their pixel: the chosen one, or that of the site. */
export interface ChosenAccounts {
  ids: number[];
  pixel_id: number | undefined;
  site_id: number | undefined;
}

export const chosenAccounts = createDetailMachine<ChosenAccounts, AccountChoice[]>({
  id: 'chosenAccounts',
  description: 'The chosen ad accounts, and whether each may use the pixel.',
});

/** A material to create ads from. */
export interface MaterialChoice extends MaterialRow {
  /** When it was last used in the chosen ad accounts; absent without chosen accounts. */
  publish?: { last_used_at: string | null } | undefined;
}

/** The sort orders of the choice of materials: newest, most spend and best return of the last 30 days. */
export const materialChoiceSorts = ['created_at', 'spend', 'roi_d0'] as const;

const materialChoiceQuery = defineListQuery({ ...materialFields, to_publish_in: ids }, materialChoiceSorts);
export type MaterialChoiceFilters = ReturnType<typeof materialChoiceQuery.read>['filters'];

export const publishMaterials = createListMachine<MaterialChoice, MaterialChoiceFilters>({
  id: 'publishMaterials',
  description: 'Materials of the content, to create ads from.',
  query: materialChoiceQuery,
  rowId: (row) => row.id,
});

/** The sort orders of the choice of posts. */
export const postChoiceSorts = ['created_at', 'use_count', 'reactions'] as const;

/** A post to create ads from. */
export type PostChoice = Pick<
  PostRow,
  'id' | 'headline' | 'message' | 'homepage' | 'material' | 'type' | 'cover_url' | 'use_count' | 'reactions' | 'comments' | 'created_at'
>;

const { keyword, homepage_id, drama_id, product_id, usable } = vocabularyFields(postFilters);
const postChoiceQuery = defineListQuery({ keyword, homepage_id, drama_id, product_id, usable }, postChoiceSorts);
export type PostChoiceFilters = ReturnType<typeof postChoiceQuery.read>['filters'];

export const publishPosts = createListMachine<PostChoice, PostChoiceFilters>({
  id: 'publishPosts',
  description: 'Posts of the content, to create ads from.',
  query: postChoiceQuery,
  rowId: (row) => row.id,
});

/** The pixel to share. The accounts are the subject of the batch. */
export interface SharingParams {
  pixel_id: number | undefined;
}

export const pixelSharing = createBatchMachine<SharingParams, never>({
  id: 'pixelSharing',
  description: 'Shares a pixel with the chosen ad accounts.',
  blank: { pixel_id: undefined },
  check: ({ pixel_id }) => {
    const fault = requiredChoice(pixel_id);
    return fault ? { pixel_id: fault } : {};
  },
});

/** An earlier publish: its scheme, in its current version, and its ad accounts. */
export interface PublishOrder {
  scheme_id: number;
  ad_account_ids: number[];
}

export const publishRedo = createRedoMachine<{ batchId: number }, PublishOrder>({
  id: 'publishRedo',
  description: 'An earlier publish, to be checked and repeated.',
});

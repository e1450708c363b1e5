import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { requiredChoice } from '../kernel/form/field-rules.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { defineListQuery, ids, oneOf, text } from '../kernel/list/list-query.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createRecallMachine } from '../kernel/page/recall.machine.ts';
import { type MaterialRow, materialFields } from '../parts/materials/material-rules.ts';

/** An ad account to publish into: what it can take, and why not where it cannot. */
export interface AccountChoice {
  id: number;
  label: string;
  /** Its number on the channel. */
  sub: string;
  status: string;
  /** Why nothing can be published into it, in words. */
  disabled?: string | undefined;
  currency: string;
  timezone_name: string;
  /** In its currency; null where nothing limits it. */
  cap_left: number | null;
  ads_running: number;
  /** The pixel that was asked about, and whether it may use it; null where none was. */
  pixel_id: number | null;
  pixel_usable: boolean | null;
}

// Neither stands in the address: what is chosen is part of the publish, and so is how it was looked for.
export const accountQuery = defineListQuery({ keyword: text, channel: oneOf('meta', 'tiktok') }, [], 20, 'account_');
export type AccountFilters = ReturnType<typeof accountQuery.read>['filters'];

export const publishAccounts = createListMachine<AccountChoice, AccountFilters>({
  id: 'publishAccounts',
  description: 'Ad accounts to publish into.',
  query: accountQuery,
  rowId: (row) => row.id,
});

/** Ad accounts that were chosen, and the pixel they are to use: a chosen one, or that of the site. */
export interface ChosenAccounts {
  ids: number[];
  pixel_id: number | undefined;
  site_id: number | undefined;
}

export const chosenAccounts = createDetailMachine<ChosenAccounts, AccountChoice[]>({
  id: 'chosenAccounts',
  description: 'The ad accounts that were chosen, and whether each may use the pixel.',
});

/** A material to make ads of. */
export interface MaterialChoice extends MaterialRow {
  /** Where it was used last among the chosen ad accounts, and what it returned of late; absent where none were chosen. */
  publish?: { last_used_at: string | null; roi_d0: number | null } | undefined;
}

const materialChoiceQuery = defineListQuery({ ...materialFields, to_publish_in: ids }, []);
export type MaterialChoiceFilters = ReturnType<typeof materialChoiceQuery.read>['filters'];

export const publishMaterials = createListMachine<MaterialChoice, MaterialChoiceFilters>({
  id: 'publishMaterials',
  description: 'Materials of what is advertised, to make ads of.',
  query: materialChoiceQuery,
  rowId: (row) => row.id,
});

/** What is asked before a pixel is shared: which one. The accounts are the subject. */
export interface SharingParams {
  pixel_id: number | undefined;
}

export const pixelSharing = createBatchMachine<SharingParams, never>({
  id: 'pixelSharing',
  description: 'A pixel is shared with ad accounts that are to be published into.',
  blank: { pixel_id: undefined },
  check: ({ pixel_id }) => {
    const fault = requiredChoice(pixel_id);
    return fault ? { pixel_id: fault } : {};
  },
});

/** A publish as it was ordered once: the scheme, whatever it says by now, and where it went. */
export interface RecalledPublish {
  scheme_id: number;
  ad_account_ids: number[];
}

export const publishRecall = createRecallMachine<{ batchId: number }, RecalledPublish>({
  id: 'publishRecall',
  description: 'A publish as it was ordered once, so that it can be looked at and ordered again.',
});

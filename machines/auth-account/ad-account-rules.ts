import type { AdAccountRow as WireRow } from '#contracts/endpoints/ad-accounts.ts';
import { adAccountFilters, adAccountSortable } from '#contracts/vocabulary/ad-accounts.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice, stringMaximum } from '../kernel/form/field-rules.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type AdAccountRow = Omit<WireRow, 'connector' | 'usage' | 'created_at' | 'updated_at' | 'authorised_at'>;

export type AdAccountPermit = AdAccountRow['can'][number];

export const adAccountQuery = vocabularyQuery(adAccountFilters, adAccountSortable);

export type AdAccountFilters = ReturnType<typeof adAccountQuery.read>['filters'];

/** The fields edited here; the others come from the channel. */
export interface AdAccountValues {
  biz: 'dj' | 'ec' | undefined;
  enabled: boolean;
  /** Also turns off its running campaigns, when the account is switched off. */
  close_campaigns: boolean;
  remark: string;
}

export const blankAdAccount: AdAccountValues = { biz: undefined, enabled: true, close_campaigns: false, remark: '' };

export interface AdAccountSubject {
  id: number;
  version: number;
  name: string;
}

export const checkAdAccount = ({ biz, remark }: AdAccountValues): FieldFaults<AdAccountValues> =>
  faultsIn<AdAccountValues>({ biz: firstFault(biz, requiredChoice), remark: firstFault(remark, stringMaximum(200)) });

export const adAccountDraft = ({ id, version, name, biz, enabled, remark }: AdAccountRow) => ({
  values: { biz, enabled, close_campaigns: false, remark: remark ?? '' },
  subject: { id, version, name },
});

/** The parameters of a bulk action on ad accounts. */
export interface AdAccountBatchParams {
  action: 'sync' | 'enable' | 'disable' | 'share' | 'unbind';
  /** Only for `share`. */
  pixel_id: number | undefined;
  /** Only for `disable`: also turns off the running campaigns. */
  close_campaigns: boolean;
}

export const blankAdAccountBatch: AdAccountBatchParams = { action: 'sync', pixel_id: undefined, close_campaigns: false };

export const checkAdAccountBatch = ({ action, pixel_id }: AdAccountBatchParams): FieldFaults<AdAccountBatchParams> =>
  faultsIn<AdAccountBatchParams>({ pixel_id: action === 'share' ? firstFault(pixel_id, requiredChoice) : undefined });

/** The further fields of an import. */
export interface BindParams {
  biz: 'dj' | 'ec' | undefined;
}

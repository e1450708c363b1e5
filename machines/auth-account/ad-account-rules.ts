import type { AdAccountRow as WireRow } from '#contracts/endpoints/ad-accounts.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice, stringMaximum } from '../kernel/form/field-rules.ts';
import { defineListQuery, type Field, id, oneOf, text } from '../kernel/list/list-query.ts';

export type AdAccountRow = Omit<WireRow, 'connector' | 'usage' | 'created_at' | 'updated_at' | 'authorised_at'>;

export type AdAccountPermit = AdAccountRow['can'][number];

const STATUSES = [1, 2, 3, 7, 8, 9, 100, 101] as const;
type AccountStatus = (typeof STATUSES)[number];

const statuses: Field<AccountStatus[]> = {
  read: (raw) => {
    const known = STATUSES.filter((status) => raw.split(',').includes(String(status)));
    return known.length > 0 ? known : undefined;
  },
  write: (values) => values.join(','),
};
const currency: Field<string> = { read: (raw) => (/^[A-Z]{3}$/.test(raw) ? raw : undefined), write: (value) => value };
const only: Field<true> = { read: (raw) => (raw === 'true' ? true : undefined), write: String };
const yesNo: Field<boolean> = { read: (raw) => [true, false].find((value) => String(value) === raw), write: String };

export const adAccountQuery = defineListQuery(
  {
    keyword: text,
    channel: oneOf('meta', 'tiktok'),
    account_status: statuses,
    deliverable: yesNo,
    biz: oneOf('dj', 'ec'),
    currency,
    personal_account_id: id,
    assignee_user_id: id,
    unassigned: only,
    spent_7d: only,
  },
  ['name', 'account_status', 'balance', 'cap_left', 'amount_spent', 'campaigns_running', 'spend_7d', 'last_sync_at', 'created_at'],
);

export type AdAccountFilters = ReturnType<typeof adAccountQuery.read>['filters'];

/** What is ours of an ad account; the rest is the channel's. */
export interface AdAccountValues {
  biz: 'dj' | 'ec' | undefined;
  enabled: boolean;
  remark: string;
}

export const blankAdAccount: AdAccountValues = { biz: undefined, enabled: true, remark: '' };

export interface AdAccountSubject {
  id: number;
  version: number;
  name: string;
}

export const checkAdAccount = ({ biz, remark }: AdAccountValues): FieldFaults<AdAccountValues> =>
  faultsIn<AdAccountValues>({ biz: firstFault(biz, requiredChoice), remark: firstFault(remark, stringMaximum(200)) });

export const adAccountDraft = ({ id, version, name, biz, enabled, remark }: AdAccountRow) => ({
  values: { biz, enabled, remark: remark ?? '' },
  subject: { id, version, name },
});

/** What is done to several accounts at once. */
export interface AdAccountBatchParams {
  action: 'sync' | 'enable' | 'disable' | 'share' | 'unbind';
  /** Of `share`. */
  pixel_id: number | undefined;
}

export const blankAdAccountBatch: AdAccountBatchParams = { action: 'sync', pixel_id: undefined };

export const checkAdAccountBatch = ({ action, pixel_id }: AdAccountBatchParams): FieldFaults<AdAccountBatchParams> =>
  faultsIn<AdAccountBatchParams>({ pixel_id: action === 'share' ? firstFault(pixel_id, requiredChoice) : undefined });

/** What bringing accounts in asks besides which. */
export interface BindParams {
  biz: 'dj' | 'ec' | undefined;
}

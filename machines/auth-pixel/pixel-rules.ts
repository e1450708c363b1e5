import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { pixelShares, sendTestEvent, PixelRow as WholePixelRow } from '#contracts/endpoints/pixels.ts';
import { pixelFilters, pixelSortable } from '#contracts/vocabulary/pixels.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import {
  arrayMaximum,
  arrayMinimum,
  faultsIn,
  firstFault,
  pattern,
  required,
  requiredChoice,
  stringMaximum,
  stringRange,
  url,
} from '../kernel/form/field-rules.ts';
import { moneyFault } from '../kernel/form/money.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type PixelRow = Pick<
  WholePixelRow,
  | 'id'
  | 'version'
  | 'platform_pixel_id'
  | 'name'
  | 'status'
  | 'health'
  | 'owner_account'
  | 'owner_business'
  | 'shared_accounts'
  | 'sites'
  | 'capi_enabled'
  | 'capi_token_set'
  | 'test_event_code'
  | 'last_fired_at'
  | 'events_24h'
  | 'dup_rate'
  | 'report_gap'
  | 'last_sync_at'
  | 'sync_error'
  | 'assignees'
  | 'personal_account'
  | 'created_at'
  | 'can'
>;

export type PixelPermit = PixelRow['can'][number];
export type PixelShare = ReplyOf<typeof pixelShares>['list'][number];

export const pixelQuery = vocabularyQuery(pixelFilters, pixelSortable);

export type PixelFilters = ReturnType<typeof pixelQuery.read>['filters'];

/** The pixel of a form. */
export interface PixelSubject {
  id: number;
  name: string;
}

/** How the server sends events. The token can be written but never read. */
export interface CapiValues {
  capi_enabled: boolean;
  capi_token: string;
  test_event_code: string;
}

export interface CapiSubject extends PixelSubject {
  version: number;
  /** Whether a token is stored. */
  capi_token_set: boolean;
}

export const blankCapi: CapiValues = { capi_enabled: false, capi_token: '', test_event_code: '' };

/** No blanks inside: a token that was copied with its line break is refused, not cut. */
const TOKEN_PATTERN = /^\s*[!-~]+\s*$/;

export const checkCapi = (
  { capi_enabled, capi_token, test_event_code }: CapiValues,
  subject: CapiSubject | undefined,
): FieldFaults<CapiValues> => {
  const isMissing = capi_enabled && capi_token === '' && subject?.capi_token_set !== true;
  return faultsIn<CapiValues>({
    capi_token: isMissing ? { rule: 'required' } : firstFault(capi_token, pattern(TOKEN_PATTERN), stringRange(20, 400)),
    test_event_code: firstFault(test_event_code, stringMaximum(40)),
  });
};

export const capiDraft = (row: PixelRow) => ({
  values: { capi_enabled: row.capi_enabled, capi_token: '', test_event_code: row.test_event_code ?? '' },
  subject: { id: row.id, version: row.version, name: row.name, capi_token_set: row.capi_token_set },
});

/** Most accounts per sharing. */
export const MAX_ACCOUNTS = 50;

export interface SharingValues {
  mode: 'share' | 'unshare';
  ad_account_ids: number[];
  reason: string;
}

export const blankSharing: SharingValues = { mode: 'share', ad_account_ids: [], reason: '' };

export const checkSharing = ({ ad_account_ids, reason }: SharingValues): FieldFaults<SharingValues> =>
  faultsIn<SharingValues>({
    ad_account_ids: firstFault(ad_account_ids, arrayMinimum(1), arrayMaximum(MAX_ACCOUNTS)),
    reason: firstFault(reason, stringMaximum(200)),
  });

const MAX_SITES = 100;

export interface PixelSitesValues {
  site_ids: number[];
}

export const checkPixelSites = ({ site_ids }: PixelSitesValues): FieldFaults<PixelSitesValues> =>
  faultsIn<PixelSitesValues>({ site_ids: firstFault(site_ids, arrayMaximum(MAX_SITES)) });

export type TestEventName = RequestOf<typeof sendTestEvent>['event_name'];

export interface TestEventValues {
  event_name: TestEventName;
  /** As typed, in whole units of the currency. */
  value: number | undefined;
  currency: string;
  url: string;
}

export const blankTestEvent: TestEventValues = { event_name: 'PageView', value: undefined, currency: 'USD', url: '' };

export const checkTestEvent = ({ event_name, value, currency, url: address }: TestEventValues): FieldFaults<TestEventValues> =>
  faultsIn<TestEventValues>({
    event_name: firstFault(event_name, requiredChoice),
    value: moneyFault(value, currency),
    url: firstFault(address, required, url),
  });

/** The channel's answer to a test event. */
export interface TestResult {
  pixel: PixelSubject;
  values: TestEventValues;
  received: number;
  errors: ReplyOf<typeof sendTestEvent>['errors'];
}

/** The parameters of a bulk action on pixels. */
export interface PixelBatchParams {
  action: 'enable' | 'disable' | 'unbind';
}

export const blankPixelBatch: PixelBatchParams = { action: 'enable' };

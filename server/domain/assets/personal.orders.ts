import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { CallContext } from '../call.ts';
import { refuseField } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import { assetKinds } from './asset-kinds.ts';
import { orderBind, orderCheck } from './asset-orders.ts';
import type { DiscoveredAssets, ImportSelection } from './discovered-assets.ts';
import { countPeople, type PersonalFilter, selectPersonIds, type Usage } from './personal.query.ts';
import { PAGE_BY_USAGE, requireVisiblePerson, toPersonContext } from './visible-person.ts';

interface ImportRequest {
  personal_account_id: number;
  account_ids: string[];
  page_ids: string[];
  pixel_ids: string[];
  biz: 'dj' | 'ec';
  switch_authoriser?: boolean;
  reason?: string;
  idempotency_key?: string;
}

/** The selected assets by kind. Ad accounts come first, because a pixel belongs to one. */
export function toSelections(request: Pick<ImportRequest, 'account_ids' | 'page_ids' | 'pixel_ids'>): ImportSelection[] {
  const ids = { ad_account: request.account_ids, homepage: request.page_ids, pixel: request.pixel_ids };
  return (['ad_account', 'homepage', 'pixel'] as const).flatMap((type) => {
    const kind = assetKinds.find((each) => each.type === type);
    return kind === undefined || ids[type].length === 0 ? [] : [{ kind, platform_ids: ids[type] }];
  });
}

export async function importAssets(context: CallContext, usage: Usage, request: ImportRequest, action: ApiPath, found: DiscoveredAssets) {
  const person = await requireVisiblePerson(context, usage, request.personal_account_id);
  if (usage === 'host' && person.consent_at === null) throw refuseField('personal_account_id', 'consent');
  const selections = toSelections(request);
  if (selections.length === 0) throw refuseField('account_ids', 'required');
  return await orderBind(context, { action, origin: PAGE_BY_USAGE[usage], ...request }, request, selections, found);
}

interface BulkRequest {
  ids?: number[];
  filter?: PersonalFilter;
  expected_total?: number;
  reason?: string;
  idempotency_key?: string;
}

/** Checks personal accounts and, with `withAssets`, refreshes everything bound through them. */
export async function checkPeople(context: CallContext, usage: Usage, request: BulkRequest, action: ApiPath, withAssets: boolean) {
  const { db } = context;
  const personContext = toPersonContext(context, usage);
  const ids = await resolveSelection(context, request, {
    count: (filter: PersonalFilter) => countPeople(db, personContext, filter),
    pick: (filter, max) => selectPersonIds(db, personContext, filter, max),
  });
  const options = { action, origin: PAGE_BY_USAGE[usage], reason: request.reason, idempotency_key: request.idempotency_key };
  return await orderCheck(context, options, assetKinds, ids, { withAssets });
}

import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { CallContext } from '../call.ts';
import { refuseField } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import { assetKinds } from './asset-kinds.ts';
import { orderBind, orderCheck } from './asset-orders.ts';
import type { FoundBefore, Wanted } from './found-before.ts';
import { countPeople, idsOfPeople, type PersonalFilter, type Usage } from './personal.query.ts';
import { looking, pageOf, seenPerson } from './seen-person.ts';

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

/** What was chosen to be imported. Accounts come first: a pixel belongs to one. */
export function wantedIn(request: Pick<ImportRequest, 'account_ids' | 'page_ids' | 'pixel_ids'>): Wanted[] {
  const ids = { ad_account: request.account_ids, homepage: request.page_ids, pixel: request.pixel_ids };
  return (['ad_account', 'homepage', 'pixel'] as const).flatMap((type) => {
    const kind = assetKinds.find((each) => each.type === type);
    return kind === undefined || ids[type].length === 0 ? [] : [{ kind, platform_ids: ids[type] }];
  });
}

/** Imports what was found. */
export async function importAssets(context: CallContext, usage: Usage, request: ImportRequest, action: ApiPath, found: FoundBefore) {
  const person = await seenPerson(context, usage, request.personal_account_id);
  if (usage === 'host' && person.consent_at === null) throw refuseField('personal_account_id', 'consent');
  const wanted = wantedIn(request);
  if (wanted.length === 0) throw refuseField('account_ids', 'required');
  return await orderBind(context, { action, origin: pageOf[usage], ...request }, request, wanted, found);
}

interface Bulk {
  ids?: number[];
  filter?: PersonalFilter;
  expected_total?: number;
  reason?: string;
  idempotency_key?: string;
}

/** Checks persons, and with `withAssets` refreshes everything bound through them. */
export async function checkPeople(context: CallContext, usage: Usage, request: Bulk, action: ApiPath, withAssets: boolean) {
  const { db } = context;
  const looks = looking(context, usage);
  const ids = await resolveSelection(context, request, {
    count: (filter: PersonalFilter) => countPeople(db, looks, filter),
    pick: (filter, max) => idsOfPeople(db, looks, filter, max),
  });
  const ordering = { action, origin: pageOf[usage], reason: request.reason, idempotency_key: request.idempotency_key };
  return await orderCheck(context, ordering, assetKinds, ids, { withAssets });
}

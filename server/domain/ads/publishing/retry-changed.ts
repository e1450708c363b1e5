import { type Kysely, sql } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { retryPublish } from '#contracts/endpoints/publish.ts';
import type { Database } from '#server/database/schema.ts';
import { lockVisibleBatch, retryLockedBatch } from '../../batches/index.ts';
import type { CallContext, PreparationContext } from '../../call.ts';
import { type FieldFault, Refusal, refuse, refuseField } from '../../refusal.ts';
import { amountObstacle, computeMinBudget } from '../entities/index.ts';
import { pageObstacle } from './ad-parts.ts';
import type { LaunchItem } from './launch-items.ts';
import { centsToMinor } from './money.rules.ts';
import { isForeignPage, loadPageAccess, mayUsePage, type PageAccess, refuseForeignPage, withoutRefusal } from './page-access.ts';
import { refusePixel, toCurrencyFacts, toDayBudget } from './plan-findings.ts';
import * as parts from './plan-parts.ts';
import { toRate } from './plan-tree.ts';

type Db = Kysely<Database>;
type Request = RequestOf<typeof retryPublish>;

interface FailedItem {
  id: number;
  params: LaunchItem;
  /** Bid strategy of the campaign: its own, or that of the parent. */
  bid_strategy: string | null;
}

async function loadFailedItems(db: Db, { batch_id, item_ids }: Pick<Request, 'batch_id' | 'item_ids'>): Promise<FailedItem[]> {
  const found = await sql<FailedItem>`
    select i.id, i.params, coalesce(i.params -> 'node' ->> 'bid_strategy', p.params -> 'node' ->> 'bid_strategy') as bid_strategy
    from batch_item i left join batch_item p on p.id = i.parent_item_id
    where i.batch_id = ${batch_id} and i.id = any(${[...item_ids]}::bigint[]) and i.status = 'failed'`.execute(db);
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  return item_ids.flatMap((id) => byId.get(id) ?? []);
}

const loadAccounts = (context: parts.PlanContext, items: readonly FailedItem[]): Promise<Map<number, parts.PlanAccount>> =>
  parts.loadPlanAccounts(context, [...new Set(items.map(({ params }) => params.ad_account_id))]);

/** Asks the channel whether the accounts of the items may advertise with the new page; outside of any transaction. */
export const prepareRetryAccess = (context: PreparationContext, request: Request): Promise<PageAccess> =>
  withoutRefusal(async () => {
    if (request.homepage_id === undefined) return new Map();
    const page = (await parts.loadPlanPages(context, [request.homepage_id])).get(request.homepage_id);
    const accounts = await loadAccounts(context, await loadFailedItems(context.db, request));
    return await loadPageAccess(context, page === undefined ? [] : [...accounts.values()].map((account) => ({ account, page })));
  });

/** Refuses the items that cannot take the change, each at its place in the request. */
function requireEach(request: Request, items: readonly FailedItem[], canTake: (item: FailedItem) => boolean): void {
  const able = new Set(items.filter(canTake).map(({ id }) => id));
  const faults = request.item_ids.flatMap((id, at): FieldFault[] =>
    able.has(id) ? [] : [{ field: `item_ids.${at}`, rule: 'notRetryable' }],
  );
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults: faults.slice(0, 20) });
}

interface Change {
  request: Request;
  items: readonly FailedItem[];
  accounts: ReadonlyMap<number, parts.PlanAccount>;
}

async function changePage(context: CallContext, { request, items, accounts }: Change, id: number, access: PageAccess): Promise<void> {
  requireEach(request, items, ({ params }) => params.step === 'ad' && params.node.post_id === null);
  const page = (await parts.loadPlanPages(context, [id])).get(id);
  if (page === undefined) throw refuseField('homepage_id', 'exists');
  const obstacle = pageObstacle(page, page.name);
  if (obstacle !== null) throw obstacle;
  for (const account of accounts.values()) {
    if (account.channel !== page.channel) throw refuseField('homepage_id', 'otherChannel');
    if (isForeignPage(account, page) && mayUsePage(account, page, access) === false) throw refuseForeignPage(account, page);
  }
  if (page.used + items.length > page.limit) throw refuse('PAGE_AD_LIMIT', { used: page.used, limit: page.limit });
  await sql`
    update batch_item set params = jsonb_set(params, '{node,homepage_id}', to_jsonb(${id}::bigint))
    where id = any(${items.map((item) => item.id)}::bigint[])`.execute(context.db);
}

async function changePixel(context: CallContext, { request, items, accounts }: Change, id: number): Promise<void> {
  requireEach(request, items, ({ params }) => params.step === 'ad_group' && params.node.pixel_id !== null);
  const pixel = await parts.loadPlanPixel(context, id);
  if (pixel === undefined) throw refuseField('pixel_id', 'exists');
  for (const account of accounts.values()) {
    if (!pixel.accounts.includes(account.id)) throw refusePixel(account, pixel);
  }
  const ids = items.map((item) => item.id);
  await sql`
    update batch_item set params = jsonb_set(params, '{node,pixel_id}', to_jsonb(${id}::bigint))
    where id = any(${ids}::bigint[]) or (parent_item_id = any(${ids}::bigint[]) and target_type = 'ad')`.execute(context.db);
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The item with another budget in the currency of its account. */
function withBudget({ params, bid_strategy }: FailedItem, account: parts.PlanAccount, cents: number, now: Date): LaunchItem {
  if (params.step !== 'campaign' && params.step !== 'ad_group') return params;
  const rate = toRate(account);
  if (rate === null) throw refuseField('budget_usd', 'rateMissing', { currency: account.currency });
  const budget = centsToMinor(cents, rate);
  const obstacle = amountObstacle(budget, computeMinBudget(account.min_daily_budget, bid_strategy ?? ''), toCurrencyFacts(account));
  if (obstacle !== null) throw obstacle;
  const endAt = params.step === 'campaign' ? params.node.stop_at : params.node.end_at;
  const times = { budgetMode: params.node.budget_mode, startAt: toDate(params.node.start_at), endAt: toDate(endAt) };
  const day_usd = toDayBudget(cents, times, now);
  return params.step === 'campaign'
    ? { ...params, day_usd, node: { ...params.node, budget } }
    : { ...params, day_usd, node: { ...params.node, budget } };
}

async function changeBudget({ db, now }: CallContext, { request, items, accounts }: Change, cents: number): Promise<void> {
  requireEach(
    request,
    items,
    ({ params }) => (params.step === 'campaign' || params.step === 'ad_group') && params.node.budget_mode !== null,
  );
  for (const item of items) {
    const account = accounts.get(item.params.ad_account_id);
    if (account === undefined) continue;
    const params = JSON.stringify(withBudget(item, account, cents, now));
    await db.updateTable('batch_item').set({ params }).where('id', '=', item.id).execute();
  }
}

/** Retries failed items of a publish with another page, pixel or budget. */
export async function retryChanged(context: CallContext, request: Request, access: PageAccess) {
  const { batch_id, homepage_id, pixel_id, budget_usd } = request;
  if ([homepage_id, pixel_id, budget_usd].filter((value) => value !== undefined).length !== 1) {
    throw refuseField('homepage_id', 'oneOfBoth', { other: 'pixel_id, budget_usd' });
  }
  const batch = await lockVisibleBatch(context, batch_id);
  if (batch.type !== 'publish') throw refuse('NOT_FOUND');
  const items = await loadFailedItems(context.db, request);
  const accounts = await loadAccounts(context, items);
  requireEach(request, items, ({ params }) => accounts.has(params.ad_account_id));
  const change = { request, items, accounts };
  if (homepage_id !== undefined) await changePage(context, change, homepage_id, access);
  if (pixel_id !== undefined) await changePixel(context, change, pixel_id);
  if (budget_usd !== undefined) await changeBudget(context, change, budget_usd);
  return await retryLockedBatch(context, batch_id, request.item_ids, { homepage_id, pixel_id, budget_usd });
}

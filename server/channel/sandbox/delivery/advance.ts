import { sql } from 'kysely';
import { simulateSales } from '../feed/sales.ts';
import { SLOT_MS, slotStart } from '../found-world.ts';
import { accountStatusAt } from '../incidents.ts';
import type { Operation } from '../operation.ts';
import type { AccountTable, HourTable, Measures, SandboxDatabase, SiteOrderTable } from '../tables.ts';
import { Ledger } from './ledger.ts';
import { type LoadedAd, loadAds } from './load-ads.ts';
import { type LocalHour, localHour } from './local-time.ts';
import { minorPerUsd } from './model.ts';
import { type Budget, deliverSlot } from './slot.ts';

const HOUR = 3_600_000;
const ROWS_PER_INSERT = 400;

export const measureNames = [
  'spend',
  'impressions',
  'clicks',
  'link_clicks',
  'lp_views',
  'video_plays',
  'plays_3s',
  'thruplays',
  'p25',
  'p50',
  'p75',
  'p95',
  'p100',
  'watch_ms',
  'reactions',
  'comments',
  'shares',
  'new_users',
  'reacq_users',
  'view_content',
  'add_to_cart',
  'checkouts',
  'payers',
  'value_usd',
] as const satisfies readonly (keyof Measures)[];

/** Ids of the ads that share a budget, a campaign or an ad group, including deleted ads. */
interface AdGroupings {
  budgets: ReadonlyMap<string, readonly string[]>;
  campaigns: ReadonlyMap<string, readonly string[]>;
  groups: ReadonlyMap<string, readonly string[]>;
}

function groupAds(ads: readonly LoadedAd[]): AdGroupings {
  const groupBy = (keyOf: (ad: LoadedAd) => string) => {
    const ids = new Map<string, string[]>();
    for (const ad of ads) {
      const known = ids.get(keyOf(ad));
      if (known === undefined) ids.set(keyOf(ad), [ad.id]);
      else known.push(ad.id);
    }
    return ids;
  };
  return {
    budgets: groupBy(({ budget }) => budget.id),
    campaigns: groupBy(({ campaign }) => campaign),
    groups: groupBy(({ group }) => group),
  };
}

/** The budget shared by these ads, at the start of a slot. */
function toBudget(
  members: readonly [LoadedAd, ...LoadedAd[]],
  ledger: Ledger,
  { budgets, campaigns, groups }: AdGroupings,
  at: { start: number; date: string; room: number },
): Budget {
  const [{ budget, campaign, campaignCap, endsAt }] = members;
  const left = campaignCap === null ? Number.POSITIVE_INFINITY : campaignCap - ledger.spent(campaigns.get(campaign) ?? [], at.date).ever;
  return {
    id: budget.id,
    daily: budget.daily,
    lifetime: budget.lifetime === null ? null : { total: budget.lifetime, hoursLeft: (endsAt - at.start) / HOUR },
    spent: ledger.spent(budgets.get(budget.id) ?? [], at.date),
    room: Math.min(at.room, left),
    ads: members.map(({ id, group, traits, bid }) => {
      const { slots, impressions } = ledger.totalsOf(id);
      return { id, traits, slots, impressions, events: ledger.events(groups.get(group) ?? [], at.date), bid };
    }),
  };
}

/** Groups ads by budget in their order. */
function groupByBudget(ads: readonly LoadedAd[]): Iterable<[LoadedAd, ...LoadedAd[]]> {
  const budgets = new Map<string, [LoadedAd, ...LoadedAd[]]>();
  for (const ad of ads) {
    const members = budgets.get(ad.budget.id);
    if (members === undefined) budgets.set(ad.budget.id, [ad]);
    else members.push(ad);
  }
  return budgets.values();
}

/** Collects rows of hours, which must be added in order of time. */
class HourCollector {
  readonly rows: HourTable[] = [];
  /** The current hour of each ad. */
  readonly #current = new Map<string, HourTable>();

  add(account: string, ad: string, { date, hour }: LocalHour, measures: Measures, span: number, last_at: Date): void {
    const row = this.#current.get(ad);
    if (row === undefined || row.stat_hour !== hour || row.stat_date !== date) {
      const next = { ad_id: ad, stat_date: date, stat_hour: hour, account_id: account, slots: span, ...measures, last_at };
      this.#current.set(ad, next);
      this.rows.push(next);
      return;
    }
    row.slots += span;
    row.last_at = last_at;
    for (const name of measureNames) row[name] += measures[name];
  }
}

/** A period to deliver, with the state at its start. */
export interface DeliveryPeriod {
  seed: string;
  account: Pick<AccountTable, 'id' | 'timezone_name' | 'currency' | 'spend_cap'>;
  /** All ads of the account; the spend of deleted ones counts too. */
  ads: readonly LoadedAd[];
  ledger: Ledger;
  from: number;
  until: number;
  /** Slots of five minutes per step. */
  span: number;
  /** Total spend before the period. */
  amountSpent: number;
  isDelivering(at: Date): boolean;
}

/** The delivered hours and the orders they caused. */
export interface Delivery {
  hours: HourTable[];
  orders: SiteOrderTable[];
  spent: number;
}

/** Delivers a period and updates the ledger. Yields after each step. */
export function* deliverySteps({
  seed,
  account,
  ads,
  ledger,
  from,
  until,
  span,
  amountSpent,
  isDelivering,
}: DeliveryPeriod): Generator<undefined, Delivery> {
  const step = SLOT_MS * span;
  const activeAds = ads.filter(({ isOn, startsAt, endsAt }) => isOn && startsAt < until && endsAt > from);
  const byId = new Map(activeAds.map((ad) => [ad.id, ad]));
  const hours = new HourCollector();
  const orders: SiteOrderTable[] = [];
  const perUsd = minorPerUsd(account.currency);
  const groupings = groupAds(ads);
  let spent = 0;
  for (let start = from; start < until && activeAds.length > 0; start += step) {
    yield;
    const running = activeAds.filter(({ startsAt, endsAt }) => startsAt <= start && endsAt > start);
    const instant = new Date(start);
    if (running.length === 0 || !isDelivering(instant)) continue;
    const local = localHour(account.timezone_name, instant);
    const at = { seed, slot: start / SLOT_MS, span, ...local, minorPerUsd: perUsd };
    const last = new Date(start + step - SLOT_MS);
    for (const members of groupByBudget(running)) {
      const room = account.spend_cap === null ? Number.POSITIVE_INFINITY : account.spend_cap - amountSpent - spent;
      for (const [id, measures] of deliverSlot(at, toBudget(members, ledger, groupings, { start, date: local.date, room }))) {
        hours.add(account.id, id, local, measures, span, last);
        const { spend, impressions, payers } = measures;
        ledger.add(id, local.date, { spend, impressions, payers, slots: span });
        spent += spend;
        const ad = byId.get(id);
        if (measures.payers > 0 && ad !== undefined)
          orders.push(...simulateSales(seed, ad, { slot: at.slot, start, length: step, hour: local.hour }, measures.payers));
      }
    }
  }
  return { hours: hours.rows, orders, spent };
}

/** Delivers a period in one go. */
export function deliver(period: DeliveryPeriod): Delivery {
  const generator = deliverySteps(period);
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
  }
}

async function saveHours(db: SandboxDatabase, rows: readonly HourTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await db
      .insertInto('sbx_hour')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict.columns(['ad_id', 'stat_date', 'stat_hour']).doUpdateSet({
          ...Object.fromEntries(
            ['slots' as const, ...measureNames].map((name) => [name, sql`sbx_hour.${sql.ref(name)} + excluded.${sql.ref(name)}`]),
          ),
          last_at: (eb) => eb.ref('excluded.last_at'),
        }),
      )
      .execute();
  }
}

async function saveOrders(db: SandboxDatabase, rows: readonly SiteOrderTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await db
      .insertInto('sbx_order')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute();
  }
}

/**
 * Delivers an account up to and including the slot of `until`, and returns the account afterwards. Call it before anything changes in the
 * account, because a slot is computed once, from the state at its start. The account must be locked.
 */
export async function deliverUntil(operation: Operation, account: AccountTable, until: Date): Promise<AccountTable> {
  const { db, seed, foundedAt, faults } = operation;
  const end = new Date(slotStart(until).getTime() + SLOT_MS);
  const { computed_until: from, timezone_name: zone } = account;
  if (from >= end) return account;
  const ads = await loadAds(db, seed, account.id);
  let { amount_spent, balance } = account;
  if (ads.some(({ isOn, startsAt, endsAt }) => isOn && startsAt < end.getTime() && endsAt > from.getTime())) {
    const { hours, orders, spent } = deliver({
      seed,
      account,
      ads,
      ledger: await Ledger.read(db, account.id, localHour(zone, from).date),
      from: from.getTime(),
      until: end.getTime(),
      span: 1,
      amountSpent: amount_spent,
      isDelivering: (at) => [1, 8, 9].includes((faults ? accountStatusAt(seed, account, foundedAt, at) : account).account_status),
    });
    await saveHours(db, hours);
    await saveOrders(db, orders);
    amount_spent += spent;
    balance += spent;
  }
  const changed = { computed_until: end, amount_spent, balance };
  await db.updateTable('sbx_account').set(changed).where('id', '=', account.id).execute();
  return { ...account, ...changed };
}

import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type Delivery, type DeliveryPeriod, deliverySteps, measureNames } from './delivery/advance.ts';
import { Ledger } from './delivery/ledger.ts';
import { loadAds } from './delivery/load-ads.ts';
import { type AccountTable, type HourTable, type SiteOrderTable, sandboxTables } from './tables.ts';

/* Delivery of the simulated channel before the first start, for seeded data: the same model in steps of an hour. */

const HOUR = 3_600_000;

/** Delivery period of an ad in milliseconds, on full hours. */
export interface DeliverySpan {
  from: number;
  until: number;
}

export interface History {
  accounts: readonly Pick<AccountTable, 'id' | 'timezone_name' | 'currency'>[];
  /** Periods by ad id; ads without one were never delivered. */
  spans: ReadonlyMap<string, DeliverySpan>;
  seed: string;
}

/** The hours one account delivered, with the orders they caused and will cause. */
export interface AccountHistory {
  account: string;
  hours: HourTable[];
  orders: SiteOrderTable[];
  spent: number;
}

/** Longest time the simulation may block database answers. */
const BLOCKING_MS = 10;

/** Delivers a period and regularly lets other work run. */
async function deliverCooperatively(period: DeliveryPeriod): Promise<Delivery> {
  const steps = deliverySteps(period);
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - since < BLOCKING_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** Simulates the history of accounts without writing it; their ads must exist. */
export async function* simulateHistory(database: Kysely<Database>, { accounts, spans, seed }: History): AsyncGenerator<AccountHistory> {
  const db = sandboxTables(database);
  const loadedAccounts = await Promise.all(accounts.map(async (account) => ({ account, loaded: await loadAds(db, seed, account.id) })));
  for (const { account, loaded } of loadedAccounts) {
    const ads = loaded.map((ad) => {
      const span = spans.get(ad.id);
      return { ...ad, isOn: span !== undefined, startsAt: span?.from ?? 0, endsAt: span?.until ?? 0 };
    });
    const activeAds = ads.filter(({ isOn }) => isOn);
    const from = Math.min(...activeAds.map(({ startsAt }) => startsAt));
    const until = Math.max(...activeAds.map(({ endsAt }) => endsAt));
    const { hours, orders, spent } = await deliverCooperatively({
      seed,
      account: { ...account, spend_cap: null },
      ads,
      ledger: new Ledger(),
      from: activeAds.length === 0 ? 0 : Math.floor(from / HOUR) * HOUR,
      until: activeAds.length === 0 ? 0 : until,
      span: 12,
      amountSpent: 0,
      isDelivering: () => true,
    });
    yield { account: account.id, hours, orders, spent };
  }
}

/** Rows per statement. */
const CHUNK_ROWS = 4_000;

async function insertAll(db: Kysely<Database>, table: 'sbx_hour' | 'sbx_order', rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const json = JSON.stringify(rows.slice(from, from + CHUNK_ROWS));
    await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
  }
}

/** Merges the hours of a day into its last hour, because the channel reports old days without hours. Merging again changes nothing. */
export function mergeIntoDays(hours: readonly HourTable[]): HourTable[] {
  const days = new Map<string, HourTable>();
  for (const hour of hours) {
    const key = `${hour.ad_id} ${hour.stat_date}`;
    const day = days.get(key);
    if (day === undefined) {
      days.set(key, { ...hour, stat_hour: 23 });
      continue;
    }
    day.slots += hour.slots;
    for (const name of measureNames) day[name] += hour[name];
    if (hour.last_at > day.last_at) day.last_at = hour.last_at;
  }
  return [...days.values()];
}

/** Saves the history as the channel would: by hour since a date, by day before it. */
export async function saveHistory(
  db: Kysely<Database>,
  { account, hours, orders, spent }: AccountHistory,
  hoursSince: string,
): Promise<void> {
  const old = hours.filter(({ stat_date }) => stat_date < hoursSince);
  await insertAll(db, 'sbx_hour', [...mergeIntoDays(old), ...hours.filter(({ stat_date }) => stat_date >= hoursSince)]);
  await insertAll(db, 'sbx_order', orders);
  await sql`
    update sbx_account set amount_spent = amount_spent + ${spent},
      spend_cap = ceil(spend_cap::numeric * (amount_spent + ${spent}) / nullif(amount_spent, 0))
    where id = ${account}`.execute(db);
}

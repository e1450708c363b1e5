import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type Delivered, deliverySteps, measureNames, type Stretch } from './delivery/advance.ts';
import { Ledger } from './delivery/ledger.ts';
import { loadAds } from './delivery/running.ts';
import { type AccountTable, type HourTable, ownTables, type SiteOrderTable } from './tables.ts';

/*
 * What the simulated channel delivered before anybody watched. For sets that are seeded: the same model as ever, in steps of an hour.
 */

const HOUR = 3_600_000;

/** When an ad was delivered: milliseconds, on the hour. */
export interface Span {
  from: number;
  until: number;
}

export interface History {
  accounts: readonly Pick<AccountTable, 'id' | 'timezone_name' | 'currency'>[];
  /** By ad; the others were never delivered. */
  spans: ReadonlyMap<string, Span>;
  seed: string;
}

/** What one account delivered, hour by hour, and what that sold and will sell. */
export interface AccountHistory {
  account: string;
  hours: HourTable[];
  orders: SiteOrderTable[];
  spent: number;
}

/** Longest time that answers of the database wait for the simulation. */
const BLOCKING_MS = 10;

/** Carries a stretch of time out and lets others work meanwhile. */
async function deliverBesides(stretch: Stretch): Promise<Delivered> {
  const steps = deliverySteps(stretch);
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - since < BLOCKING_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** Carries the history of accounts out; writes nothing. Ads must be there. */
export async function* historyOf(database: Kysely<Database>, { accounts, spans, seed }: History): AsyncGenerator<AccountHistory> {
  const db = ownTables(database);
  const known = await Promise.all(accounts.map(async (account) => ({ account, loaded: await loadAds(db, seed, account.id) })));
  for (const { account, loaded } of known) {
    const ads = loaded.map((ad) => {
      const span = spans.get(ad.id);
      return { ...ad, isOn: span !== undefined, startsAt: span?.from ?? 0, endsAt: span?.until ?? 0 };
    });
    const on = ads.filter(({ isOn }) => isOn);
    const from = Math.min(...on.map(({ startsAt }) => startsAt));
    const until = Math.max(...on.map(({ endsAt }) => endsAt));
    const { hours, orders, spent } = await deliverBesides({
      seed,
      account: { ...account, spend_cap: null },
      ads,
      ledger: new Ledger(),
      from: on.length === 0 ? 0 : Math.floor(from / HOUR) * HOUR,
      until: on.length === 0 ? 0 : until,
      span: 12,
      amountSpent: 0,
      isDelivering: () => true,
    });
    yield { account: account.id, hours, orders, spent };
  }
}

/** Rows of one statement. */
const CHUNK = 4_000;

async function insertAll(db: Kysely<Database>, table: 'sbx_hour' | 'sbx_order', rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const json = JSON.stringify(rows.slice(from, from + CHUNK));
    await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
  }
}

/** The hours of a day as one, its last: the channel tells old days as days only. Those of days already come to themselves. */
export function asDays(hours: readonly HourTable[]): HourTable[] {
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

/** Keeps it as the channel would have: by the hour from a date on, by the day before. */
export async function keepHistory(
  db: Kysely<Database>,
  { account, hours, orders, spent }: AccountHistory,
  hoursSince: string,
): Promise<void> {
  const old = hours.filter(({ stat_date }) => stat_date < hoursSince);
  await insertAll(db, 'sbx_hour', [...asDays(old), ...hours.filter(({ stat_date }) => stat_date >= hoursSince)]);
  await insertAll(db, 'sbx_order', orders);
  await sql`
    update sbx_account set amount_spent = amount_spent + ${spent},
      spend_cap = ceil(spend_cap::numeric * (amount_spent + ${spent}) / nullif(amount_spent, 0))
    where id = ${account}`.execute(db);
}

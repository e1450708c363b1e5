import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RateSource } from '#server/channel/rate-source.ts';
import type { Database } from '#server/database/schema.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Writes what currencies are worth on a day. A rate that is there stays: what was converted by it is not converted again. */
export async function pullRates(db: Kysely<Database>, rates: RateSource, now: Date): Promise<{ told: number; written: number }> {
  const date = dayOf(now);
  const told = await rates.ratesOf(date);
  const written = await sql`
    insert into exchange_rate (currency, rate_date, usd_per_unit)
    select r.currency, ${date}::date, r.usd_per_unit
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as r(currency text, usd_per_unit numeric)
    join currency c on c.code = r.currency
    on conflict do nothing`.execute(db);
  return { told: told.length, written: Number(written.numAffectedRows ?? 0n) };
}

/** The same, where the day has no rates yet: facts must not wait for the night. */
export async function ensureRates(db: Kysely<Database>, rates: RateSource, now: Date): Promise<void> {
  const known = await db.selectFrom('exchange_rate').select('currency').where('rate_date', '=', dayOf(now)).limit(1).executeTakeFirst();
  if (known === undefined) await pullRates(db, rates, now);
}

/** SQL: cents of USD for the smallest unit of a currency on a date; the latest rate before it, or the first one there is. */
export const centsPerUnit = (currency: RawBuilder<unknown>, date: RawBuilder<unknown>) => sql<number>`(
  select coalesce(
    (select e.usd_per_unit from exchange_rate e where e.currency = k.code and e.rate_date <= ${date} order by e.rate_date desc limit 1),
    (select e.usd_per_unit from exchange_rate e where e.currency = k.code order by e.rate_date limit 1),
    case when k.code = 'USD' then 1 end
  ) * 100 / power(10::numeric, k.exponent)
  from currency k where k.code = ${currency})`;

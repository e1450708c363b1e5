import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RateSource } from '#server/channel/rate-source.ts';
import type { Database } from '#server/database/schema.ts';

const toDate = (at: Date): string => at.toISOString().slice(0, 10);

/** Stores the rates of the current day. An existing rate stays, because amounts converted by it are not converted again. */
export async function pullRates(db: Kysely<Database>, rates: RateSource, now: Date): Promise<{ reported: number; written: number }> {
  const date = toDate(now);
  const rows = await rates.ratesOf(date);
  const written = await sql`
    insert into exchange_rate (currency, rate_date, usd_per_unit)
    select r.currency, ${date}::date, r.usd_per_unit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(currency text, usd_per_unit numeric)
    join currency c on c.code = r.currency
    on conflict do nothing`.execute(db);
  return { reported: rows.length, written: Number(written.numAffectedRows ?? 0n) };
}

/** Pulls rates only if the day has none, so that facts need not wait for the nightly job. */
export async function ensureRates(db: Kysely<Database>, rates: RateSource, now: Date): Promise<void> {
  const known = await db.selectFrom('exchange_rate').select('currency').where('rate_date', '=', toDate(now)).limit(1).executeTakeFirst();
  if (known === undefined) await pullRates(db, rates, now);
}

/** SQL: USD cents per minor unit of a currency on a date, by the latest rate up to that date or else the first rate. */
export const centsPerUnitSql = (currency: RawBuilder<unknown>, date: RawBuilder<unknown>) => sql<number>`(
  select coalesce(
    (select e.usd_per_unit from exchange_rate e where e.currency = k.code and e.rate_date <= ${date} order by e.rate_date desc limit 1),
    (select e.usd_per_unit from exchange_rate e where e.currency = k.code order by e.rate_date limit 1),
    case when k.code = 'USD' then 1 end
  ) * 100 / power(10::numeric, k.exponent)
  from currency k where k.code = ${currency})`;

/** USD cents per minor unit of a currency on each of the dates; 0 for a currency without any rate. */
export async function loadCentsPerUnit(
  db: Kysely<Database>,
  currency: string,
  dates: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ date: string; cents: string | null }>`
    select d.date::text as date, ${centsPerUnitSql(sql`${currency}`, sql`d.date`)}::text as cents from unnest(${[...dates]}::date[]) d(date)`.execute(
    db,
  );
  return new Map(rows.map(({ date, cents }) => [date, Number(cents ?? 0)]));
}

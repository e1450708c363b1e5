import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** SQL: the time zone in which the company counts its days, the setting BIZ_TZ. A subquery is evaluated once, not for each row. */
export const businessTimezone = sql<string>`(select business_timezone())`;

/** SQL: the company's date at that moment. */
export const businessDay = (now: Date): RawBuilder<string> =>
  sql<string>`(select (${now}::timestamptz at time zone business_timezone())::date)`;

/** A moment as the company's clock shows it. */
export interface BusinessClock {
  date: string;
  hour: number;
  minute: number;
  timezone: string;
}

export async function loadBusinessClock(db: Db, now: Date): Promise<BusinessClock> {
  const { rows } = await sql<BusinessClock>`
    select z.at::date as date, extract(hour from z.at)::int as hour, extract(minute from z.at)::int as minute, z.timezone
    from (select b.timezone, ${now}::timestamptz at time zone b.timezone as at from (select business_timezone() as timezone) b) z`.execute(
    db,
  );
  return rows[0] as BusinessClock;
}

export const loadBusinessTimezone = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ timezone: string }>`select business_timezone() as timezone`.execute(db);
  return rows[0]?.timezone as string;
};

/** The company's date at that moment, as `YYYY-MM-DD`. */
export const loadBusinessDay = async (db: Db, now: Date): Promise<string> => (await loadBusinessClock(db, now)).date;

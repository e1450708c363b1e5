import { type Kysely, sql } from 'kysely';

/** Measures that a channel reports by the day only are unknown in its hours, not zero. */
export const hoursWithoutDailyMeasures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table insight_hourly alter column lp_views drop not null, alter column plays_3s drop not null, alter column thruplays drop not null,
        alter column plat_purchases drop not null, alter column plat_value_usd drop not null;
      alter table insight_hour_known alter column plat_purchases drop not null;`.execute(db);
  },
};

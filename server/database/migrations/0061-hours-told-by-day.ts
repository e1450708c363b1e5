import { type Kysely, sql } from 'kysely';

/** Finds the ad accounts whose hours lack measures that their channel tells by the day only. */
export const hoursToldByDay = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index insight_hourly_untold_ix on insight_hourly (ad_account_id, stat_date)
      where lp_views is null or plays_3s is null or thruplays is null or plat_purchases is null or plat_value_usd is null;`.execute(db);
  },
};

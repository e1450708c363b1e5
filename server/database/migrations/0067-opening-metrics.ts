import { type Kysely, sql } from 'kysely';

/** The metrics that reports open with are read from the narrow index of facts, without their table. */
export const openingMetrics = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      drop index insight_daily_narrow_ix;
      create index insight_daily_narrow_ix on insight_daily (stat_date)
        include (ad_id, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, drama_id, product_id, scheme_id, scheme_version, channel,
          material_id, creator_user_id, landing_page_id, pixel_id, country, spend_usd, spend, revenue_usd, impressions, plat_purchases,
          link_clicks, lp_views, new_users, first_payers, rev_d0);`)
      .execute(db);
  },
};

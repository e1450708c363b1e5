import { type Kysely, sql } from 'kysely';

/**
 * Reports read their few columns of many facts from an index instead of the tables. Landing page days keep the account of their ad, and
 * match scores are stored as whole tenths, because sums of `numeric` are slow.
 */
export const narrowFacts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      drop index insight_daily_spent_ix;
      create index insight_daily_narrow_ix on insight_daily (stat_date)
        include (ad_id, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, drama_id, product_id, scheme_id, scheme_version, channel,
          material_id, creator_user_id, landing_page_id, pixel_id, country, spend_usd, spend, revenue_usd, impressions, plat_purchases);
      create statistics insight_daily_groups (ndistinct) on ad_account_id, owner_user_id, creator_user_id, landing_page_id, pixel_id, scheme_id,
        scheme_version from insight_daily;

      alter table landing_daily add column ad_account_id bigint;
      update landing_daily v set ad_account_id = d.ad_account_id
        from insight_daily d where d.ad_id = v.ad_id and d.stat_date = v.stat_date;

      alter table pixel_event_daily alter column matched_sum drop default;
      alter table pixel_event_daily alter column matched_sum type bigint using (matched_sum * 10)::bigint, alter column matched_sum set default 0;
      create index pixel_event_daily_date_ix on pixel_event_daily (stat_date)
        include (pixel_id, event_name, source, site_id, received, duplicates, errors, matched_sum, attributed, value_usd);

      drop index biz_order_pixel_ix;
      create index biz_order_pixel_ix on biz_order (pixel_id, paid_at) include (site_id)
        where status in ('paid', 'refunding', 'partial_refunded', 'refunded');`)
      .execute(db);
  },
};

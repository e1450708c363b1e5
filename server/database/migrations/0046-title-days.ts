import { type Kysely, sql } from 'kysely';
import { ACCOUNT_DAY_KEYS, ACCOUNT_DAY_SUMS, accountDayFunctions } from './0014-account-days.ts';

const KEYS = [...ACCOUNT_DAY_KEYS, 'drama_id', 'product_id'];

/**
 * Account days also by drama and product, so that reports of titles need not read every ad. Counts of distinct objects are read from an
 * index, which is an eighth of the table.
 */
export const titleDays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      alter table insight_account_daily add column drama_id bigint, add column product_id bigint,
        drop constraint insight_account_daily_ad_account_id_stat_date_owner_user_id_key;
      ${accountDayFunctions([...ACCOUNT_DAY_SUMS, 'video_impressions'], KEYS)}
      select insight_account_daily_anew();
      alter table insight_account_daily add constraint insight_account_daily_key unique nulls not distinct (${KEYS.join(', ')});
      analyze insight_account_daily;

      create index insight_daily_spent_ix on insight_daily (stat_date)
        include (ad_account_id, owner_user_id, biz, drama_id, product_id, ad_id, material_id, creator_user_id, spend_usd) where spend_usd > 0;`)
      .execute(db);
  },
};

import { type Kysely, sql } from 'kysely';
import {
  ACCOUNT_DAY_KEYS,
  ACCOUNT_DAY_SUMS,
  accountDayFunctions,
  createRollupFunctions,
  createRollupTriggers,
} from './0014-account-days.ts';

const TABLE = 'insight_title_daily';
const SUMS = [...ACCOUNT_DAY_SUMS, 'video_impressions'];

/**
 * Days of titles in a table of their own, so that totals and reports of accounts and users read a third of the rows again.
 */
export const accountDaysApart = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      alter table insight_account_daily rename to ${TABLE};
      alter table ${TABLE} rename constraint insight_account_daily_key to ${TABLE}_key;
      alter index insight_account_daily_date_ix rename to ${TABLE}_date_ix;
      alter index insight_account_daily_owner_ix rename to ${TABLE}_owner_ix;
      drop statistics insight_account_daily_dims;
      create statistics ${TABLE}_dims (ndistinct) on owner_user_id, ad_account_id, drama_id, product_id from ${TABLE};
      ${createRollupFunctions({ table: TABLE, keys: [...ACCOUNT_DAY_KEYS, 'drama_id', 'product_id'], sums: SUMS })}
      ${createRollupTriggers(TABLE, TABLE)}

      create table insight_account_daily (like ${TABLE} including defaults);
      alter table insight_account_daily drop column drama_id, drop column product_id,
        add constraint insight_account_daily_key unique nulls not distinct (${ACCOUNT_DAY_KEYS.join(', ')});
      create index insight_account_daily_date_ix on insight_account_daily (stat_date);
      create index insight_account_daily_owner_ix on insight_account_daily (owner_user_id, stat_date);
      create statistics insight_account_daily_dims (ndistinct) on owner_user_id, ad_account_id from insight_account_daily;
      ${accountDayFunctions(SUMS)}
      select insight_account_daily_anew();
      analyze insight_account_daily;
      analyze ${TABLE};`)
      .execute(db);
  },
};

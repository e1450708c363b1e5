import { type Kysely, sql } from 'kysely';
import { createRollupFunctions, createRollupTriggers } from './0014-account-days.ts';

const TABLE = 'insight_creator_month';
const KEYS = ['ad_account_id', 'stat_date', 'owner_user_id', 'creator_user_id', 'biz'];
const SUMS = ['spend_usd', 'spend', 'revenue_usd', 'rev_d0'];

/** Sums of ad days by month, account, owner and creator, on which a year of months is based. `stat_date` is the first day of the month. */
export const creatorMonths = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      create table ${TABLE} (
        ad_account_id bigint not null,
        stat_date date not null,
        owner_user_id bigint,
        creator_user_id bigint,
        biz text not null,
        -- Number of days of ads.
        ad_days int not null,
        ${SUMS.map((name) => `${name} bigint not null`).join(', ')},
        constraint ${TABLE}_key unique nulls not distinct (${KEYS.join(', ')})
      );
      create index ${TABLE}_date_ix on ${TABLE} (stat_date);
      ${createRollupFunctions({ table: TABLE, keys: KEYS, sums: SUMS, period: "date_trunc('month', stat_date::timestamp)::date" })}
      ${createRollupTriggers(TABLE, TABLE)}
      select ${TABLE}_anew();
      analyze ${TABLE};`)
      .execute(db);
  },
};

import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<boolean>;

/** SQL: number of active campaigns `xc` that meet the condition. */
export const runningCampaigns = (condition: Condition): RawBuilder<number> => sql<number>`(
  select count(*) from campaign xc where xc.effective_status = 'ACTIVE' and xc.deleted_at is null and ${condition})`;

/** SQL: number of active ads `xa` that meet the condition. */
export const runningAds = (is: Condition): RawBuilder<number> => sql<number>`(
  select count(*) from ad xa where xa.effective_status = 'ACTIVE' and xa.deleted_at is null and ${is})`;

/** SQL: number of ads `xa` that meet the condition and are not deleted. */
export const existingAds = (is: Condition): RawBuilder<number> => sql<number>`(
  select count(*) from ad xa where xa.status <> 'DELETED' and xa.deleted_at is null and ${is})`;

/** SQL condition: the date lies within the last `days` days in UTC, which approximates the local days of all accounts. */
export const isRecent = (date: RawBuilder<unknown>, days: number, now: Date): Condition =>
  sql<boolean>`${date} > (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(days)}`;

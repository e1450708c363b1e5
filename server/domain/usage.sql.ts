import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<boolean>;

/** SQL: campaigns `xc` that deliver now, of those for which that is so. */
export const runningCampaigns = (is: Condition): RawBuilder<number> => sql<number>`(
  select count(*) from campaign xc where xc.effective_status = 'ACTIVE' and xc.deleted_at is null and ${is})`;

/** SQL: ads `xa` that deliver now, of those for which that is so. */
export const runningAds = (is: Condition): RawBuilder<number> => sql<number>`(
  select count(*) from ad xa where xa.effective_status = 'ACTIVE' and xa.deleted_at is null and ${is})`;

/** SQL: ads `xa` that were not deleted, of those for which that is so. */
export const livingAds = (is: Condition): RawBuilder<number> => sql<number>`(
  select count(*) from ad xa where xa.status <> 'DELETED' and xa.deleted_at is null and ${is})`;

/** SQL: the last so many days until now, as a condition on a date. Accounts have days of their own; between them it is that of UTC. */
export const ofLate = (date: RawBuilder<unknown>, days: number, now: Date): Condition =>
  sql<boolean>`${date} > (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(days)}`;

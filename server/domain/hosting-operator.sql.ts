import { type RawBuilder, sql } from 'kysely';

/** SQL: the user who runs the ad account while it is hosted, and owns its ads; null while it is not. */
export const hostingOperator = (accountId: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`(
  select hx.operator_user_id from host_account hx where hx.ad_account_id = ${accountId} and hx.state in ('hosting', 'paused'))`;

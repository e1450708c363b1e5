import { type RawBuilder, sql } from 'kysely';

/** An authorisation counts as expiring this many days before its end. */
export const EXPIRING_DAYS = 7;

/**
 * SQL: the current status of a personal account. The stored status may be outdated, because a token expires without any write. `p` is the
 * alias of its table.
 */
export function personalStatus(p: string, now: Date): RawBuilder<string> {
  const column = (column: string) => sql.ref(`${p}.${column}`);
  const ends = column('token_expires_at');
  return sql<string>`(case
    when ${column('status')} not in ('active', 'expiring', 'limited') then ${column('status')}
    when ${ends} <= ${now} then 'expired'
    when ${column('status')} = 'limited' then 'limited'
    when ${ends} <= ${now}::timestamptz + make_interval(days => ${EXPIRING_DAYS}) then 'expiring'
    else 'active' end)`;
}

/**
 * SQL condition: the authorisation lets us manage the ads of its accounts. `p` is the alias of the personal account.
 */
export function isAuthorised(p: string, now: Date): RawBuilder<boolean> {
  const person = (column: string) => sql.ref(`${p}.${column}`);
  const status = personalStatus(p, now);
  return sql<boolean>`(${person('deleted_at')} is null and ${person('access_token_enc')} is not null
    and (${status} in ('active', 'expiring') or (${status} = 'limited' and 'ads_management' = any(${person('scopes')}))))`;
}

/** Account statuses with which the channel delivers. */
export const DELIVERING = [1, 8, 9] as const;

/**
 * SQL: the first reason an ad account cannot deliver; null when it can. This is the only definition of that rule. `a` is the alias of the
 * account, `p` that of its authoriser.
 */
export function undeliverableReason(a: string, p: string, now: Date): RawBuilder<string | null> {
  const account = (column: string) => sql.ref(`${a}.${column}`);
  return sql<string | null>`(case
    when not ${account('enabled')} then 'switched_off'
    when ${account('account_status')} <> all(${[...DELIVERING]}::int[]) then 'account_status'
    when not ${isAuthorised(p, now)} then 'authoriser'
    when ${account('spend_cap')} is not null and ${account('amount_spent')} >= ${account('spend_cap')} then 'spend_cap'
  end)`;
}

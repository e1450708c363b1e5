import { type RawBuilder, sql } from 'kysely';

/** Days before its end from which an authorisation counts as expiring. */
export const EXPIRING_DAYS = 7;

/**
 * SQL: the status of a personal account as it is now. What was stored is older than the clock: a token expires whether or not anybody
 * looked. `p` is the alias of its table.
 */
export function personalStatus(p: string, now: Date): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${p}.${column}`);
  const ends = of('token_expires_at');
  return sql<string>`(case
    when ${of('status')} not in ('active', 'expiring', 'limited') then ${of('status')}
    when ${ends} <= ${now} then 'expired'
    when ${of('status')} = 'limited' then 'limited'
    when ${ends} <= ${now}::timestamptz + make_interval(days => ${EXPIRING_DAYS}) then 'expiring'
    else 'active' end)`;
}

/** Statuses of an ad account with which the channel delivers. */
export const DELIVERING = [1, 8, 9] as const;

/**
 * SQL: why nothing can be delivered with an ad account, the first reason that applies; null where it can. The only place that knows.
 * `a` is the alias of the account, `p` that of its authoriser.
 */
export function undeliverableReason(a: string, p: string, now: Date): RawBuilder<string | null> {
  const account = (column: string) => sql.ref(`${a}.${column}`);
  const person = (column: string) => sql.ref(`${p}.${column}`);
  const status = personalStatus(p, now);
  return sql<string | null>`(case
    when not ${account('enabled')} then 'switched_off'
    when ${account('account_status')} <> all(${[...DELIVERING]}::int[]) then 'account_status'
    when ${person('deleted_at')} is not null or ${person('access_token_enc')} is null
      or not (${status} in ('active', 'expiring') or (${status} = 'limited' and 'ads_management' = any(${person('scopes')}))) then 'authoriser'
    when ${account('spend_cap')} is not null and ${account('amount_spent')} >= ${account('spend_cap')} then 'spend_cap'
  end)`;
}

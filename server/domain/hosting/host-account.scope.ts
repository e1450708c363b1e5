import { type RawBuilder, sql } from 'kysely';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';

/** SQL condition: the caller sees the hosted account `h`; with the action `rule` they may also change it. */
export const hostAccountVisible = (caller: Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>): RawBuilder<boolean> =>
  userInScope(scopeOf(caller), sql`h.operator_user_id`);

/** SQL condition: the hosted account `h` is being run at this instant, so that rules and its daily cap may act. */
export const isHostedAt = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(h.state = 'hosting' and h.start_at <= ${now} and (h.end_at is null or h.end_at > ${now}))`;

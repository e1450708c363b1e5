import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { boardMissed, MissedKind } from '#contracts/endpoints/home.ts';
import { loadBusinessDay } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import { linkTo } from './board-todo.ts';

interface MissedDefinition {
  kind: MissedKind;
  /** The page that shows the objects. */
  page: string;
  search: (days: { from: string; to: string }) => Record<string, string>;
  count: (caller: Caller, since: Date) => RawBuilder<unknown>;
}

const seenBy = (caller: Caller) => userInScope(scopeOf(caller), sql`e.owner_user_id`);

/** SQL: the objects that others or the system changed like this, as far as the reader may see them. */
const changedByOthers = (event: 'close' | 'budget') => (caller: Caller, since: Date) =>
  sql`
  select count(distinct (e.level, e.campaign_id, e.ad_group_id, e.ad_id)) from ad_event e
  where e.event = ${event} and e.at > ${since} and e.actor_user_id is distinct from ${caller.userId} and ${seenBy(caller)}`;

/** What may have happened while the user was away, most urgent first. */
const definitions: readonly MissedDefinition[] = [
  {
    kind: 'ad_rejected',
    page: '/advertising/start',
    search: () => ({ tab: 'ad', view: 'disapproved' }),
    count: (caller, since) => sql`
      select count(distinct e.ad_id) from ad_event e
      where e.event = 'review' and e.at > ${since} and e.after ->> 'review' = 'rejected' and ${seenBy(caller)}`,
  },
  {
    kind: 'turned_off',
    page: '/advertising/close-log',
    search: ({ from, to }) => ({ date_from: from, date_to: to }),
    count: changedByOthers('close'),
  },
  {
    kind: 'budget_changed',
    page: '/advertising/copy-log',
    search: ({ from, to }) => ({ type: 'budget', date_from: from, date_to: to }),
    count: changedByOthers('budget'),
  },
  {
    kind: 'batch_ended',
    page: '/advertising/copy-log',
    search: ({ from, to }) => ({ mine: 'true', date_from: from, date_to: to }),
    count: (caller, since) => sql`
      select count(*) from batch b where b.user_id = ${caller.userId} and b.origin !~ '^(rule|cron):' and b.finished_at > ${since}`,
  },
];

/** What happened since a moment, without what did not. */
export async function loadMissed(
  { db, caller, now }: Pick<CallContext, 'db' | 'caller' | 'now'>,
  request: RequestOf<typeof boardMissed>,
): Promise<ReplyOf<typeof boardMissed>> {
  const since = new Date(request.since);
  const [from, to] = await Promise.all([loadBusinessDay(db, since), loadBusinessDay(db, now)]);
  const columns = definitions.map(({ kind, count }) => sql`(${count(caller, since)}) as ${sql.ref(kind)}`);
  const { rows } = await sql<Record<MissedKind, number>>`select ${sql.join(columns)}`.execute(db);
  const list = definitions.flatMap(({ kind, page, search }) => {
    const count = rows[0]?.[kind] ?? 0;
    return count > 0 ? [{ kind, count, link: linkTo(caller, page, `?${new URLSearchParams(search({ from, to }))}`) }] : [];
  });
  return { list };
}

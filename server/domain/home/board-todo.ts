import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { boardTodo, HostingTodoKind, TodoKind } from '#contracts/endpoints/home.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../assets/index.ts';
import { businessDay, loadBusinessDay } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import { campaignsOfStoppedDramas } from '../evaluations/index.ts';
import { hostAccountVisible, waitingSuggestions } from '../hosting/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import { daysAgo } from './board-days.ts';

type Todo = ReplyOf<typeof boardTodo>;

/** Days for which a failed batch stays on the list. */
const BATCH_DAYS = 7;
/** A pixel without an event for this many hours is silent. */
const SILENT_HOURS = 24;

interface TodoDefinition<Kind extends string = TodoKind> {
  kind: Kind;
  /** The page that shows the objects. */
  page: string;
  search: (caller: Caller, today: string) => string;
  count: (caller: Caller, now: Date) => RawBuilder<unknown>;
}

const countPersons = (caller: Caller, usage: 'self' | 'host', ...statuses: string[]) => sql`
  select count(*) from personal_account t where t.deleted_at is null and t.usage = ${usage} and t.status = any(${statuses}::text[])
    and ${assetVisible(caller, 'personal_account', { id: sql`t.id`, owner: sql`t.owner_user_id` })}`;

const isVisible = (caller: Caller, type: 'ad_account' | 'homepage' | 'pixel') =>
  assetVisible(caller, type, { id: sql`t.id`, authoriser: sql`t.personal_account_id` });

const hoursAgo = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);

const countOwnBatches =
  (status: 'failed' | 'partial') =>
  (caller: Caller, now: Date): RawBuilder<unknown> =>
    sql`
    select count(*) from batch b where b.user_id = ${caller.userId} and b.status = ${status} and b.created_at >= ${businessDay(now)} - ${BATCH_DAYS - 1}::int`;
const batchSearch = (status: 'failed' | 'partial') => (caller: Caller, today: string) =>
  `?status=${status}&user_id=${caller.userId}&date_from=${daysAgo(today, BATCH_DAYS - 1)}&date_to=${today}`;

/** Kinds of work that waits for the user, most urgent first. */
const definitions: readonly TodoDefinition[] = [
  {
    kind: 'token_expired',
    page: '/auth/personage',
    search: () => '?status=expired,revoked',
    count: (caller) => countPersons(caller, 'self', 'expired', 'revoked'),
  },
  {
    kind: 'token_expiring',
    page: '/auth/personage',
    search: () => '?status=expiring',
    count: (caller) => countPersons(caller, 'self', 'expiring'),
  },
  {
    kind: 'account_blocked',
    page: '/auth/account',
    search: () => '?account_status=2,3,7,8,9,100,101',
    count: (caller) => sql`
      select count(*) from ad_account t where t.deleted_at is null and t.account_status <> 1 and ${isVisible(caller, 'ad_account')}`,
  },
  {
    kind: 'ad_disapproved',
    page: '/advertising/start',
    search: () => '?tab=ad&view=disapproved',
    count: (caller) => sql`
      select count(*) from ad t where t.deleted_at is null and t.effective_status = 'DISAPPROVED'
        and ${userInScope(scopeOf(caller), sql`t.owner_user_id`)}`,
  },
  { kind: 'batch_failed', page: '/advertising/copy-log', search: batchSearch('failed'), count: countOwnBatches('failed') },
  { kind: 'batch_partial', page: '/advertising/copy-log', search: batchSearch('partial'), count: countOwnBatches('partial') },
  {
    kind: 'homepage_full',
    page: '/auth/homepage',
    search: () => '?scarce=true&sort=usage.desc',
    count: (caller) => sql`
      select count(*) from homepage t where t.deleted_at is null and t.ads_active > t.ad_limit * 0.9 and ${isVisible(caller, 'homepage')}`,
  },
  {
    kind: 'pixel_silent',
    page: '/auth/pixel',
    search: () => '?silent=true',
    count: (caller, now) => sql`
      select count(*) from pixel t where t.deleted_at is null
        and (t.last_fired_at is null or t.last_fired_at < ${hoursAgo(now, SILENT_HOURS)}::timestamptz) and ${isVisible(caller, 'pixel')}
        and exists (
          select 1 from ad_account a join insight_daily f on f.ad_account_id = a.id
          where f.pixel_id = t.id and f.spend_usd > 0 and f.stat_date >= (${hoursAgo(now, SILENT_HOURS)}::timestamptz at time zone a.timezone_name)::date
            and (a.id = t.owner_ad_account_id or exists (
              select 1 from pixel_share s where s.pixel_id = t.id and s.ad_account_id = a.id)))`,
  },
  { kind: 'drama_stopped', page: '/analyse/evaluate', search: () => '?still_running=true', count: campaignsOfStoppedDramas },
];

/** Kinds of work in hosting that waits for the user, most urgent first. */
const hostingDefinitions: readonly TodoDefinition<HostingTodoKind>[] = [
  {
    kind: 'suggestion_waiting',
    page: '/operation/account',
    search: () => '?tab=hits&result=suggested',
    count: (caller, now) =>
      sql`select coalesce(sum(${waitingSuggestions(now)}), 0)::bigint from host_account h where ${hostAccountVisible(caller)}`,
  },
  {
    kind: 'host_token_expired',
    page: '/operation/auth',
    search: () => '?status=expired,revoked',
    count: (caller) => countPersons(caller, 'host', 'expired', 'revoked'),
  },
  {
    kind: 'host_token_expiring',
    page: '/operation/auth',
    search: () => '?status=expiring',
    count: (caller) => countPersons(caller, 'host', 'expiring'),
  },
];

/** The page with its filters; null where the reader cannot open it. */
export const linkTo = ({ paths }: Caller, page: string, search = ''): string | null => (paths.includes(page) ? `${page}${search}` : null);

/** Steps to the first launch; each is done once one such object exists. */
const steps: readonly { step: Todo['setup'][number]['step']; page: string; isDone: (caller: Caller) => RawBuilder<unknown> }[] = [
  {
    step: 'person',
    page: '/auth/personage',
    isDone: (caller) => sql`exists (select 1 from personal_account t where t.deleted_at is null
      and ${assetVisible(caller, 'personal_account', { id: sql`t.id`, owner: sql`t.owner_user_id` })})`,
  },
  {
    step: 'account',
    page: '/auth/account',
    isDone: (caller) => sql`exists (select 1 from ad_account t where t.deleted_at is null and ${isVisible(caller, 'ad_account')})`,
  },
  {
    step: 'pixel',
    page: '/auth/pixel',
    isDone: (caller) => sql`exists (select 1 from pixel t where t.deleted_at is null and ${isVisible(caller, 'pixel')})`,
  },
  {
    step: 'material',
    page: '/advertising/video',
    isDone: (caller) => sql`exists (select 1 from material m where m.deleted_at is null and m.status = 'ready'
      and (${userInScope(scopeOf(caller), sql`m.owner_user_id`)} or m.visibility = 'company'))`,
  },
  {
    step: 'scheme',
    page: '/advertising/publish',
    isDone: (caller) =>
      sql`exists (select 1 from scheme s where s.deleted_at is null and ${userInScope(scopeOf(caller), sql`s.owner_user_id`)})`,
  },
  {
    step: 'publish',
    page: '/advertising/publish',
    isDone: (caller) => sql`exists (select 1 from campaign c where ${userInScope(scopeOf(caller), sql`c.owner_user_id`)})`,
  },
];

async function loadSetup(db: Kysely<Database>, caller: Caller): Promise<Todo['setup']> {
  if (!caller.paths.includes('/advertising/publish')) return [];
  const found = await sql<Record<string, boolean>>`
    select ${sql.join(steps.map(({ step, isDone }) => sql`${isDone(caller)} as ${sql.ref(step)}`))}`.execute(db);
  const [done] = found.rows;
  if (done === undefined || done['publish'] === true) return [];
  return steps.map(({ step, page }) => ({ step, done: done[step] === true, link: linkTo(caller, page) }));
}

/** The user's to-do list without empty entries. */
export async function loadTodo({ db, caller, now }: Pick<CallContext, 'db' | 'caller' | 'now'>): Promise<Todo> {
  const columns = [...definitions, ...hostingDefinitions].map(({ kind, count }) => sql`(${count(caller, now)}) as ${sql.ref(kind)}`);
  const [today, counted, setup] = await Promise.all([
    loadBusinessDay(db, now),
    sql<Record<TodoKind | HostingTodoKind, number>>`select ${sql.join(columns)}`.execute(db),
    loadSetup(db, caller),
  ]);
  const counts = counted.rows[0];
  const listOf = <Kind extends TodoKind | HostingTodoKind>(defined: readonly TodoDefinition<Kind>[]) =>
    defined.flatMap(({ kind, page, search }) => {
      const count = counts?.[kind] ?? 0;
      return count > 0 ? [{ kind, count, link: linkTo(caller, page, search(caller, today)) }] : [];
    });
  return { list: listOf(definitions), hosting: listOf(hostingDefinitions), setup };
}

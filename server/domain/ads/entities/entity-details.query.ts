import { type Kysely, sql } from 'kysely';
import type { EntityDetail, ScheduleRow } from '#contracts/endpoints/ad-entity-details.ts';
import type { TrendStep } from '#contracts/endpoints/report-shapes.ts';
import type { ActorType, EventKind } from '#contracts/vocabulary/launch-events.ts';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { isMaterialVisible } from '../../content/index.ts';
import type { Caller } from '../../work-context.ts';
import { concernsEntity, eventVisible } from '../events/events.query.ts';
import type { RowContext } from './entity-rows.ts';

type Db = Kysely<Database>;

const MAX_CHILDREN = 200;
const MAX_SCHEDULES = 200;

const CHILD_LEVELS = { campaign: 'ad_group', ad_group: 'ad' } as const;

/** The objects one level below that are not deleted, newest first. */
async function loadChildren(db: Db, level: EntityLevel, id: number): Promise<EntityDetail['children']> {
  if (level === 'ad') return [];
  const child = CHILD_LEVELS[level];
  const found = await sql<EntityDetail['children'][number]>`
    select e.id, e.name as label, ${child}::text as level, e.effective_status from ${sql.table(child)} e
    where ${sql.ref(`e.${level}_id`)} = ${id} and e.status <> 'DELETED' order by e.created_at desc, e.id desc limit ${MAX_CHILDREN}`.execute(
    db,
  );
  return found.rows;
}

const COPY_SOURCE_COLUMNS = { campaign: 'source_campaign_id', ad_group: 'source_group_id', ad: 'source_ad_id' } as const;

/** The object this one was copied from and the batch that created it. */
async function loadOrigin(db: Db, level: EntityLevel, id: number): Promise<Pick<EntityDetail, 'source_copy' | 'batch_id'>> {
  const found = await sql<Pick<EntityDetail, 'source_copy' | 'batch_id'>>`
    select e.batch_id, case when s.id is not null then jsonb_build_object('id', s.id, 'label', s.name) end as source_copy
    from ${sql.table(level)} e left join ${sql.table(level)} s on s.id = ${sql.ref(`e.${COPY_SOURCE_COLUMNS[level]}`)} where e.id = ${id}`.execute(
    db,
  );
  return found.rows[0] ?? { batch_id: null, source_copy: null };
}

interface CreativeRow extends Omit<NonNullable<EntityDetail['creative']>, 'play_url' | 'cover_url'> {
  file_key: string | null;
  cover_key: string | null;
}

/**
 * The ad as it appears to people. An ad made from a post shows the texts of the post; its file is included only if the caller sees the
 * material and the file passed its checks.
 */
async function loadCreative(db: Db, { caller, files, now }: Pick<RowContext, 'caller' | 'files' | 'now'>, id: number) {
  const found = await sql<CreativeRow>`
    select m.kind, case when m.deleted_at is null and m.status not in ('uploading', 'processing', 'failed')
        and ${isMaterialVisible(caller)} then m.file_key end as file_key, m.cover_key,
      h.name as page_name, h.picture_url as page_picture_url, coalesce(t.message, e.primary_text) as message,
      coalesce(t.headline, e.headline) as headline,
      case when t.id is null then e.description else t.description end as description, e.call_to_action,
      coalesce(t.link_url, 'https://' || s.domain || '/' || l.slug) as link_url
    from ad e left join post t on t.id = e.post_id left join material m on m.id = coalesce(e.material_id, t.material_id)
      left join homepage h on h.id = e.homepage_id left join landing_page l on l.id = coalesce(e.landing_page_id, t.landing_page_id)
      left join site s on s.id = l.site_id
    where e.id = ${id}`.execute(db);
  const [row] = found.rows;
  if (row === undefined) return undefined;
  const { file_key, cover_key, ...creative } = row;
  return { ...creative, play_url: files.addressIfStored(file_key, now), cover_url: files.addressIfStored(cover_key, now) };
}

/** What belongs to the details of an object besides its row. */
export async function loadRelated(db: Db, context: Pick<RowContext, 'caller' | 'files' | 'now'>, level: EntityLevel, id: number) {
  const [children, origin, creative] = await Promise.all([
    loadChildren(db, level, id),
    loadOrigin(db, level, id),
    level === 'ad' ? loadCreative(db, context, id) : undefined,
  ]);
  return { ...(creative && { creative }), children, ...origin };
}

interface ScheduleRecord extends Omit<ScheduleRow, 'run_at' | 'last_run_at' | 'created_at' | 'can'> {
  run_at: Date;
  last_run_at: Date | null;
  created_at: Date;
}

/** The scheduled tasks of the object, waiting ones first. */
export async function loadSchedules(db: Db, caller: Caller, level: EntityLevel, id: number): Promise<ScheduleRow[]> {
  const found = await sql<ScheduleRecord>`
    select t.id, t.action, t.value, t.run_at, t.repeat, t.status, jsonb_build_object('id', u.id, 'label', u.name) as "user", t.last_run_at,
      t.last_error, t.created_at
    from schedule_task t join sys_user u on u.id = t.user_id where t.level = ${level} and t.entity_id = ${id}
    order by t.status <> 'waiting', case when t.status = 'waiting' then t.run_at end, t.run_at desc, t.id desc limit ${MAX_SCHEDULES}`.execute(
    db,
  );
  return found.rows.map((row) => ({
    ...row,
    run_at: row.run_at.toISOString(),
    last_run_at: row.last_run_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    can: row.status === 'waiting' && caller.actions.includes('status') ? (['cancel'] as const).slice() : [],
  }));
}

/** Events that affect delivery. */
const MARKED_EVENTS: readonly EventKind[] = ['open', 'close', 'budget', 'bid'];

const POINT_FORMATS: Readonly<Record<TrendStep, string>> = {
  hour: `to_char(local, 'YYYY-MM-DD"T"HH24')`,
  day: `to_char(local, 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', local), 'YYYY-MM-DD')`,
  month: `to_char(local, 'YYYY-MM')`,
};

export interface Mark {
  at: string;
  kind: EventKind;
  who: string | null;
  actor_type: ActorType;
}

/** Chart marks of the object: openings, closings and changes of budget or bid, in the account's local time. */
export async function loadMarks(
  db: Db,
  caller: Caller,
  { level, id, by, from, to }: { level: EntityLevel; id: number; by: TrendStep; from: string; to: string },
): Promise<Mark[]> {
  const found = await sql<Mark>`
    select ${sql.raw(POINT_FORMATS[by])} as at, kind, who, actor_type from (
      select v.id, v.at at time zone a.timezone_name as local, v.event as kind, u.name as who, v.actor_type
      from ad_event v join ad_account a on a.id = v.ad_account_id left join sys_user u on u.id = v.actor_user_id
      where ${concernsEntity(level, id, false)} and v.event = any(${[...MARKED_EVENTS]}::text[]) and ${eventVisible(caller)}
        and (v.at at time zone a.timezone_name)::date between ${from}::date and ${to}::date
    ) marked order by local, id limit 500`.execute(db);
  return found.rows;
}

/** A fact filter for this object alone. It includes the campaign, by which facts are found fastest. */
export async function loadFactFilter(
  db: Db,
  level: EntityLevel,
  id: number,
): Promise<{ campaign_id: number[]; ad_group_id?: number[]; ad_id?: number[] }> {
  if (level === 'campaign') return { campaign_id: [id] };
  const found = await sql<{ campaign_id: number }>`select e.campaign_id from ${sql.table(level)} e where e.id = ${id}`.execute(db);
  const campaign_id = found.rows.map((row) => row.campaign_id);
  return level === 'ad_group' ? { campaign_id, ad_group_id: [id] } : { campaign_id, ad_id: [id] };
}

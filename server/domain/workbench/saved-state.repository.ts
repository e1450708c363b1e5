import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** Days after which an unfinished form expires. */
export const DRAFT_LIFETIME_DAYS = 30;
/** Days after which an unused window expires. */
export const WORKSPACE_LIFETIME_DAYS = 90;
/** Most windows per user; the most recently saved ones stay. */
const MAX_WINDOWS = 20;

/** Most unfinished forms per user; the most recently saved ones stay. */
const MAX_DRAFTS = 200;

/** Reads the workspace of the window, or else the most recently saved one. */
export async function readWorkspace(
  db: Db,
  userId: number,
  windowId: string,
): Promise<{ state: Record<string, unknown>; saved_at: Date } | undefined> {
  const found = await sql<{ state: Record<string, unknown>; saved_at: Date }>`
    select state, saved_at from workspace where user_id = ${userId}
    order by (window_id = ${windowId}::uuid) desc, saved_at desc limit 1`.execute(db);
  return found.rows[0];
}

/** `json` is the text of an object. */
export async function writeWorkspace(db: Db, userId: number, windowId: string, json: string, now: Date): Promise<void> {
  await sql`
    insert into workspace (user_id, window_id, state, saved_at) values (${userId}, ${windowId}::uuid, ${json}::jsonb, ${now})
    on conflict (user_id, window_id) do update set state = excluded.state, saved_at = excluded.saved_at`.execute(db);
  // A window that is being saved right now is not old, so locked rows are skipped.
  await sql`
    delete from workspace where user_id = ${userId} and window_id in (
      select window_id from workspace where user_id = ${userId} and window_id <> ${windowId}::uuid
      order by saved_at desc, window_id offset ${MAX_WINDOWS - 1} for update skip locked
    )`.execute(db);
}

/** A form with its subject; null for a new object. */
export interface DraftKey {
  form: string;
  subjectId: number | null;
}

export interface DraftRecord {
  values: Record<string, unknown>;
  version: number | null;
  saved_at: Date;
}

export async function readDraft(db: Db, userId: number, { form, subjectId }: DraftKey, now: Date): Promise<DraftRecord | undefined> {
  const oldest = new Date(now.getTime() - DRAFT_LIFETIME_DAYS * 86_400_000);
  const found = await sql<DraftRecord>`
    select values, version, saved_at from draft
    where user_id = ${userId} and form = ${form} and subject_id is not distinct from ${subjectId}::bigint and saved_at >= ${oldest}`.execute(
    db,
  );
  return found.rows[0];
}

/** `json` is the text of an object. */
export async function writeDraft(
  db: Db,
  userId: number,
  { form, subjectId }: DraftKey,
  draft: { json: string; version: number | null },
  now: Date,
): Promise<void> {
  await sql`
    insert into draft (user_id, form, subject_id, version, values, saved_at)
    values (${userId}, ${form}, ${subjectId}::bigint, ${draft.version}::int, ${draft.json}::jsonb, ${now})
    on conflict (user_id, form, subject_id) do update
      set version = excluded.version, values = excluded.values, saved_at = excluded.saved_at`.execute(db);
  await sql`
    delete from draft where user_id = ${userId} and id in (
      select id from draft where user_id = ${userId} order by saved_at desc, id desc offset ${MAX_DRAFTS} for update skip locked
    )`.execute(db);
}

export async function removeDraft(db: Db, userId: number, { form, subjectId }: DraftKey): Promise<void> {
  await sql`
    delete from draft where user_id = ${userId} and form = ${form} and subject_id is not distinct from ${subjectId}::bigint`.execute(db);
}

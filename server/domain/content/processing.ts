import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Files } from '../files.ts';
import type { Limits } from '../limits.ts';
import { HASH_MISMATCH, kindOf, PROCESSING_LIMIT_MS, PROCESSING_TIMEOUT, ratioOf, unfitBecause } from './uploads.rules.ts';

/** What reading a material is done with; no transaction is open. */
export interface ProcessingContext {
  readonly db: Kysely<Database>;
  readonly files: Files;
  readonly limits: Pick<Limits, 'uploadMaxVideo' | 'uploadMaxImage'>;
  readonly now: Date;
}

/** A server that is not heard of for so long does not read any more. */
const HELD_MS = 30_000;
const BEAT_MS = 8_000;

interface Held {
  id: number;
  kind: 'video' | 'image';
  fileKey: string;
  coverKey: string | null;
  sha256: string;
}

const until = sql<Date>`clock_timestamp() + ${HELD_MS} * interval '1 millisecond'`;

/** Undefined where nothing is to be read, or another server reads it. */
async function hold(db: Kysely<Database>, id: number, mine: string): Promise<Held | undefined> {
  const { rows } = await sql<{ id: number; kind: Held['kind']; file_key: string; cover_key: string | null; sha256: string }>`
    update material set processing_by = ${mine}, processing_until = ${until}
    where id = ${id} and status = 'processing' and deleted_at is null and (processing_until is null or processing_until < clock_timestamp())
    returning id, kind, file_key, cover_key, sha256`.execute(db);
  const [found] = rows;
  return found && { id: found.id, kind: found.kind, fileKey: found.file_key, coverKey: found.cover_key, sha256: found.sha256 };
}

/**
 * Reads the file of a material that waits for it: compares its hash, tells what it is, and makes it ready or failed with a reason. Does
 * nothing where the material does not wait, or somebody else reads it. Safe to repeat after a crash at any point.
 */
export async function processMaterial({ db, files, limits, now }: ProcessingContext, id: number): Promise<void> {
  const mine = randomUUID();
  const held = await hold(db, id, mine);
  if (held === undefined) return;
  const beat = setInterval(() => {
    sql`update material set processing_until = ${until} where id = ${id} and processing_by = ${mine}`.execute(db).catch(() => {});
  }, BEAT_MS);
  beat.unref();
  try {
    const upload = await db
      .selectFrom('material_upload')
      .select('id')
      .where('material_id', '=', id)
      .where('status', 'in', ['merging', 'failed'])
      .executeTakeFirst();
    // Where nothing is left of it, the file is there already or is gone, which is found next.
    if (upload !== undefined && (await files.uploads.received(upload.id)) !== undefined) await files.uploads.adopt(upload.id, held.fileKey);
    await conclude(db, { id, mine, uploadId: upload?.id, now, ...(await read(files, held, limits)) });
  } finally {
    clearInterval(beat);
    await sql`update material set processing_by = null, processing_until = null where id = ${id} and processing_by = ${mine}`.execute(db);
  }
}

interface Facts {
  mime: 'video/mp4' | 'video/quicktime' | 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  duration_ms: number | null;
  codec: string | null;
  ratio: ReturnType<typeof ratioOf>;
  cover_key: string | null;
}

async function read(
  files: Files,
  held: Held,
  limits: ProcessingContext['limits'],
): Promise<{ fault: string } | { fault: null; facts: Facts }> {
  const found = await files.examine(held.fileKey);
  if (found.sha256 !== null && found.sha256 !== held.sha256) return { fault: HASH_MISMATCH };
  if (found.fault !== null) return { fault: found.fault };
  const unfit = unfitBecause(found, held.kind, limits);
  if (unfit !== null) return { fault: unfit };
  const isImage = kindOf(found.type) === 'image';
  const cover_key = isImage && held.coverKey === null ? await files.keepCover(held.fileKey) : held.coverKey;
  const { width, height, durationMs: duration_ms, codec, type: mime } = found;
  return { fault: null, facts: { mime, width, height, duration_ms, codec, ratio: ratioOf(width, height), cover_key } };
}

/** Only whoever holds it says what came of it. */
async function conclude(
  db: Kysely<Database>,
  end: { id: number; mine: string; uploadId: string | undefined; now: Date } & ({ fault: string } | { fault: null; facts: Facts }),
): Promise<void> {
  const outcome =
    end.fault === null
      ? { status: 'ready' as const, fail_reason: null, ...end.facts }
      : { status: 'failed' as const, fail_reason: end.fault };
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('material')
      .set({ ...outcome, processing_since: null, updated_at: end.now })
      .where('id', '=', end.id)
      .where('status', '=', 'processing')
      .where('processing_by', '=', end.mine)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || end.uploadId === undefined) return;
    await transaction
      .updateTable('material_upload')
      .set({ status: end.fault === null ? 'done' : 'failed', error: end.fault, updated_at: end.now })
      .where('id', '=', end.uploadId)
      .execute();
  });
}

const running = new Set<Promise<void>>();

/** Reads it beside whatever else goes on. What fails here is done again by the scheduled task. */
export function processBeside(context: ProcessingContext, id: number): Promise<void> {
  const work = processMaterial(context, id)
    .catch(() => {})
    .finally(() => running.delete(work));
  running.add(work);
  return work;
}

/** Once nothing is read beside any more. */
export const processingSettled = async (): Promise<void> => void (await Promise.all(running));

/** Reads what nobody reads; what has waited for too long has failed. Answers how many it looked at and how many had failed. */
export async function processWaiting(context: ProcessingContext & { signal?: AbortSignal }): Promise<{ read: number; timedOut: number }> {
  const { db, now, signal } = context;
  const over = new Date(now.getTime() - PROCESSING_LIMIT_MS);
  const timedOut = await db
    .updateTable('material')
    .set({ status: 'failed', fail_reason: PROCESSING_TIMEOUT, processing_since: null, updated_at: now })
    .where('status', '=', 'processing')
    .where('processing_since', '<', over)
    .returning('id')
    .execute();
  if (timedOut.length > 0) {
    const ids = timedOut.map(({ id }) => id);
    // Their bytes stay for a while, so that they can be read again.
    await db
      .updateTable('material_upload')
      .set({ status: 'failed', error: PROCESSING_TIMEOUT, updated_at: now })
      .where('material_id', 'in', ids)
      .where('status', '=', 'merging')
      .execute();
  }
  const waiting = await sql<{ id: number }>`
    select id from material where status = 'processing' and deleted_at is null
      and (processing_until is null or processing_until < clock_timestamp()) order by processing_since limit 500`.execute(db);
  let count = 0;
  for (const { id } of waiting.rows) {
    signal?.throwIfAborted();
    await processMaterial(context, id);
    count += 1;
  }
  return { read: count, timedOut: timedOut.length };
}

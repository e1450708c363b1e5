import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Files } from '../files.ts';
import type { Limits } from '../limits.ts';
import { HASH_MISMATCH, kindOf, PROCESSING_LIMIT_MS, PROCESSING_TIMEOUT, ratioOf, unfitReason } from './uploads.rules.ts';

/** Context for processing a material; no transaction is open. */
export interface ProcessingContext {
  readonly db: Kysely<Database>;
  readonly files: Files;
  readonly limits: Pick<Limits, 'uploadMaxVideo' | 'uploadMaxImage'>;
  readonly now: Date;
}

/** A server without a heartbeat for this long has stopped processing. */
const CLAIM_MS = 30_000;
const HEARTBEAT_MS = 8_000;

interface ClaimedMaterial {
  id: number;
  kind: 'video' | 'image';
  fileKey: string;
  coverKey: string | null;
  sha256: string;
}

const CLAIM_END = sql<Date>`clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'`;

/** Claims a material for processing; undefined when nothing is to be processed or another server has claimed it. */
async function claimMaterial(db: Kysely<Database>, id: number, claimId: string): Promise<ClaimedMaterial | undefined> {
  const { rows } = await sql<{ id: number; kind: ClaimedMaterial['kind']; file_key: string; cover_key: string | null; sha256: string }>`
    update material set processing_by = ${claimId}, processing_until = ${CLAIM_END}
    where id = ${id} and status = 'processing' and deleted_at is null and (processing_until is null or processing_until < clock_timestamp())
    returning id, kind, file_key, cover_key, sha256`.execute(db);
  const [found] = rows;
  return found && { id: found.id, kind: found.kind, fileKey: found.file_key, coverKey: found.cover_key, sha256: found.sha256 };
}

/**
 * Processes the uploaded file of a material: checks its hash, reads its facts, and sets the status to ready, or to failed with a reason.
 * Does nothing when the material is not waiting or another server has claimed it. Safe to repeat after a crash at any point.
 */
export async function processMaterial({ db, files, limits, now }: ProcessingContext, id: number): Promise<void> {
  const mine = randomUUID();
  const claimed = await claimMaterial(db, id, mine);
  if (claimed === undefined) return;
  const heartbeat = setInterval(() => {
    sql`update material set processing_until = ${CLAIM_END} where id = ${id} and processing_by = ${mine}`.execute(db).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  try {
    const upload = await db
      .selectFrom('material_upload')
      .select('id')
      .where('material_id', '=', id)
      .where('status', 'in', ['merging', 'failed'])
      .executeTakeFirst();
    // Without received bytes the file was either stored before or is lost, which examining it will show.
    if (upload !== undefined && (await files.uploads.received(upload.id)) !== undefined)
      await files.uploads.adopt(upload.id, claimed.fileKey);
    await recordResult(db, { id, mine, uploadId: upload?.id, now, ...(await examineFile(files, claimed, limits)) });
  } finally {
    clearInterval(heartbeat);
    await sql`update material set processing_by = null, processing_until = null where id = ${id} and processing_by = ${mine}`.execute(db);
  }
}

interface FileFacts {
  mime: 'video/mp4' | 'video/quicktime' | 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  duration_ms: number | null;
  codec: string | null;
  ratio: ReturnType<typeof ratioOf>;
  cover_key: string | null;
}

async function examineFile(
  files: Files,
  held: ClaimedMaterial,
  limits: ProcessingContext['limits'],
): Promise<{ fault: string } | { fault: null; facts: FileFacts }> {
  const found = await files.examine(held.fileKey);
  if (found.sha256 !== null && found.sha256 !== held.sha256) return { fault: HASH_MISMATCH };
  if (found.fault !== null) return { fault: found.fault };
  const reason = unfitReason(found, held.kind, limits);
  if (reason !== null) return { fault: reason };
  const isImage = kindOf(found.type) === 'image';
  const cover_key = isImage && held.coverKey === null ? await files.createCover(held.fileKey) : held.coverKey;
  const { width, height, durationMs: duration_ms, codec, type: mime } = found;
  return { fault: null, facts: { mime, width, height, duration_ms, codec, ratio: ratioOf(width, height), cover_key } };
}

/** Records the result, but only while this claim still holds. */
async function recordResult(
  db: Kysely<Database>,
  end: { id: number; mine: string; uploadId: string | undefined; now: Date } & ({ fault: string } | { fault: null; facts: FileFacts }),
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

const backgroundWork = new Set<Promise<void>>();

/** Processes a material without blocking the caller. If it fails, the scheduled task repeats it. */
export function processInBackground(context: ProcessingContext, id: number): Promise<void> {
  const work = processMaterial(context, id)
    .catch(() => {})
    .finally(() => backgroundWork.delete(work));
  backgroundWork.add(work);
  return work;
}

/** Resolves once no background processing is running. */
export const waitForProcessing = async (): Promise<void> => void (await Promise.all(backgroundWork));

/**
 * Processes all unclaimed materials, and fails those that have been processing for too long. Returns how many it processed and how many
 * timed out.
 */
export async function processPending(context: ProcessingContext & { signal?: AbortSignal }): Promise<{ read: number; timedOut: number }> {
  const { db, now, signal } = context;
  const timeLimit = new Date(now.getTime() - PROCESSING_LIMIT_MS);
  const timedOut = await db
    .updateTable('material')
    .set({ status: 'failed', fail_reason: PROCESSING_TIMEOUT, processing_since: null, updated_at: now })
    .where('status', '=', 'processing')
    .where('processing_since', '<', timeLimit)
    .returning('id')
    .execute();
  if (timedOut.length > 0) {
    const ids = timedOut.map(({ id }) => id);
    // Their bytes are kept for a while, so that they can be processed again.
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

import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Files } from '../files.ts';
import type { Job } from '../jobs/index.ts';
import { readLimits } from '../limits.ts';
import { processPending } from './processing.ts';

const HOUR_MS = 60 * 60_000;
/** Files without a reference may belong to a call in progress, so they are kept for this long. */
const KEEP_UNREFERENCED_MS = 2 * HOUR_MS;
/** The file of a failed material is kept, so that it can be processed again. */
const KEEP_FAILED_MS = 48 * HOUR_MS;
const KEEP_DELETED_MS = 7 * 24 * HOUR_MS;
/** Number of keys looked up in one query. */
const CHUNK_SIZE = 500;

const processMaterials: Job = {
  key: 'materials.process',
  name: { zh: '素材处理', en: 'Process creatives' },
  cron: '* * * * *',
  timeoutS: 1_800,
  core: true,
  allowManual: true,
  async run({ db, files, now, signal, log }) {
    const { read, timedOut } = await processPending({ db, files, now, signal, limits: await readLimits(db) });
    if (timedOut > 0) log(`${timedOut} materials were processed for more than 15 minutes and have failed`);
    return { rowsIn: read, rowsOut: timedOut };
  },
};

/** Expires uploads that were not continued in time, and removes their bytes. */
async function expireUploads(db: Kysely<Database>, files: Files, now: Date): Promise<number> {
  const ended = await db
    .updateTable('material_upload')
    .set({ status: 'expired', updated_at: now })
    .where('status', 'in', ['init', 'uploading'])
    .where('expires_at', '<=', now)
    .returning('id')
    .execute();
  for (const { id } of ended) await files.uploads.discard(id);
  return ended.length;
}

async function removeDrafts(db: Kysely<Database>, files: Files, now: Date): Promise<number> {
  const limit = new Date(now.getTime() - KEEP_UNREFERENCED_MS);
  let removed = 0;
  for await (const { id, changedAt } of files.uploads.all()) {
    if (changedAt > limit) continue;
    const { rows } = await sql`
      select 1 from material_upload where id = ${id}
        and (status in ('init', 'uploading', 'merging') or (status = 'failed' and updated_at > ${new Date(now.getTime() - KEEP_FAILED_MS)}))`.execute(
      db,
    );
    if (rows.length > 0) continue;
    await files.uploads.discard(id);
    removed += 1;
  }
  return removed;
}

/** Those of the keys that are still referenced. */
async function findReferencedKeys(db: Kysely<Database>, keys: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const failed = new Date(now.getTime() - KEEP_FAILED_MS);
  const deleted = new Date(now.getTime() - KEEP_DELETED_MS);
  const { rows } = await sql<{ key: string }>`
    select file_key as key from material where file_key = any(${[...keys]})
      and not (status = 'failed' and updated_at < ${failed}) and (deleted_at is null or deleted_at > ${deleted})
    union select cover_key from material where cover_key = any(${[...keys]}) and (deleted_at is null or deleted_at > ${deleted})
    union select cover_key from drama where cover_key = any(${[...keys]}) and (deleted_at is null or deleted_at > ${deleted})
    union select cover_key from product where cover_key = any(${[...keys]}) and (deleted_at is null or deleted_at > ${deleted})`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

async function removeFiles(db: Kysely<Database>, files: Files, now: Date, signal: AbortSignal): Promise<number> {
  const limit = new Date(now.getTime() - KEEP_UNREFERENCED_MS);
  let removed = 0;
  let keys: string[] = [];
  const removeUnreferenced = async () => {
    signal.throwIfAborted();
    const referenced = await findReferencedKeys(db, keys, now);
    for (const key of keys) {
      if (referenced.has(key)) continue;
      await files.remove(key);
      removed += 1;
    }
    keys = [];
  };
  for await (const { key, storedAt } of files.all()) {
    if (storedAt > limit) continue;
    keys.push(key);
    if (keys.length === CHUNK_SIZE) await removeUnreferenced();
  }
  if (keys.length > 0) await removeUnreferenced();
  return removed;
}

const cleanUploads: Job = {
  key: 'cleanup.files',
  name: { zh: '清理过期上传与无主文件', en: 'Remove expired uploads and unused files' },
  cron: '40 * * * *',
  timeoutS: 1_800,
  core: false,
  allowManual: true,
  async run({ db, files, now, signal, log }) {
    const expired = await expireUploads(db, files, now);
    const drafts = await removeDrafts(db, files, now);
    const removed = await removeFiles(db, files, now, signal);
    log(`${expired} uploads expired; ${drafts} remains of uploads and ${removed} files removed`);
    return { rowsIn: expired, rowsOut: drafts + removed };
  },
};

export const uploadJobs: readonly Job[] = [processMaterials, cleanUploads];

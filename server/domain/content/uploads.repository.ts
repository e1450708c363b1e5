import { type Kysely, sql } from 'kysely';
import type { ExistingMaterial, UploadMeta, UploadRow, UploadType } from '#contracts/endpoints/material-uploads.ts';
import type { Database } from '#server/database/schema.ts';
import { isMaterialVisible, type Viewer } from './material-scope.ts';

type Db = Kysely<Database>;

export interface Upload {
  id: string;
  userId: number;
  filename: string;
  size: number;
  sha256: string;
  mime: UploadType;
  chunkSize: number;
  meta: UploadMeta;
  status: UploadRow['status'];
  error: string | null;
  materialId: number | null;
  expiresAt: Date;
  createdAt: Date;
}

interface UploadRecord {
  id: string;
  user_id: number;
  filename: string;
  size_bytes: number;
  sha256: string;
  mime: string;
  chunk_size: number;
  meta: unknown;
  status: UploadRow['status'];
  error: string | null;
  material_id: number | null;
  expires_at: Date;
  created_at: Date;
}

const toUpload = (row: UploadRecord): Upload => ({
  id: row.id,
  userId: row.user_id,
  filename: row.filename,
  size: row.size_bytes,
  sha256: row.sha256,
  mime: row.mime as UploadType,
  chunkSize: row.chunk_size,
  meta: row.meta as UploadMeta,
  status: row.status,
  error: row.error,
  materialId: row.material_id,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
});

const COLUMNS = [
  'id',
  'user_id',
  'filename',
  'size_bytes',
  'sha256',
  'mime',
  'chunk_size',
  'meta',
  'status',
  'error',
  'material_id',
  'expires_at',
  'created_at',
] as const;

const OPEN_STATUSES = ['init', 'uploading'] as const;

/** Finds an upload that still accepts bytes. */
export async function findOpenUpload(db: Db, id: string, now: Date): Promise<Upload | undefined> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const found = await db
    .selectFrom('material_upload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('status', 'in', OPEN_STATUSES)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found && toUpload(found);
}

export async function markUploading(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('material_upload')
    .set({ status: 'uploading', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'init')
    .execute();
}

/** Makes uploads of one user begin one after the other; needs a transaction. */
export async function lockUserUploads(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('material uploads'), ${userId}::int)`.execute(db);
}

/** Prevents a second material of this content from being made meanwhile; needs a transaction. */
export async function lockContent(db: Db, biz: string, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`material ${biz} ${sha256}`}, 0))`.execute(db);
}

/** Locks the caller's own upload, so that it cannot be finished and canceled at the same time. */
export async function lockUpload(db: Db, id: string, userId: number): Promise<Upload | undefined> {
  const found = await db
    .selectFrom('material_upload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return found && toUpload(found);
}

export async function findSameUpload(
  db: Db,
  { userId, sha256, size, biz, now }: { userId: number; sha256: string; size: number; biz: string; now: Date },
): Promise<Upload | undefined> {
  const found = await db
    .selectFrom('material_upload')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .where('size_bytes', '=', size)
    .where(sql<string>`meta ->> 'biz'`, '=', biz)
    .where('status', 'in', OPEN_STATUSES)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return found && toUpload(found);
}

/** Counts the user's open uploads, and the bytes of all materials including open uploads. */
export async function loadUploadUsage(db: Db, userId: number, now: Date): Promise<{ open: number; bytes: number }> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    select
      (select count(*) from material_upload where user_id = ${userId} and status in ('init', 'uploading') and expires_at > ${now}) as open,
      (select coalesce(sum(size_bytes), 0)::bigint from material where deleted_at is null and status <> 'failed')
        + (select coalesce(sum(size_bytes), 0)::bigint from material_upload where status in ('init', 'uploading') and expires_at > ${now})
        as bytes`.execute(db);
  return { open: Number(rows[0]?.open), bytes: Number(rows[0]?.bytes) };
}

/** Finds the material with this content, with its details if the viewer may see it; undefined when there is none. */
export async function findSameContent(
  db: Db,
  viewer: Viewer,
  biz: string,
  sha256: string,
): Promise<{ material: ExistingMaterial | undefined } | undefined> {
  const { rows } = await sql<ExistingMaterial & { is_visible: boolean }>`
    select m.id, m.code, m.title, m.status, ${isMaterialVisible(viewer)} as is_visible from material m
    where m.biz = ${biz} and m.sha256 = ${sha256} and m.deleted_at is null and m.status <> 'failed'`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { is_visible, ...material } = found;
  return { material: is_visible ? material : undefined };
}

export async function insertUpload(
  db: Db,
  upload: Omit<Upload, 'status' | 'error' | 'materialId' | 'createdAt'> & { now: Date },
): Promise<void> {
  await db
    .insertInto('material_upload')
    .values({
      id: upload.id,
      user_id: upload.userId,
      filename: upload.filename,
      size_bytes: upload.size,
      sha256: upload.sha256,
      mime: upload.mime,
      chunk_size: upload.chunkSize,
      chunk_count: Math.ceil(upload.size / upload.chunkSize),
      meta: JSON.stringify(upload.meta),
      status: 'init',
      expires_at: upload.expiresAt,
      created_at: upload.now,
      updated_at: upload.now,
    })
    .execute();
}

/** Replaces the metadata when an upload is continued with different input. */
export async function setUploadMeta(db: Db, id: string, meta: UploadMeta, filename: string, now: Date): Promise<void> {
  await db
    .updateTable('material_upload')
    .set({ meta: JSON.stringify(meta), filename, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function setUploadStatus(
  db: Db,
  id: string,
  change: { status: Upload['status']; materialId?: number; error?: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('material_upload')
    .set({
      status: change.status,
      updated_at: change.now,
      ...(change.materialId === undefined ? {} : { material_id: change.materialId }),
      ...(change.error === undefined ? {} : { error: change.error }),
    })
    .where('id', '=', id)
    .execute();
}

export async function listUploads(
  db: Db,
  { userId, openOnly, biz, now }: { userId: number; openOnly: boolean; biz: string | undefined; now: Date },
): Promise<(Upload & { content: string | null })[]> {
  const { rows } = await sql<UploadRecord & { content: string | null }>`
    select ${sql.join(COLUMNS.map((name) => sql.ref(`u.${name}`)))},
      coalesce(
        (select d.title from drama d where d.id = (u.meta ->> 'drama_id')::bigint),
        (select p.name from product p where p.id = (u.meta ->> 'product_id')::bigint)
      ) as content
    from material_upload u
    where u.user_id = ${userId}
      and (${!openOnly} or (u.status in ('init', 'uploading') and u.expires_at > ${now}))
      and (${biz ?? null}::text is null or u.meta ->> 'biz' = ${biz ?? null})
    order by u.created_at desc, u.id limit 200`.execute(db);
  return rows.map((row) => ({ ...toUpload(row), content: row.content }));
}

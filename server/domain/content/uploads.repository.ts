import { type Kysely, sql } from 'kysely';
import type { ExistingMaterial, UploadMeta, UploadRow, UploadType } from '#contracts/endpoints/material-uploads.ts';
import type { Database } from '#server/database/schema.ts';
import { materialVisible, type Viewer } from './material-scope.ts';

type Db = Kysely<Database>;

export interface KnownUpload {
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

interface Found {
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

const asUpload = (row: Found): KnownUpload => ({
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

const OPEN = ['init', 'uploading'] as const;

/** An upload that bytes may be sent for. */
export async function findOpenUpload(db: Db, id: string, now: Date): Promise<KnownUpload | undefined> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const found = await db
    .selectFrom('material_upload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found && asUpload(found);
}

export async function markUploading(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('material_upload')
    .set({ status: 'uploading', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'init')
    .execute();
}

/** Inside of a transaction: one after the other. */
export async function lockUploadsOf(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('material uploads'), ${userId}::int)`.execute(db);
}

/** Inside of a transaction: nobody else makes a material of this content meanwhile. */
export async function lockContent(db: Db, biz: string, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`material ${biz} ${sha256}`}, 0))`.execute(db);
}

/** The caller's own, locked against whoever ends it at the same time. */
export async function lockUpload(db: Db, id: string, userId: number): Promise<KnownUpload | undefined> {
  const found = await db
    .selectFrom('material_upload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return found && asUpload(found);
}

export async function findSameUpload(
  db: Db,
  { userId, sha256, size, biz, now }: { userId: number; sha256: string; size: number; biz: string; now: Date },
): Promise<KnownUpload | undefined> {
  const found = await db
    .selectFrom('material_upload')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .where('size_bytes', '=', size)
    .where(sql<string>`meta ->> 'biz'`, '=', biz)
    .where('status', 'in', OPEN)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return found && asUpload(found);
}

/** How many the user has open, and how many bytes all materials have or will have. */
export async function uploadLoad(db: Db, userId: number, now: Date): Promise<{ open: number; bytes: number }> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    select
      (select count(*) from material_upload where user_id = ${userId} and status in ('init', 'uploading') and expires_at > ${now}) as open,
      (select coalesce(sum(size_bytes), 0)::bigint from material where deleted_at is null and status <> 'failed')
        + (select coalesce(sum(size_bytes), 0)::bigint from material_upload where status in ('init', 'uploading') and expires_at > ${now})
        as bytes`.execute(db);
  return { open: Number(rows[0]?.open), bytes: Number(rows[0]?.bytes) };
}

/** The material that has this content, with what the viewer may know of it; undefined without one. */
export async function findSameContent(
  db: Db,
  viewer: Viewer,
  biz: string,
  sha256: string,
): Promise<{ material: ExistingMaterial | undefined } | undefined> {
  const { rows } = await sql<ExistingMaterial & { is_visible: boolean }>`
    select m.id, m.code, m.title, m.status, ${materialVisible(viewer)} as is_visible from material m
    where m.biz = ${biz} and m.sha256 = ${sha256} and m.deleted_at is null and m.status <> 'failed'`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { is_visible, ...material } = found;
  return { material: is_visible ? material : undefined };
}

export async function insertUpload(
  db: Db,
  upload: Omit<KnownUpload, 'status' | 'error' | 'materialId' | 'createdAt'> & { now: Date },
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

/** What the material will be may be said anew when an upload is gone on with. */
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
  change: { status: KnownUpload['status']; materialId?: number; error?: string | null; now: Date },
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

export async function listUploadsOf(
  db: Db,
  { userId, openOnly, biz, now }: { userId: number; openOnly: boolean; biz: string | undefined; now: Date },
): Promise<(KnownUpload & { content: string | null })[]> {
  const { rows } = await sql<Found & { content: string | null }>`
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
  return rows.map((row) => ({ ...asUpload(row), content: row.content }));
}

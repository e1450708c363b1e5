import { type Kysely, sql } from 'kysely';
import type { Connector } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../assets/index.ts';
import type { Viewer } from './material-scope.ts';

type Db = Kysely<Database>;

/** An ad account that a material is copied into. */
export interface Destination {
  id: number;
  name: string;
  platform_account_id: string;
  connector: Connector;
  personal_account_id: number;
  /** Name and status of the personal account that grants access to the ad account. */
  authoriser: string;
  authoriser_status: string;
}

const SELECT_DESTINATION = sql`
  select a.id, a.name, a.platform_account_id, a.connector, a.personal_account_id, pa.name as authoriser, pa.status as authoriser_status
  from ad_account a join personal_account pa on pa.id = a.personal_account_id`;

/** Those of the ad accounts that the caller may see. */
export async function findDestinations(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Destination[]> {
  const found = await sql<Destination>`
    ${SELECT_DESTINATION} where a.id = any(${ids}::bigint[]) and a.deleted_at is null
      and ${assetVisible(viewer, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` })}`.execute(db);
  return found.rows;
}

/** Finds an ad account without a visibility check. */
export async function findDestination(db: Db, id: number): Promise<Destination | undefined> {
  const found = await sql<Destination>`${SELECT_DESTINATION} where a.id = ${id} and a.deleted_at is null`.execute(db);
  return found.rows[0];
}

export interface CopyFile {
  id: number;
  code: string;
  title: string;
  status: string;
  file_key: string;
  mime: string;
  size_bytes: number;
  sha256: string;
}

/** Finds the file of a material without a visibility check. */
export async function findCopyFile(db: Db, id: number): Promise<CopyFile | undefined> {
  return await db
    .selectFrom('material')
    .select(['id', 'code', 'title', 'status', 'file_key', 'mime', 'size_bytes', 'sha256'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type CopyStatus = 'pending' | 'uploading' | 'processing' | 'ready' | 'error';

export interface Copy {
  material_id: number;
  ad_account_id: number;
}

/** An upload without news for this long was abandoned; uploading and reconciling take less time. */
const ABANDONED_MS = 45 * 60_000;

/**
 * Starts a copy; undefined when the account has one already or it is being made. The copy keeps the client tag of its first attempt, so
 * that a file an earlier attempt left on the channel is found. It gets a new tag when the file on the channel is known to be broken.
 */
export async function beginCopy(
  db: Db,
  { material_id, ad_account_id }: Copy,
  newTag: string,
  now: Date,
): Promise<{ tag: string; attempts: number } | undefined> {
  const stale = new Date(now.getTime() - ABANDONED_MS);
  const started = await sql<{ tag: string; attempts: number }>`
    insert into material_asset (material_id, ad_account_id, client_tag, status, attempts, created_at, updated_at)
    values (${material_id}, ${ad_account_id}, ${newTag}, 'uploading', 1, ${now}, ${now})
    on conflict (material_id, ad_account_id) do update
      set status = 'uploading', error = null, attempts = material_asset.attempts + 1, updated_at = ${now}, platform_asset_id = null,
        client_tag = case when material_asset.platform_asset_id is null then coalesce(material_asset.client_tag, excluded.client_tag)
          else excluded.client_tag end
      where material_asset.status in ('pending', 'error') or (material_asset.status = 'uploading' and material_asset.updated_at < ${stale})
    returning client_tag as tag, attempts`.execute(db);
  return started.rows[0];
}

/** Finds the copy in an account; undefined when there is none. */
export async function findCopy(db: Db, { material_id, ad_account_id }: Copy) {
  return await db
    .selectFrom('material_asset')
    .select(['status', 'platform_asset_id', 'client_tag'])
    .where('material_id', '=', material_id)
    .where('ad_account_id', '=', ad_account_id)
    .executeTakeFirst();
}

export async function updateCopy(
  db: Db,
  { material_id, ad_account_id }: Copy,
  changes: { status: CopyStatus; platform_asset_id?: string; error?: string | null; attempts?: number },
  now: Date,
): Promise<void> {
  await db
    .updateTable('material_asset')
    .set({ ...changes, updated_at: now })
    .where('material_id', '=', material_id)
    .where('ad_account_id', '=', ad_account_id)
    .execute();
}

/** Copies that the channel is still processing. */
export async function findProcessingCopies(db: Db, max: number): Promise<(Copy & { platform_asset_id: string })[]> {
  const found = await sql<Copy & { platform_asset_id: string }>`
    select material_id, ad_account_id, platform_asset_id from material_asset
    where status = 'processing' and platform_asset_id is not null order by updated_at limit ${max}`.execute(db);
  return found.rows;
}

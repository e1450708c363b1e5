import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import { type AssetType, assetVisible, ownedThrough } from './asset-scope.ts';

type Db = Kysely<Database>;

/** One asset of any type, as far as the caller sees it. */
export interface HeldAsset {
  id: number;
  version: number;
  name: string;
  /** Null for a site. */
  personal_account_id: number | null;
  /** The authoriser belongs to somebody in the caller's scope; of a site: it is seen. With the action `asset`, who may write. */
  isWritable: boolean;
}

const ref = (column: string) => sql.ref(`t.${column}`);

/** The person an asset came through; a personal account came through itself, a site through nobody. */
const authoriserOf = (type: AssetType) =>
  type === 'site' ? undefined : type === 'personal_account' ? ref('id') : ref('personal_account_id');

/** SQL: who may see a row of the table aliased `t`. */
export const visibleAsset = (caller: Caller, type: AssetType) => {
  const authoriser = authoriserOf(type);
  if (type === 'personal_account') return assetVisible(caller, type, { id: ref('id'), owner: ref('owner_user_id') });
  return assetVisible(caller, type, authoriser === undefined ? { id: ref('id') } : { id: ref('id'), authoriser });
};

/** SQL: who may write a row of the table aliased `t`, the action `asset` granted. */
export const writableAsset = (caller: Caller, type: AssetType) =>
  type === 'site' ? visibleAsset(caller, type) : ownedThrough(caller, authoriserOf(type));

/** Those of the living rows that the caller sees, in the order of their ids; `locked` until the end of the transaction. */
export async function seenAssets(db: Db, caller: Caller, type: AssetType, ids: readonly number[], lock?: 'locked'): Promise<HeldAsset[]> {
  const authoriser = authoriserOf(type);
  const found = await sql<HeldAsset>`
    select t.id, t.version, t.name, ${authoriser ?? sql`null::bigint`} as personal_account_id, ${writableAsset(caller, type)} as "isWritable"
    from ${sql.table(type)} t where t.id = any(${ids}::bigint[]) and t.deleted_at is null and ${visibleAsset(caller, type)}
    order by t.id ${lock === undefined ? sql`` : sql`for no key update of t`}`.execute(db);
  return found.rows;
}

/** The row, locked, that the caller is about to write. NOT_FOUND where it is not seen, NOT_OWNER where it may only be looked at. */
export async function holdAsset(db: Db, caller: Caller, type: AssetType, id: number): Promise<HeldAsset> {
  const [asset] = await seenAssets(db, caller, type, [id], 'locked');
  if (asset === undefined) throw refuse('NOT_FOUND');
  if (!asset.isWritable) throw refuse('NOT_OWNER');
  return asset;
}

/** As `holdAsset`, without the lock: before the channel is asked. */
export async function requireAsset(db: Db, caller: Caller, type: AssetType, id: number): Promise<HeldAsset> {
  const [asset] = await seenAssets(db, caller, type, [id]);
  if (asset === undefined) throw refuse('NOT_FOUND');
  if (!asset.isWritable) throw refuse('NOT_OWNER');
  return asset;
}

/** The name of what a filter asks for, where the caller sees it; its number otherwise. */
export async function nameWhereSeen(db: Db, caller: Caller, type: AssetType, id: number | undefined): Promise<string | undefined> {
  return id === undefined ? undefined : ((await namesOf(db, caller, type, [id])).get(id) ?? `#${id}`);
}

/** Names by id, for the items of a batch; what is not seen is absent. */
export async function namesOf(db: Db, caller: Caller, type: AssetType, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await seenAssets(db, caller, type, ids)).map(({ id, name }) => [id, name]));
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type AssetType, assetVisible, isAuthorisedInScope } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import type { Caller } from '../work-context.ts';

type Db = Kysely<Database>;

/** An asset of any type that the caller sees. */
export interface AccessibleAsset {
  id: number;
  version: number;
  name: string;
  /** Null for a site. */
  personal_account_id: number | null;
  /**
   * True when the owner of the authoriser is in the caller's scope, and for every visible site. The action `asset` is checked separately.
   */
  isWritable: boolean;
}

const column = (column: string) => sql.ref(`t.${column}`);

/** The column of the personal account an asset was bound through: the asset itself for a personal account, none for a site. */
const authoriserColumn = (type: AssetType) =>
  type === 'site' ? undefined : type === 'personal_account' ? column('id') : column('personal_account_id');

/** SQL condition: the caller sees the row with the alias `t`. */
export const isRowVisible = (caller: Caller, type: AssetType) => {
  const authoriser = authoriserColumn(type);
  if (type === 'personal_account') return assetVisible(caller, type, { id: column('id'), owner: column('owner_user_id') });
  return assetVisible(caller, type, authoriser === undefined ? { id: column('id') } : { id: column('id'), authoriser });
};

/** SQL condition: the caller may change the row with the alias `t` if they have the action `asset`. */
export const isRowWritable = (caller: Caller, type: AssetType) =>
  type === 'site' ? isRowVisible(caller, type) : isAuthorisedInScope(caller, authoriserColumn(type));

/**
 * Those of the assets that exist and that the caller sees, in the order of their ids. With `locked` they stay locked until the end of the
 * transaction.
 */
export async function loadVisibleAssets(
  db: Db,
  caller: Caller,
  type: AssetType,
  ids: readonly number[],
  lock?: 'locked',
): Promise<AccessibleAsset[]> {
  const authoriser = authoriserColumn(type);
  const found = await sql<AccessibleAsset>`
    select t.id, t.version, t.name, ${authoriser ?? sql`null::bigint`} as personal_account_id, ${isRowWritable(caller, type)} as "isWritable"
    from ${sql.table(type)} t where t.id = any(${ids}::bigint[]) and t.deleted_at is null and ${isRowVisible(caller, type)}
    order by t.id ${lock === undefined ? sql`` : sql`for no key update of t`}`.execute(db);
  return found.rows;
}

/**
 * Locks an asset that the caller is about to change. Refuses with NOT_FOUND when it is not visible, and NOT_OWNER when it is read-only.
 */
export async function requireLockedAsset(db: Db, caller: Caller, type: AssetType, id: number): Promise<AccessibleAsset> {
  const [asset] = await loadVisibleAssets(db, caller, type, [id], 'locked');
  if (asset === undefined) throw refuse('NOT_FOUND');
  if (!asset.isWritable) throw refuse('NOT_OWNER');
  return asset;
}

/** Like `requireLockedAsset` without the lock, for use before calling the channel. */
export async function requireAsset(db: Db, caller: Caller, type: AssetType, id: number): Promise<AccessibleAsset> {
  const [asset] = await loadVisibleAssets(db, caller, type, [id]);
  if (asset === undefined) throw refuse('NOT_FOUND');
  if (!asset.isWritable) throw refuse('NOT_OWNER');
  return asset;
}

/** The name of an asset in a filter if the caller sees it, otherwise its number. */
export async function findNameOrNumber(db: Db, caller: Caller, type: AssetType, id: number | undefined): Promise<string | undefined> {
  return id === undefined ? undefined : ((await loadNames(db, caller, type, [id])).get(id) ?? `#${id}`);
}

/** Names by id, for batch items; invisible assets are absent. */
export async function loadNames(db: Db, caller: Caller, type: AssetType, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await loadVisibleAssets(db, caller, type, ids)).map(({ id, name }) => [id, name]));
}

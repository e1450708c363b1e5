import type { FileRef, Tok } from '../ad-platform.ts';
import { missingObject, temporarilyBlocked } from './failures.ts';
import { readyAt, receiveFile } from './files.ts';
import { createId } from './identity.ts';
import { applyMarks, parseMarks } from './marks.ts';
import type { Operation, Run } from './operation.ts';
import { enterAccount } from './permission.ts';
import type { AccountTable, AssetTable } from './tables.ts';
import { READ, WRITE } from './throttle.ts';

/** Refuses new objects in a disabled or closed account. */
export function requireOpen({ name, account_status }: AccountTable): void {
  if ([2, 100, 101].includes(account_status)) throw temporarilyBlocked(`The ad account ${name} is disabled or closed.`);
}

const writeAccess = { cost: WRITE, scopes: ['ads_management'] };

export async function uploadAsset(run: Run, t: Tok, accountId: string, file: FileRef, tag: string): Promise<{ asset_id: string }> {
  // Checks access before the file is read, and reads it outside of a transaction.
  await run(async (operation) => requireOpen(await enterAccount(operation, t, accountId, { ...writeAccess, cost: READ })));
  await receiveFile(file);
  return await run(async (operation) => {
    requireOpen(await enterAccount(operation, t, accountId, writeAccess));
    await applyMarks(operation, `asset ${accountId}`, file.name);
    const id = await createId(operation, 'sbx_asset', accountId, tag);
    await operation.db
      .insertInto('sbx_asset')
      .values({
        id,
        account_id: accountId,
        tag,
        name: file.name,
        mime: file.mime,
        size: file.size,
        sha256: file.sha256,
        ready_at: readyAt(operation, file),
        is_broken: parseMarks(file.name).isDisapproved,
        created_at: operation.now,
      })
      .execute();
    return { asset_id: id };
  });
}

export async function findAsset(operation: Operation, t: Tok, accountId: string, tag: string): Promise<{ asset_id: string } | null> {
  await enterAccount(operation, t, accountId, { cost: READ, scopes: ['ads_read'] });
  const found = await operation.db
    .selectFrom('sbx_asset')
    .select('id')
    .where('account_id', '=', accountId)
    .where('tag', '=', tag)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return found === undefined ? null : { asset_id: found.id };
}

type AssetState = 'processing' | 'ready' | 'error';

export const assetStateOf = ({ now }: Operation, { ready_at, is_broken }: AssetTable): AssetState => {
  if (ready_at > now) return 'processing';
  return is_broken ? 'error' : 'ready';
};

export async function assetStatus(operation: Operation, t: Tok, accountId: string, id: string): Promise<AssetState> {
  await enterAccount(operation, t, accountId, { cost: READ, scopes: ['ads_read'] });
  const asset = await operation.db
    .selectFrom('sbx_asset')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (asset === undefined) throw missingObject('asset');
  return assetStateOf(operation, asset);
}

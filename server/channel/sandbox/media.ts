import type { FileRef, Tok } from '../ad-platform.ts';
import { isBlocked, isMissing } from './failures.ts';
import { readyAt, receive } from './files.ts';
import { newId } from './identity.ts';
import { heedMarks, marksIn } from './marks.ts';
import type { Operation, Run } from './operation.ts';
import { enterAccount, personOf } from './permission.ts';
import type { AccountTable, AssetTable } from './tables.ts';
import { READ, WRITE } from './throttle.ts';

/** A disabled or closed account takes nothing new. */
export function requireOpen({ name, account_status }: AccountTable): void {
  if ([2, 100, 101].includes(account_status)) throw isBlocked(`The ad account ${name} is disabled or closed.`);
}

const toWrite = { cost: WRITE, scopes: ['ads_management'] };

export async function uploadAsset(run: Run, t: Tok, accountId: string, file: FileRef, tag: string): Promise<{ asset_id: string }> {
  // Whoever may not has nothing read; and no transaction waits for a file.
  await run(async (operation) => requireOpen(await enterAccount(operation, t, accountId, { ...toWrite, cost: READ })));
  await receive(file);
  return await run(async (operation) => {
    requireOpen(await enterAccount(operation, t, accountId, toWrite));
    await heedMarks(operation, `asset ${accountId}`, file.name);
    const id = await newId(operation, 'sbx_asset', accountId, tag);
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
        is_broken: marksIn(file.name).isDisapproved,
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

export async function assetStatus(operation: Operation, t: Tok, id: string): Promise<AssetState> {
  await personOf(operation, t, ['ads_read']);
  const asset = await operation.db.selectFrom('sbx_asset').selectAll().where('id', '=', id).executeTakeFirst();
  if (asset === undefined) throw isMissing('asset');
  await enterAccount(operation, t, asset.account_id, { cost: READ, scopes: ['ads_read'] });
  return assetStateOf(operation, asset);
}

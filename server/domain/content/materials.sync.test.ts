import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdPlatform, AdPlatformError, type FileRef } from '#server/channel/ad-platform.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { testVault } from '#tests/support/outside.ts';
import { reconcileItems } from '../batches/index.ts';
import type { Files } from '../files.ts';
import { nothingOutside } from '../outside.ts';
import { trackCopies } from './content.jobs.ts';
import { materialSyncTypes } from './materials.sync.ts';

/** Files on the fake channel by tag, and its next failures. */
const kept = new Map<string, { asset: string; account: string; file: Pick<FileRef, 'name' | 'mime' | 'size' | 'sha256'> }>();
let uploads = 0;
let failure: AdPlatformError | undefined;
/** Failure of the next status request. */
let stateFailure: AdPlatformError | undefined;
/** True when the upload arrives but its answer is lost. */
let isLost = false;
let status: 'processing' | 'ready' | 'error' = 'ready';
const tokens: string[] = [];

const platform = {
  async uploadAsset({ token }, account, { name, mime, size, sha256 }, tag) {
    tokens.push(token);
    uploads += 1;
    if (failure !== undefined) throw failure;
    const asset_id = `asset-${uploads}`;
    kept.set(tag, { asset: asset_id, account, file: { name, mime, size, sha256 } });
    if (isLost) throw new AdPlatformError('unknown', { code: 2 });
    return { asset_id };
  },
  async findAsset(_, _account, tag) {
    const found = kept.get(tag);
    return found === undefined ? null : { asset_id: found.asset };
  },
  async assetStatus() {
    if (stateFailure !== undefined) throw stateFailure;
    return status;
  },
} as Pick<AdPlatform, 'uploadAsset' | 'findAsset' | 'assetStatus'> as AdPlatform;

const outside = {
  ...nothingOutside,
  vault: testVault,
  files: { addressIfStored: () => null } as unknown as Files,
  channels: { of: () => platform, connectorsFor: () => ['sandbox'] as const },
};

let server: TestApp;
let person: number;
let account: number;
beforeAll(async () => {
  server = await createTestApp({ outside });
});
afterAll(async () => await server.close());
const rows = contentFixtures(() => server);

const stamps = { created_at: new Date('2026-11-01T00:00:00Z'), updated_at: new Date('2026-11-01T00:00:00Z') };
async function accountOf(owner: string, n: number): Promise<{ person: number; account: number }> {
  const outsideOf = { channel: 'meta', connector: 'sandbox' } as const;
  const { id: personal_account_id } = await server.db
    .insertInto('personal_account')
    .values({
      ...outsideOf,
      platform_user_id: `77000000000000${n}`,
      name: `本人 ${n}`,
      usage: 'self',
      owner_user_id: await rows.idOf(owner),
      status: 'active',
      access_token_enc: testVault.seal(`token-${n}`, 'personal_account.access_token'),
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await server.db
    .insertInto('ad_account')
    .values({
      ...outsideOf,
      platform_account_id: `78000000000000${n}`,
      name: `账户 ${n}`,
      currency: 'USD',
      timezone_name: 'UTC',
      account_status: 1,
      balance: 0,
      amount_spent: 0,
      min_daily_budget: 100,
      biz: 'dj',
      usage: 'self',
      personal_account_id,
      authorised_at: stamps.created_at,
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { person: personal_account_id, account: id };
}

let numbers = 0;
beforeEach(async () => {
  kept.clear();
  tokens.length = 0;
  [uploads, failure, stateFailure, isLost, status] = [0, undefined, undefined, false, 'ready'];
  numbers += 1;
  ({ person, account } = await accountOf('opt_01', numbers));
});

const sync = (ids: number[], ad_account_ids: number[], by = 'opt_01') =>
  server.as(by, '/material-files/batch_sync', { ids, ad_account_ids });
const itemsOf = async (batch_id: number) => (await server.as('admin', '/op-batches/items', { batch_id })).data.list;
async function outcomes(ids: number[], accounts = [account], by = 'opt_01') {
  const { code, data } = await sync(ids, accounts, by);
  expect(code).toBe(0);
  return (await itemsOf(data.batch_id)).map(({ status: ended, reason }) => reason ?? ended);
}
const copies = () =>
  server.db
    .selectFrom('material_asset')
    .select(['material_id', 'status', 'platform_asset_id', 'error', 'attempts'])
    .where('ad_account_id', '=', account)
    .execute();

test('a copy is made once with the token that grants the account, and shows up in the usage', async () => {
  const id = await rows.material('opt_01', { mime: 'video/quicktime' });
  expect(await outcomes([id])).toEqual(['succeeded']);
  expect(tokens).toEqual([`token-${numbers}`]);
  const [{ file, account: to } = { file: undefined, account: undefined }] = [...kept.values()];
  const material = await server.db.selectFrom('material').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(to).toBe(`78000000000000${numbers}`);
  expect(file).toEqual({ name: `${material.code}.mov`, mime: 'video/quicktime', size: material.size_bytes, sha256: material.sha256 });
  expect(await copies()).toEqual([{ material_id: id, status: 'ready', platform_asset_id: 'asset-1', error: null, attempts: 1 }]);
  expect((await server.as('opt_01', '/material-files/detail', { id })).data.accounts_synced).toBe(1);
  expect((await server.as('opt_01', '/material-files/usage', { id })).data.accounts).toMatchObject([{ id: account, status: 'ready' }]);
  // The usage hides accounts that the reader may not see.
  await server.db.updateTable('material').set({ visibility: 'company' }).where('id', '=', id).execute();
  expect((await server.as('edit_01', '/material-files/usage', { id })).data.accounts).toEqual([]);
  expect(await outcomes([id])).toEqual(['NO_CHANGE']);
  expect(uploads).toBe(1);
});

test('every material is copied into every account, each with its own result', async () => {
  numbers += 1;
  const other = (await accountOf('opt_01', numbers)).account;
  const ids = [await rows.material('opt_01'), await rows.material('opt_01', { status: 'processing' }), await rows.material('edit_01')];
  expect(await outcomes(ids, [account, other])).toEqual([
    'succeeded',
    'succeeded',
    'MATERIAL_NOT_READY',
    'MATERIAL_NOT_READY',
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
  expect(uploads).toBe(2);
});

test('an invisible account is refused at its position, and nothing is sent', async () => {
  const id = await rows.material('opt_05');
  const answer = await sync([id], [account], 'opt_05');
  expect(answer).toMatchObject({ code: 400, data: { errors: [{ field: 'ad_account_ids.0', rule: 'exists' }] } });
  expect(uploads).toBe(0);
});

test('an expired authorisation is reported with the name of its personal account, and nothing is sent', async () => {
  await server.db.updateTable('personal_account').set({ status: 'expired' }).where('id', '=', person).execute();
  const { data } = await sync([await rows.material('opt_01')], [account]);
  expect(await itemsOf(data.batch_id)).toMatchObject([
    { status: 'failed', reason: 'PLATFORM_AUTH', text: expect.stringContaining('本人') },
  ]);
  expect(uploads).toBe(0);
});

test('a copy that the channel rejects keeps its error and can be retried', async () => {
  const id = await rows.material('opt_01');
  failure = new AdPlatformError('rejected', { code: 100, title: '文件', userMessage: '不支持' });
  expect(await outcomes([id])).toEqual(['PLATFORM_REJECTED']);
  expect(await copies()).toMatchObject([{ status: 'error', error: 'PLATFORM_REJECTED', attempts: 1 }]);
  failure = undefined;
  expect(await outcomes([id])).toEqual(['succeeded']);
  expect(await copies()).toMatchObject([{ status: 'ready', error: null, attempts: 2 }]);
});

test('a copy with an unknown outcome is looked up by its tag and never sent twice', async () => {
  const id = await rows.material('opt_01');
  isLost = true;
  const { data } = await sync([id], [account]);
  expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'unknown' }]);
  // Another order of the same copy does not send it again.
  expect(await outcomes([id])).toEqual(['NO_CHANGE']);
  server.clock.forward({ minutes: 1 });
  const context = { db: server.db, now: server.clock.now(), vault: testVault, channels: outside.channels };
  await reconcileItems(context as never, materialSyncTypes, { signal: new AbortController().signal, onError: () => undefined });
  expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'succeeded' }]);
  expect(await copies()).toMatchObject([{ status: 'ready', platform_asset_id: 'asset-1' }]);
  expect(uploads).toBe(1);
});

test('an upload whose answer was lost is found by the next attempt and not sent again', async () => {
  const id = await rows.material('opt_01');
  isLost = true;
  const { data } = await sync([id], [account]);
  isLost = false;
  const [tag = ''] = [...kept.keys()];
  const arrived = kept.get(tag);
  // The channel shows the file only after reconciling has given up.
  kept.clear();
  const look = async (minutes: number) => {
    server.clock.forward({ minutes });
    const context = { db: server.db, now: server.clock.now(), vault: testVault, channels: outside.channels };
    await reconcileItems(context as never, materialSyncTypes, { signal: new AbortController().signal, onError: () => undefined });
    return (await itemsOf(data.batch_id))[0]?.status;
  };
  expect([await look(1), await look(2), await look(10)]).toEqual(['unknown', 'unknown', 'failed']);
  if (arrived !== undefined) kept.set(tag, arrived);
  expect((await server.as('opt_01', '/op-batches/retry', { batch_id: data.batch_id })).code).toBe(0);
  expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'succeeded', attempt: 2 }]);
  expect(await copies()).toMatchObject([{ status: 'ready', platform_asset_id: 'asset-1', attempts: 2 }]);
  expect(uploads).toBe(1);
});

test('an uploaded file is recorded even when the channel does not tell its status', async () => {
  const id = await rows.material('opt_01');
  stateFailure = new AdPlatformError('throttled', { code: 80004 });
  expect(await outcomes([id])).toEqual(['succeeded']);
  expect(await copies()).toMatchObject([{ status: 'processing', platform_asset_id: 'asset-1' }]);
  stateFailure = undefined;
  expect(await outcomes([id])).toEqual(['NO_CHANGE']);
  expect(uploads).toBe(1);
});

test('a file that the channel could not process is sent again as a new one', async () => {
  const id = await rows.material('opt_01');
  status = 'error';
  expect(await outcomes([id])).toEqual(['PLATFORM_REJECTED']);
  status = 'ready';
  expect(await outcomes([id])).toEqual(['succeeded']);
  expect(kept.size).toBe(2);
  expect(await copies()).toMatchObject([{ status: 'ready', platform_asset_id: 'asset-2' }]);
});

test('a file that a person reports as never sent can be sent at once', async () => {
  const id = await rows.material('opt_01');
  isLost = true;
  const { data } = await sync([id], [account]);
  isLost = false;
  kept.clear();
  await server.db.updateTable('batch_item').set({ next_check_at: null }).where('status', '=', 'unknown').execute();
  const [item] = await itemsOf(data.batch_id);
  expect((await server.as('opt_01', '/op-batches/resolve', { item_id: item?.id ?? 0, outcome: 'not_created' })).code).toBe(0);
  expect(await outcomes([id])).toEqual(['succeeded']);
  expect(uploads).toBe(2);
});

test('a copy that the channel is processing is checked until it is ready', async () => {
  // Earlier tests have left copies in process, which this test must not count.
  await server.db.updateTable('material_asset').set({ status: 'ready' }).where('status', '=', 'processing').execute();
  const id = await rows.material('opt_01');
  status = 'processing';
  expect(await outcomes([id])).toEqual(['succeeded']);
  expect(await copies()).toMatchObject([{ status: 'processing' }]);
  const run = () => trackCopies.run({ ...context(), log: () => {}, signal: new AbortController().signal } as never);
  const context = () => ({ db: server.db, now: server.clock.now(), vault: testVault, channels: outside.channels });
  expect(await run()).toMatchObject({ rowsOut: 0 });
  status = 'ready';
  expect(await run()).toMatchObject({ rowsOut: 1 });
  expect(await copies()).toMatchObject([{ status: 'ready' }]);
});

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createVault, VaultProblem } from '../vault.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { sealedColumns } from './sealed-columns.ts';

const PLACE = 'personal_account.access_token';
const [older, newer, lost] = ['older', 'newer', 'lost'].map((id) => ({ id, key: randomBytes(32) })) as [VaultKey, VaultKey, VaultKey];
type VaultKey = Parameters<typeof createVault>[0][number];
const before = createVault([older]);
const rotating = createVault([newer, older]);
const after = createVault([newer]);

let database: TestDatabase;
let owner: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await sql<{ id: number }>`
    insert into sys_user (account, pwd_hash, name, is_admin, is_leader, platform, status, timezone, created_at, updated_at)
    values ('keeper', 'x', 'Keeper', 9, 0, 'dj', 'enabled', 'UTC', now(), now()) returning id`.execute(database.db);
  owner = rows[0]?.id ?? 0;
});
afterAll(() => database.close());
beforeEach(() => sql`delete from personal_account`.execute(database.db));

const storeTokens = async (sealed: readonly (string | null)[]) => {
  for (const [index, access_token_enc] of sealed.entries()) {
    await database.db
      .insertInto('personal_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_user_id: String(index),
        name: `person ${index}`,
        usage: 'self',
        owner_user_id: owner,
        access_token_enc,
        status: 'active',
        created_at: new Date(0),
        updated_at: new Date(0),
      })
      .execute();
  }
};
const loadTokens = async () =>
  (await database.db.selectFrom('personal_account').select('access_token_enc as sealed').orderBy('id').execute()).map(
    ({ sealed }) => sealed,
  );

describe('a rotation of secrets', () => {
  it('seals secrets of an older key again, so that the older key can be removed', async () => {
    const secrets = Array.from({ length: 450 }, (_, index) => `secret ${index}`);
    await storeTokens([...secrets.map((secret) => before.seal(secret, PLACE)), null]);
    expect(await rotateSecrets(database.db, rotating)).toEqual({ total: 450, renewed: 450 });
    const sealed = await loadTokens();
    expect(sealed.at(-1)).toBeNull();
    expect(sealed.slice(0, -1).map((each) => after.open(each ?? '', PLACE))).toEqual(secrets);
  });

  it('leaves secrets of the first key unchanged and is idempotent', async () => {
    await storeTokens([after.seal('new', PLACE), before.seal('old', PLACE)]);
    const [untouched] = await loadTokens();
    expect(await rotateSecrets(database.db, rotating)).toEqual({ total: 2, renewed: 1 });
    expect((await loadTokens())[0]).toBe(untouched);
    expect(await rotateSecrets(database.db, rotating)).toEqual({ total: 2, renewed: 0 });
  });

  it('names a missing key and leaves the remaining secrets unchanged', async () => {
    await storeTokens([createVault([lost]).seal('secret', PLACE), before.seal('old', PLACE)]);
    const untouched = await loadTokens();
    await expect(rotateSecrets(database.db, rotating)).rejects.toThrow(VaultProblem);
    await expect(rotateSecrets(database.db, rotating)).rejects.toThrow('"lost"');
    expect(await loadTokens()).toEqual(untouched);
  });

  it('covers every column with a sealed value', async () => {
    const { rows } = await sql<{ at: string }>`
      select table_name || '.' || column_name as at from information_schema.columns
      where table_schema = current_schema() and column_name like '%\\_enc' order by 1`.execute(database.db);
    expect(rows.map(({ at }) => at)).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted());
  });
});

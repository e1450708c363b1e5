import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { VaultProblem } from './domain/vault.ts';
import { openVault } from './open-vault.ts';
import { KeyFileProblem } from './vault-keys.ts';

const keyOf = (letter: string) => [{ id: 'main', key: Buffer.alloc(32, letter) }];

describe('the vault of a server', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'vault-'));
  });
  afterEach(async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await database.close();
  });

  it('opens only with the keys of the first start, regardless of key names', async () => {
    await openVault(database.db, { vaultKeys: keyOf('a'), dataDir });
    await openVault(database.db, { vaultKeys: keyOf('a'), dataDir });
    await expect(openVault(database.db, { vaultKeys: keyOf('b'), dataDir })).rejects.toThrow(VaultProblem);
    await expect(openVault(database.db, { vaultKeys: keyOf('b'), dataDir })).rejects.toThrow('SECRETS_KEYS');
  });

  it('never replaces a missing key file once something was sealed', async () => {
    await openVault(database.db, { vaultKeys: undefined, dataDir });
    const file = path.join(dataDir, 'secrets.key');
    expect(existsSync(file)).toBe(true);
    rmSync(file);
    await expect(openVault(database.db, { vaultKeys: undefined, dataDir })).rejects.toThrow(KeyFileProblem);
    expect(existsSync(file)).toBe(false);
  });
});

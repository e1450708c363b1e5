import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { VaultKey } from './domain/vault.ts';

const FILE = 'secrets.key';
const ID = 'own';
const KEY_BYTES = 32;

/** The key of a server with a database of its own: made at the first start and kept beside that database, readable by its owner alone. */
export function keptKeys(dataDir: string): readonly VaultKey[] {
  const file = path.join(dataDir, FILE);
  mkdirSync(dataDir, { recursive: true });
  try {
    // Never written over: what it sealed could not be opened any more.
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${FILE} in the data folder does not hold a key of ${KEY_BYTES} bytes; bring the file back from a backup.`);
  return [{ id: ID, key }];
}

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { VaultKey } from './domain/vault.ts';

const KEY_FILE = 'secrets.key';
const KEY_ID = 'own';
const KEY_BYTES = 32;

/** The key file is missing or invalid; the message tells what to restore. */
export class KeyFileProblem extends Error {}

/**
 * Loads the key of a server with an embedded database. It is created at the first start and stored in the data folder, readable by its
 * owner only. `isFirst` is false once something was sealed; then a missing file must be restored and is never replaced.
 */
export function loadOwnKeys(dataDir: string, isFirst: boolean): readonly VaultKey[] {
  const file = path.join(dataDir, KEY_FILE);
  mkdirSync(dataDir, { recursive: true });
  if (!isFirst && !existsSync(file))
    throw new KeyFileProblem(
      `${KEY_FILE} is missing in the data folder, but the database holds what it sealed; bring the file back from a backup.`,
    );
  try {
    // Never overwritten, because its secrets could not be opened any more.
    if (isFirst) writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new KeyFileProblem(
      `${KEY_FILE} in the data folder does not hold a key of ${KEY_BYTES} bytes; bring the file back from a backup.`,
    );
  return [{ id: KEY_ID, key }];
}

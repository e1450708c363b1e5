import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { VaultKey } from './domain/vault.ts';

const FILE = 'secrets.key';
const ID = 'own';
const KEY_BYTES = 32;

/** The key file is missing or unusable; the message says what to bring back. */
export class KeyFileProblem extends Error {}

/**
 * The key of a server with a database of its own: made at the first start and kept beside that database, readable by its owner alone.
 * `isFirst` is false once something was sealed: then a missing file is a loss to repair, never a reason for another key.
 */
export function keptKeys(dataDir: string, isFirst: boolean): readonly VaultKey[] {
  const file = path.join(dataDir, FILE);
  mkdirSync(dataDir, { recursive: true });
  if (!isFirst && !existsSync(file))
    throw new KeyFileProblem(
      `${FILE} is missing in the data folder, but the database holds what it sealed; bring the file back from a backup.`,
    );
  try {
    // Never written over: what it sealed could not be opened any more.
    if (isFirst) writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new KeyFileProblem(`${FILE} in the data folder does not hold a key of ${KEY_BYTES} bytes; bring the file back from a backup.`);
  return [{ id: ID, key }];
}

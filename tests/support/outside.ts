import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { SandboxConfig } from '#server/channel/sandbox/config.ts';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Outside } from '#server/domain/outside.ts';
import { createVault, type Vault } from '#server/domain/vault.ts';
import { openOutside } from '#server/outside.ts';
import { TEST_KEY } from './test-key.ts';

/** The vault that seals the secrets of test data. */
export const testVault: Vault = createVault([{ id: 'tests', key: TEST_KEY }]);

export const quietSandbox: SandboxConfig = { seed: '20261120', speed: 1, faults: false, control: true, isOffered: true, tokens: true };

export interface TestOutside extends Outside {
  /** Folder of the stored files. */
  folder: string;
  close(): void;
}

export const newFilesFolder = (): string => mkdtempSync(path.join(os.tmpdir(), 'ads-files-'));

/** The simulated channel without incidents, a vault, and a temporary folder of files. */
export function testOutside({
  db,
  clock,
  sandbox = {},
  folder = newFilesFolder(),
  siteSecrets = [],
}: {
  db: Kysely<Database>;
  clock: Clock;
  sandbox?: Partial<SandboxConfig>;
  folder?: string;
  siteSecrets?: readonly string[];
}): TestOutside {
  const outside = openOutside({ db, clock, vault: testVault, filesFolder: folder, sandbox: { ...quietSandbox, ...sandbox }, siteSecrets });
  return { ...outside, folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

import type { Kysely } from 'kysely';
import type { ServerConfig } from './config.ts';
import type { Database } from './database/schema.ts';
import { checkVault, hasCanary } from './domain/assets/index.ts';
import { createVault, type Vault } from './domain/vault.ts';
import { keptKeys } from './vault-keys.ts';

/** The vault of this server, found to open what the migrated database keeps. Throws `VaultProblem` or `KeyFileProblem`. */
export async function openVault(db: Kysely<Database>, { vaultKeys, dataDir }: Pick<ServerConfig, 'vaultKeys' | 'dataDir'>): Promise<Vault> {
  const vault = createVault(vaultKeys ?? keptKeys(dataDir, !(await hasCanary(db))));
  await checkVault(db, vault);
  return vault;
}

import type { Kysely } from 'kysely';
import type { ServerConfig } from './config.ts';
import type { Database } from './database/schema.ts';
import { checkVault, hasCanary } from './domain/assets/index.ts';
import { createVault, type Vault } from './domain/vault.ts';
import { loadOwnKeys } from './vault-keys.ts';

/** Opens the vault and checks that it can open the secrets of the migrated database. Throws `VaultProblem` or `KeyFileProblem`. */
export async function openVault(db: Kysely<Database>, { vaultKeys, dataDir }: Pick<ServerConfig, 'vaultKeys' | 'dataDir'>): Promise<Vault> {
  const vault = createVault(vaultKeys ?? loadOwnKeys(dataDir, !(await hasCanary(db))));
  await checkVault(db, vault);
  return vault;
}

import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type Vault, VaultProblem } from '../vault.ts';

const PLACE = 'vault_canary.canary';

/** Whether a server has already sealed something in this database with its own key. */
export const hasCanary = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('vault_canary').select('id').executeTakeFirst()) !== undefined;

/**
 * Opens the canary that the first server sealed, or seals one when this is the first. Throws `VaultProblem` when this server's keys are
 * not those of the database, because it could not open any secret.
 */
export async function checkVault(db: Kysely<Database>, vault: Vault): Promise<void> {
  await db
    .insertInto('vault_canary')
    .values({ id: 1, canary_enc: vault.seal('canary', PLACE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { canary_enc } = await db.selectFrom('vault_canary').select('canary_enc').executeTakeFirstOrThrow();
  try {
    vault.open(canary_enc, PLACE);
  } catch (error) {
    if (!(error instanceof VaultProblem)) throw error;
    throw new VaultProblem(
      `The keys of this server do not open what the database keeps sealed: ${error.message}. Start it with the keys it had before (SECRETS_KEYS, or secrets.key in the data folder).`,
    );
  }
}

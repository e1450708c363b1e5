import { type Kysely, sql } from 'kysely';

/** Stores one sealed test value: a server that cannot open it was started with other keys than this database was written with. */
export const vaultCanary = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table vault_canary (
        id smallint primary key check (id = 1),
        canary_enc text not null
      )`.execute(db);
  },
};

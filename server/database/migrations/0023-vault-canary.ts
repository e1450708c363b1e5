import { type Kysely, sql } from 'kysely';

/** One sealed text that nobody needs: a server that cannot open it was started with another key than this database knows. */
export const vaultCanary = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table vault_canary (
        id smallint primary key check (id = 1),
        canary_enc text not null
      )`.execute(db);
  },
};

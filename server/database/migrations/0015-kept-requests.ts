import { type Kysely, sql } from 'kysely';

/** Stores what a channel was asked for, so that a lost answer can be compared with it. */
export const keptRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      -- Absolute values last sent to the channel.
      alter table batch_item add column sent jsonb;
      -- Tag a file was last sent with; the next attempt looks for it before sending the file again.
      alter table material_asset add column client_tag uuid;
    `.execute(db);
  },
};

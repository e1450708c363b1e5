import { type Kysely, sql } from 'kysely';

/** What a channel was asked for is kept, so that an answer that was lost can be compared with it. */
export const keptRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      -- What the channel was asked for last, in absolute terms.
      alter table batch_item add column sent jsonb;
      -- The tag a file was last sent with: the next attempt looks for it before it sends the file again.
      alter table material_asset add column client_tag uuid;
    `.execute(db);
  },
};

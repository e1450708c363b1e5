import { type Kysely, sql } from 'kysely';

/** A note on each campaign, found by its words, and the description below the headline of an ad. */
export const campaignNotes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table campaign add column note text check (char_length(note) between 1 and 200);
      create index campaign_note_ix on campaign using gin (note gin_trgm_ops) where note is not null;
      alter table ad add column description text check (char_length(description) <= 255);
      alter table sbx_ad add column description text;`.execute(db);
  },
};

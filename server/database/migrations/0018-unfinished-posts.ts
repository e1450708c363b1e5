import { type Kysely, sql } from 'kysely';

/** Allows a draft of a post without a homepage. */
export const unfinishedPosts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table post alter column homepage_id drop not null,
        add constraint post_homepage_check check (homepage_id is not null or status in ('draft', 'deleted'));
    `.execute(db);
  },
};

import { type Kysely, sql } from 'kysely';

/** Audiences of ad accounts, as the channel listed them last. */
export const audiences = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table audience (
        ad_account_id bigint not null references ad_account (id),
        platform_audience_id text not null,
        name text not null,
        kind text not null check (kind in ('custom', 'lookalike')),
        size bigint,
        is_ready boolean not null,
        primary key (ad_account_id, platform_audience_id)
      );
      alter table ad_account add column audiences_at timestamptz;`.execute(db);
  },
};

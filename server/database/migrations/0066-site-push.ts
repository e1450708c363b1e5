import { type Kysely, sql } from 'kysely';

/** What the company's own sites pushed, until it is read and for as long as it may be compared. */
export const sitePush = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create sequence site_push_seq;
      create table site_push (
        kind text not null check (kind in ('orders', 'visits', 'pixel_events', 'rates')),
        key text not null,
        seq bigint not null default nextval('site_push_seq'),
        body jsonb not null,
        changed_at timestamptz not null,
        received_at timestamptz not null,
        primary key (kind, key)
      );
      alter sequence site_push_seq owned by site_push.seq;
      create unique index site_push_seq_ix on site_push (kind, seq);
      create index site_push_received_ix on site_push (kind, received_at);`.execute(db);
  },
};

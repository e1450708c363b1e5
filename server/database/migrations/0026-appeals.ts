import { type Kysely, sql } from 'kysely';

/** Appeals against rejected ads, and changes of ads and ad groups in the event log. */
export const appeals = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table ad add column appeal text check (appeal in ('pending', 'granted', 'denied'));
      alter table sbx_ad add column appeal_decided_at timestamptz, add column appeal_granted boolean;
      alter table ad_event drop constraint ad_event_event_check;
      alter table ad_event add constraint ad_event_event_check check (event in ('publish', 'copy', 'open', 'close', 'remove', 'archive',
        'budget', 'bid', 'rename', 'edit', 'review', 'appeal', 'transfer'));
    `.execute(db);
  },
};

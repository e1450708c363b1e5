import { type Kysely, sql } from 'kysely';

/** An item that undoes another one names it. */
export const undoneItems = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table batch_item add column undoes_item_id bigint references batch_item (id) on delete set null;
      create index batch_item_undoes on batch_item (undoes_item_id) where undoes_item_id is not null;
    `.execute(db);
  },
};

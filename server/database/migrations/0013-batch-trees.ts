import { type Kysely, sql } from 'kysely';

/** Dependencies between batch items, as a launch needs them. */
export const batchTrees = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table batch_item
        -- Another item that must succeed first, besides the parent.
        add column needs_item_id bigint references batch_item (id) on delete cascade,
        -- Items of one lane run one at a time, in order.
        add column lane text,
        -- Sequence number of the item at the top of its tree.
        add column branch int,
        -- Runs once everything else of its branch has ended.
        add column closes boolean not null default false,
        -- It succeeded and was undone afterwards; a retry in its branch makes it again.
        add column undone boolean not null default false;
      create index batch_item_lane_ix on batch_item (batch_id, lane, seq) where lane is not null and status in ('pending', 'running');
      create index batch_item_branch_ix on batch_item (batch_id, branch) where branch is not null;
      create index batch_item_needs_ix on batch_item (needs_item_id) where needs_item_id is not null;
    `.execute(db);
  },
};

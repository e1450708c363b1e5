import { type Kysely, sql } from 'kysely';

/** What the nightly scores know of a material, the thresholds they follow, and the settled months of editors. */
export const scores = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table material
        -- Days with spend, and the one with the most.
        add column life_days int not null default 0,
        add column peak_day date,
        -- Rejections before this moment no longer count against it.
        add column unblocked_at timestamptz;

      -- Written once per month; later corrections of facts do not change it.
      create table creator_month_settlement (
        creator_user_id bigint not null references sys_user (id),
        month date not null check (extract(day from month) = 1),
        biz text not null check (biz in ('dj', 'ec')),
        metrics jsonb not null,
        settled_at timestamptz not null,
        primary key (creator_user_id, month, biz)
      );
      create index creator_month_settlement_month_ix on creator_month_settlement (month);

      insert into setting (key, value) values
        ('HIT_MIN_SPEND_USD', '1000'),
        ('POTENTIAL_MIN_SPEND_USD', '200'),
        ('EC_TARGET_ROI', '1.5'),
        ('BLOCKING_REJECTIONS', '3'),
        ('REJECTION_DAYS', '7');
    `.execute(db);
  },
};

import { type Kysely, sql } from 'kysely';

/** One run per rule, account and half hour; hits that are being carried out; and the figures of hosted accounts as they were known. */
export const ruleRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      -- Beginning of the half hour that the run belongs to.
      alter table host_rule_run add column slot timestamptz;
      update host_rule_run set slot = run_at;
      alter table host_rule_run alter column slot set not null;
      create unique index host_rule_run_slot_ux on host_rule_run (rule_id, host_account_id, slot);

      alter table host_rule_hit drop constraint host_rule_hit_result_check;
      alter table host_rule_hit add constraint host_rule_hit_result_check
        check (result in ('acting', 'done', 'suggested', 'rejected', 'expired', 'dry_run', 'skipped', 'failed'));
      -- Set for suggestions only.
      alter table host_rule_hit add column expires_at timestamptz;
      create index host_rule_hit_created_ix on host_rule_hit (created_at desc, id desc);
      create index host_rule_hit_acting_ix on host_rule_hit (id) where result = 'acting';

      -- What was known of an hour of an ad in a hosted account, from an instant until the next one.
      create table insight_hour_known (
        ad_id bigint not null,
        stat_date date not null,
        stat_hour smallint not null,
        known_at timestamptz not null,
        ad_account_id bigint not null,
        spend_usd bigint not null,
        impressions bigint not null,
        link_clicks bigint not null,
        new_users bigint not null,
        plat_purchases bigint not null,
        primary key (ad_id, stat_date, stat_hour, known_at)
      );
      create index insight_hour_known_account_ix on insight_hour_known (ad_account_id, stat_date);
    `.execute(db);
  },
};

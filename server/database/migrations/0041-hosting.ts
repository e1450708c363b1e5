import { type Kysely, sql } from 'kysely';

/** Hosted ad accounts, the rules that steer their ads with runs and hits, the page, and the builtin role that may open it. */
export const hosting = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table host_account (
        id bigint generated always as identity primary key,
        version int not null default 1,
        ad_account_id bigint not null references ad_account (id),
        personal_account_id bigint not null references personal_account (id),
        operator_user_id bigint not null references sys_user (id),
        state text not null default 'pending' check (state in ('pending', 'hosting', 'paused', 'ended')),
        -- Set while it is paused because its holder's authorisation was lost, and not by an operator.
        paused_by_authoriser boolean not null default false,
        auto_level text not null default 'suggest' check (auto_level in ('off', 'suggest', 'auto')),
        -- In the minor unit of the account's currency.
        daily_cap bigint check (daily_cap > 0),
        target_roi_bp int check (target_roi_bp between 100 and 100000),
        start_at timestamptz not null,
        end_at timestamptz check (end_at >= start_at),
        consent_at timestamptz,
        consent_note text check (char_length(consent_note) <= 200),
        remark text check (char_length(remark) <= 200),
        -- The account's day on which its daily cap turned the campaigns off; null once they were turned on again.
        capped_on date,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (not paused_by_authoriser or state = 'paused')
      );
      create unique index host_account_open_ux on host_account (ad_account_id) where state <> 'ended';
      create index host_account_operator_ix on host_account (operator_user_id, state);
      create index host_account_personal_ix on host_account (personal_account_id);

      create table host_rule (
        id bigint generated always as identity primary key,
        version int not null default 1,
        name text not null check (char_length(name) between 1 and 60),
        owner_user_id bigint not null references sys_user (id),
        level text not null check (level in ('campaign', 'ad_group', 'ad')),
        conditions jsonb not null,
        guard jsonb not null default '{}',
        action text not null check (action in ('pause', 'start', 'budget_inc', 'budget_dec', 'budget_set', 'bid_inc', 'bid_dec', 'notify')),
        -- Percent to raise or lower by, or an amount in minor units to set.
        action_value bigint check (action_value > 0),
        -- Upper bound when raising, lower bound otherwise.
        action_limit bigint check (action_limit > 0),
        schedule jsonb not null,
        cooldown_min int not null default 120 check (cooldown_min between 30 and 1440),
        max_actions_per_day int not null default 3 check (max_actions_per_day between 1 and 20),
        priority int not null default 50 check (priority between 1 and 100),
        dry_run boolean not null default true,
        status text not null default 'disabled' check (status in ('enabled', 'disabled')),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index host_rule_ux on host_rule (owner_user_id, name) where deleted_at is null;

      create table host_rule_target (
        rule_id bigint not null references host_rule (id),
        host_account_id bigint not null references host_account (id),
        primary key (rule_id, host_account_id)
      );
      create index host_rule_target_account_ix on host_rule_target (host_account_id);

      create table host_rule_run (
        id bigint generated always as identity primary key,
        rule_id bigint not null references host_rule (id),
        host_account_id bigint not null references host_account (id),
        run_at timestamptz not null,
        evaluated int not null default 0,
        matched int not null default 0,
        acted int not null default 0,
        skipped int not null default 0,
        failed int not null default 0,
        ms int not null default 0,
        status text not null check (status in ('ok', 'partial', 'failed', 'no_data')),
        message text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index host_rule_run_rule_ix on host_rule_run (rule_id, run_at desc);
      create index host_rule_run_account_ix on host_rule_run (host_account_id, run_at desc);

      create table host_rule_hit (
        id bigint generated always as identity primary key,
        run_id bigint not null references host_rule_run (id),
        rule_id bigint not null references host_rule (id),
        level text not null check (level in ('campaign', 'ad_group', 'ad')),
        entity_id bigint not null,
        metrics jsonb not null default '{}',
        action text not null check (action in ('pause', 'start', 'budget_inc', 'budget_dec', 'budget_set', 'bid_inc', 'bid_dec', 'notify')),
        before jsonb not null default '{}',
        after jsonb not null default '{}',
        result text not null check (result in ('done', 'suggested', 'rejected', 'expired', 'dry_run', 'skipped', 'failed')),
        skip_reason text check (skip_reason in ('cooldown', 'daily_max', 'human_override', 'data_stale', 'lower_priority', 'limit', 'locked')),
        batch_item_id bigint references batch_item (id) on delete set null,
        decided_by bigint references sys_user (id),
        decided_at timestamptz,
        undone_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index host_rule_hit_rule_ix on host_rule_hit (rule_id, id desc);
      create index host_rule_hit_entity_ix on host_rule_hit (entity_id, level);
      create index host_rule_hit_run_ix on host_rule_hit (run_id);
      create index host_rule_hit_item_ix on host_rule_hit (batch_item_id) where batch_item_id is not null;
      create index host_rule_hit_suggested_ix on host_rule_hit (created_at) where result = 'suggested';

      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/operation/account', '/operation', 'base', '广告托管', 'Ad hosting', 62, null);

      update sys_role set updated_at = now(), paths = paths || '{/operation/account}'::text[]
      where is_builtin and name = '托管运营';
    `.execute(db);
  },
};

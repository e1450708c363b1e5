import { type Kysely, sql } from 'kysely';

/** Schemes and publish plans, campaigns, ad groups and ads, their history and their scheduled tasks. */
export const launches = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create extension if not exists pg_trgm;

      create table scheme (
        id bigint generated always as identity primary key,
        version int not null default 1,
        name text not null check (char_length(name) between 1 and 60),
        biz text not null check (biz in ('dj', 'ec')),
        channel text not null check (channel in ('meta', 'tiktok')),
        owner_user_id bigint not null references sys_user (id),
        visibility text not null default 'private' check (visibility in ('private', 'dept')),
        status text not null default 'draft' check (status in ('draft', 'enabled', 'disabled')),
        current_version int not null default 1,
        last_published_at timestamptz,
        remark text check (char_length(remark) <= 200),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index scheme_name_ux on scheme (owner_user_id, name) where deleted_at is null;

      -- Immutable once published; an unpublished version may be overwritten.
      create table scheme_version (
        scheme_id bigint not null references scheme (id),
        version int not null check (version >= 1),
        body jsonb not null,
        created_by bigint not null references sys_user (id),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (scheme_id, version)
      );

      -- The tree shown in a preview, with a hash of everything it was checked against.
      create table publish_plan (
        id uuid primary key,
        user_id bigint not null references sys_user (id),
        scheme_id bigint not null references scheme (id),
        scheme_version int not null,
        request jsonb not null,
        tree jsonb not null,
        fingerprint text not null,
        expires_at timestamptz not null,
        batch_id bigint references batch (id),
        created_at timestamptz not null
      );
      create index publish_plan_expiry_ix on publish_plan (expires_at);
      create index batch_scheme_ix on batch (scheme_id, scheme_version) where scheme_id is not null;

      create table campaign (
        id bigint generated always as identity primary key,
        version int not null default 1,
        ad_account_id bigint not null references ad_account (id),
        platform_campaign_id text,
        -- Used to find the object on the channel again.
        client_tag uuid not null default gen_random_uuid(),
        name text not null check (char_length(name) <= 400),
        biz text not null check (biz in ('dj', 'ec')),
        drama_id bigint references drama (id),
        product_id bigint references product (id),
        owner_user_id bigint references sys_user (id),
        scheme_id bigint references scheme (id),
        scheme_version int,
        batch_id bigint references batch (id),
        objective text not null,
        -- Null: the ad groups have the budgets.
        budget_mode text check (budget_mode in ('daily', 'lifetime')),
        daily_budget bigint check (daily_budget > 0),
        lifetime_budget bigint check (lifetime_budget > 0),
        spend_cap bigint,
        bid_strategy text not null,
        special_ad_categories text[] not null default '{}',
        status text not null check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED')),
        effective_status text not null,
        start_at timestamptz,
        stop_at timestamptz,
        source text not null default 'system' check (source in ('system', 'platform')),
        source_campaign_id bigint references campaign (id),
        sync_state text not null default 'synced' check (sync_state in ('synced', 'pushing', 'push_failed', 'missing')),
        issue text,
        closed_by text check (closed_by in ('user', 'rule', 'platform', 'super')),
        closed_at timestamptz,
        -- Rules leave it alone until then after a change by a person.
        rule_shield_until timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((budget_mode is not distinct from 'daily') = (daily_budget is not null)),
        check ((budget_mode is not distinct from 'lifetime') = (lifetime_budget is not null)),
        check (drama_id is null or product_id is null)
      );
      create unique index campaign_platform_ux on campaign (ad_account_id, platform_campaign_id);
      create unique index campaign_tag_ux on campaign (client_tag);
      create index campaign_owner_ix on campaign (owner_user_id, status);
      create index campaign_account_ix on campaign (ad_account_id, effective_status);
      create index campaign_drama_ix on campaign (drama_id);
      create index campaign_product_ix on campaign (product_id);
      create index campaign_scheme_ix on campaign (scheme_id);
      create index campaign_batch_ix on campaign (batch_id);
      create index campaign_created_ix on campaign (created_at desc, id desc);
      create index campaign_name_ix on campaign using gin (name gin_trgm_ops);

      create table ad_group (
        id bigint generated always as identity primary key,
        version int not null default 1,
        ad_account_id bigint not null references ad_account (id),
        campaign_id bigint not null references campaign (id),
        platform_adset_id text,
        client_tag uuid not null default gen_random_uuid(),
        name text not null check (char_length(name) <= 400),
        biz text not null check (biz in ('dj', 'ec')),
        drama_id bigint references drama (id),
        product_id bigint references product (id),
        owner_user_id bigint references sys_user (id),
        scheme_id bigint references scheme (id),
        scheme_version int,
        batch_id bigint references batch (id),
        optimization_goal text not null,
        billing_event text not null,
        bid_amount bigint check (bid_amount > 0),
        roas_floor_bp int,
        budget_mode text check (budget_mode in ('daily', 'lifetime')),
        daily_budget bigint check (daily_budget > 0),
        lifetime_budget bigint check (lifetime_budget > 0),
        pixel_id bigint references pixel (id),
        custom_event_type text,
        attribution text not null,
        targeting jsonb not null,
        primary_country char(2) not null,
        learning_stage text check (learning_stage in ('LEARNING', 'SUCCESS', 'FAIL')),
        learning_events int not null default 0,
        status text not null check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED')),
        effective_status text not null,
        start_at timestamptz,
        end_at timestamptz,
        source text not null default 'system' check (source in ('system', 'platform')),
        source_group_id bigint references ad_group (id),
        sync_state text not null default 'synced' check (sync_state in ('synced', 'pushing', 'push_failed', 'missing')),
        issue text,
        closed_by text check (closed_by in ('user', 'rule', 'platform', 'super')),
        closed_at timestamptz,
        rule_shield_until timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((budget_mode is not distinct from 'daily') = (daily_budget is not null)),
        check ((budget_mode is not distinct from 'lifetime') = (lifetime_budget is not null))
      );
      create unique index ad_group_platform_ux on ad_group (ad_account_id, platform_adset_id);
      create unique index ad_group_tag_ux on ad_group (client_tag);
      create index ad_group_campaign_ix on ad_group (campaign_id);
      create index ad_group_owner_ix on ad_group (owner_user_id, status);
      create index ad_group_account_ix on ad_group (ad_account_id, effective_status);
      create index ad_group_batch_ix on ad_group (batch_id);
      create index ad_group_pixel_ix on ad_group (pixel_id);
      create index ad_group_created_ix on ad_group (created_at desc, id desc);
      create index ad_group_name_ix on ad_group using gin (name gin_trgm_ops);

      create table ad (
        id bigint generated always as identity primary key,
        version int not null default 1,
        ad_account_id bigint not null references ad_account (id),
        campaign_id bigint not null references campaign (id),
        ad_group_id bigint not null references ad_group (id),
        platform_ad_id text,
        platform_creative_id text,
        client_tag uuid not null default gen_random_uuid(),
        name text not null check (char_length(name) <= 400),
        biz text not null check (biz in ('dj', 'ec')),
        drama_id bigint references drama (id),
        product_id bigint references product (id),
        owner_user_id bigint references sys_user (id),
        scheme_id bigint references scheme (id),
        scheme_version int,
        batch_id bigint references batch (id),
        material_id bigint references material (id),
        post_id bigint references post (id),
        -- Null when the sync found an ad on a homepage that was not imported.
        homepage_id bigint references homepage (id),
        landing_page_id bigint references landing_page (id),
        pixel_id bigint references pixel (id),
        primary_text text not null,
        headline text,
        call_to_action text not null,
        url_tags text not null,
        status text not null check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED')),
        effective_status text not null,
        review text not null default 'pending' check (review in ('pending', 'approved', 'rejected')),
        -- Violated policies with texts.
        review_feedback jsonb,
        source text not null default 'system' check (source in ('system', 'platform')),
        source_ad_id bigint references ad (id),
        sync_state text not null default 'synced' check (sync_state in ('synced', 'pushing', 'push_failed', 'missing')),
        issue text,
        closed_by text check (closed_by in ('user', 'rule', 'platform', 'super')),
        closed_at timestamptz,
        rule_shield_until timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index ad_platform_ux on ad (ad_account_id, platform_ad_id);
      create unique index ad_tag_ux on ad (client_tag);
      create index ad_group_id_ix on ad (ad_group_id);
      create index ad_campaign_ix on ad (campaign_id);
      create index ad_material_ix on ad (material_id);
      create index ad_post_ix on ad (post_id);
      create index ad_landing_ix on ad (landing_page_id);
      create index ad_homepage_ix on ad (homepage_id, effective_status);
      create index ad_owner_ix on ad (owner_user_id, effective_status);
      create index ad_account_ix on ad (ad_account_id, effective_status);
      create index ad_batch_ix on ad (batch_id);
      create index ad_created_ix on ad (created_at desc, id desc);
      create index ad_name_ix on ad using gin (name gin_trgm_ops);

      -- Append-only history; the source of the copy, close and remove logs.
      create table ad_event (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        level text not null check (level in ('campaign', 'ad_group', 'ad')),
        campaign_id bigint not null references campaign (id),
        ad_group_id bigint references ad_group (id),
        ad_id bigint references ad (id),
        ad_account_id bigint not null references ad_account (id),
        owner_user_id bigint references sys_user (id),
        event text not null check (event in ('publish', 'copy', 'open', 'close', 'remove', 'archive', 'budget', 'bid', 'rename', 'review', 'transfer')),
        actor_type text not null check (actor_type in ('user', 'rule', 'cron', 'platform', 'super')),
        actor_user_id bigint references sys_user (id),
        rule_id bigint,
        batch_id bigint references batch (id),
        before jsonb not null default '{}',
        after jsonb not null default '{}',
        reason text check (char_length(reason) <= 200),
        -- Figures at that moment: {spend_usd, orders, roi, roi_d0, hours_running}.
        snapshot jsonb not null default '{}',
        check ((level = 'campaign') = (ad_group_id is null) and (level = 'ad') = (ad_id is not null))
      );
      create index ad_event_event_ix on ad_event (event, at desc, id desc);
      create index ad_event_owner_ix on ad_event (owner_user_id, event, at desc, id desc);
      create index ad_event_account_ix on ad_event (ad_account_id, at desc);
      create index ad_event_campaign_ix on ad_event (campaign_id, at desc);
      create index ad_event_group_ix on ad_event (ad_group_id, at desc) where ad_group_id is not null;
      create index ad_event_ad_ix on ad_event (ad_id, at desc) where ad_id is not null;

      create table schedule_task (
        id bigint generated always as identity primary key,
        level text not null check (level in ('campaign', 'ad_group', 'ad')),
        entity_id bigint not null,
        action text not null check (action in ('start', 'pause', 'budget')),
        -- New budget in the minor unit of the account's currency.
        value bigint,
        run_at timestamptz not null,
        -- Daily tasks run at the same local time of the account, across daylight-saving changes.
        repeat text not null check (repeat in ('none', 'daily')),
        status text not null default 'waiting' check (status in ('waiting', 'done', 'failed', 'canceled')),
        user_id bigint not null references sys_user (id),
        last_run_at timestamptz,
        -- Batch item that runs it or ran it last.
        batch_item_id bigint references batch_item (id) on delete set null,
        last_error text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((action = 'budget') = (value is not null))
      );
      create index schedule_task_due_ix on schedule_task (status, run_at);
      create index schedule_task_entity_ix on schedule_task (level, entity_id);
      create index schedule_task_item_ix on schedule_task (batch_item_id) where batch_item_id is not null;
    `.execute(db);
  },
};

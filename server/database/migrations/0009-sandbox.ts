import { type Kysely, sql } from 'kysely';

/** The data of the simulated channel. Only its adapter reads or writes these tables. */
export const sandbox = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      -- A single row, written when the sandbox is created. At \`real_at\` its clock showed \`simulated_at\`.
      create table sbx_clock (
        id smallint primary key check (id = 1),
        seed text not null,
        founded_at timestamptz not null,
        speed double precision not null,
        real_at timestamptz not null,
        simulated_at timestamptz not null
      );

      create table sbx_person (
        id text primary key,
        position int not null,
        name text not null,
        usage text not null check (usage in ('self', 'host'))
      );

      -- Tokens are not stored, because they are derived from the seed.
      create table sbx_grant (
        token_hash text primary key,
        person_id text not null references sbx_person (id),
        number int not null,
        scopes text[] not null,
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        data_access_expires_at timestamptz not null,
        revoked_at timestamptz,
        unique (person_id, number)
      );

      create table sbx_code (
        code_hash text primary key,
        person_id text not null references sbx_person (id),
        scopes text[] not null,
        expires_at timestamptz not null,
        used_at timestamptz
      );

      create table sbx_account (
        id text primary key,
        position int not null,
        name text not null,
        business_id text,
        business_name text,
        currency text not null,
        timezone_name text not null,
        account_status smallint not null,
        disable_reason smallint not null,
        balance bigint not null,
        spend_cap bigint,
        amount_spent bigint not null,
        min_daily_budget bigint not null,
        closed_to_pixels boolean not null,
        people text[] not null,
        -- Recent calls, in thousandths of a point.
        score bigint not null default 0,
        score_at timestamptz not null,
        throttled_until timestamptz,
        -- Delivery is simulated up to here.
        computed_until timestamptz not null
      );

      create table sbx_page (
        id text primary key,
        position int not null,
        name text not null,
        category text not null,
        picture_url text not null,
        tasks text[] not null,
        is_published boolean not null,
        status text not null check (status in ('active', 'unpublished', 'restricted')),
        ad_limit int not null,
        ads_elsewhere int not null,
        people text[] not null
      );

      create table sbx_pixel (
        id text primary key,
        position int not null,
        name text not null,
        owner_account text not null references sbx_account (id),
        status text not null check (status in ('active', 'unavailable')),
        last_fired_at timestamptz
      );
      create index sbx_pixel_owner_ix on sbx_pixel (owner_account);

      create table sbx_pixel_share (
        pixel_id text not null references sbx_pixel (id),
        account_id text not null references sbx_account (id),
        primary key (pixel_id, account_id)
      );

      -- How often a call with this mark in its name was made; see marks.ts.
      create table sbx_attempt (
        place text not null,
        name text not null,
        count int not null,
        primary key (place, name)
      );

      create table sbx_asset (
        id text primary key,
        account_id text not null references sbx_account (id),
        tag text not null,
        name text not null,
        mime text not null,
        size bigint not null,
        sha256 text not null,
        ready_at timestamptz not null,
        is_broken boolean not null,
        created_at timestamptz not null
      );
      create index sbx_asset_tag_ix on sbx_asset (account_id, tag);

      create table sbx_post (
        id text primary key,
        page_id text not null references sbx_page (id),
        tag text not null,
        type text not null check (type in ('video', 'image', 'link')),
        message text not null,
        headline text,
        description text,
        call_to_action text not null,
        link text,
        sha256 text,
        published boolean not null,
        scheduled_at timestamptz,
        ready_at timestamptz not null,
        -- Problem that the channel reports after its review.
        fault text,
        created_at timestamptz not null,
        deleted_at timestamptz
      );
      create index sbx_post_tag_ix on sbx_post (page_id, tag);

      create table sbx_campaign (
        id text primary key,
        account_id text not null references sbx_account (id),
        tag text not null,
        name text not null,
        objective text not null,
        status text not null check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED')),
        bid_strategy text,
        daily_budget bigint,
        lifetime_budget bigint,
        spend_cap bigint,
        start_at timestamptz,
        stop_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index sbx_campaign_account_ix on sbx_campaign (account_id, updated_at);
      create index sbx_campaign_tag_ix on sbx_campaign (account_id, tag);

      create table sbx_group (
        id text primary key,
        account_id text not null references sbx_account (id),
        campaign_id text not null references sbx_campaign (id),
        tag text not null,
        name text not null,
        status text not null check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED')),
        optimization_goal text not null,
        billing_event text not null,
        bid_amount bigint,
        roas_floor_bp int,
        daily_budget bigint,
        lifetime_budget bigint,
        pixel_id text references sbx_pixel (id),
        custom_event_type text,
        attribution text not null,
        targeting jsonb not null,
        country text not null,
        start_at timestamptz,
        end_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index sbx_group_account_ix on sbx_group (account_id, updated_at);
      create index sbx_group_tag_ix on sbx_group (account_id, tag);
      create index sbx_group_campaign_ix on sbx_group (campaign_id);

      create table sbx_ad (
        id text primary key,
        account_id text not null references sbx_account (id),
        campaign_id text not null references sbx_campaign (id),
        group_id text not null references sbx_group (id),
        tag text not null,
        name text not null,
        status text not null check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED')),
        page_id text not null references sbx_page (id),
        post_id text references sbx_post (id),
        asset_id text references sbx_asset (id),
        primary_text text not null,
        headline text,
        call_to_action text not null,
        link text,
        url_tags text not null,
        traits jsonb not null,
        review_at timestamptz not null,
        -- Violated policies with texts, reported from \`review_at\` on.
        review_feedback jsonb,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index sbx_ad_account_ix on sbx_ad (account_id, updated_at);
      create index sbx_ad_tag_ix on sbx_ad (account_id, tag);
      create index sbx_ad_group_ix on sbx_ad (group_id);
      create index sbx_ad_page_ix on sbx_ad (page_id);

      create table sbx_budget_change (
        object_id text not null,
        at timestamptz not null,
        number int not null,
        primary key (object_id, at, number)
      );

      -- One ad in one hour of its account, in minor units of the account except for \`value_usd\`.
      create table sbx_hour (
        ad_id text not null references sbx_ad (id),
        stat_date date not null,
        stat_hour smallint not null check (stat_hour between 0 and 23),
        account_id text not null,
        -- Slots with delivery.
        slots int not null,
        spend bigint not null,
        impressions bigint not null,
        clicks bigint not null,
        link_clicks bigint not null,
        lp_views bigint not null,
        video_plays bigint not null,
        plays_3s bigint not null,
        thruplays bigint not null,
        p25 bigint not null,
        p50 bigint not null,
        p75 bigint not null,
        p95 bigint not null,
        p100 bigint not null,
        watch_ms bigint not null,
        reactions bigint not null,
        comments bigint not null,
        shares bigint not null,
        new_users bigint not null,
        reacq_users bigint not null,
        view_content bigint not null,
        add_to_cart bigint not null,
        checkouts bigint not null,
        payers bigint not null,
        value_usd bigint not null,
        -- Start of its last slot.
        last_at timestamptz not null,
        primary key (ad_id, stat_date, stat_hour)
      );
      create index sbx_hour_account_ix on sbx_hour (account_id, stat_date);
      create index sbx_hour_last_ix on sbx_hour (last_at, ad_id);

      -- Present and future sales of the advertised sites in USD cents; a site learns of a sale when its time comes.
      create table sbx_order (
        id text primary key,
        -- The ad that led to it, even if the site never learns that.
        ad_id text not null references sbx_ad (id),
        site text,
        url text,
        pixel_id text,
        user_key text not null,
        order_type text not null check (order_type in ('first', 'repeat', 'subscribe', 'renew')),
        status text not null check (status in ('paid', 'closed', 'failed')),
        amount bigint not null,
        fee bigint not null,
        pay_channel text not null,
        country text not null,
        os text not null,
        at timestamptz not null,
        refund_at timestamptz,
        refund bigint not null,
        acquired_at timestamptz not null,
        is_reacq boolean not null,
        -- Null: unknown to the site.
        touch text check (touch in ('click', 'view')),
        touch_at timestamptz,
        -- Null: the user opted out of tracking.
        event_id text
      );
      create index sbx_order_at_ix on sbx_order (at, id);
      create index sbx_order_refund_ix on sbx_order (refund_at, id) where refund_at is not null;
    `.execute(db);
  },
};

import { type Kysely, sql } from 'kysely';

/** Facts per ad and day or hour, orders, and payers. */
export const facts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table exchange_rate (
        currency text not null references currency (code),
        rate_date date not null,
        usd_per_unit numeric(18, 8) not null check (usd_per_unit > 0),
        primary key (currency, rate_date)
      );

      -- Until when the facts of an account are complete, and since when pulling them fails.
      create table fact_sync (
        ad_account_id bigint primary key references ad_account (id),
        pulled_at timestamptz,
        entities_since timestamptz,
        -- Last complete listing; an object missing in it is gone.
        entities_listed_at timestamptz,
        failed_since timestamptz,
        error text,
        updated_at timestamptz not null
      );

      -- Position in a feed of orders, visits or events.
      create table feed_cursor (
        feed text primary key,
        cursor text not null,
        updated_at timestamptz not null
      );

      -- Dimensions are fixed when an ad-day is first written; measures are replaced whenever the day is reported again.
      create table insight_hourly (
        ad_id bigint not null,
        stat_date date not null,
        stat_hour smallint not null check (stat_hour between 0 and 23),
        ad_account_id bigint not null,
        owner_user_id bigint,
        spend bigint not null default 0,
        spend_usd bigint not null default 0,
        impressions bigint not null default 0,
        clicks bigint not null default 0,
        link_clicks bigint not null default 0,
        lp_views bigint not null default 0,
        plays_3s bigint not null default 0,
        thruplays bigint not null default 0,
        plat_purchases bigint not null default 0,
        plat_value_usd bigint not null default 0,
        new_users bigint not null default 0,
        orders bigint not null default 0,
        revenue_usd bigint not null default 0,
        primary key (ad_id, stat_date, stat_hour)
      );
      create index insight_hourly_account_ix on insight_hourly (ad_account_id, stat_date);
      create index insight_hourly_owner_ix on insight_hourly (owner_user_id, stat_date);

      -- Column order matters for speed: PostgreSQL reads a row up to the last needed column, and skips quickly only over
      -- columns of fixed length. So amounts come before text.
      create table insight_daily (
        ad_id bigint not null,
        ad_account_id bigint not null,
        campaign_id bigint not null,
        ad_group_id bigint not null,
        owner_user_id bigint,
        stat_date date not null,
        -- Reported by the channel (*_usd in cents, spend in the account's minor unit), then by our sites and orders (revenue to payers).
        spend_usd bigint not null default 0,
        revenue_usd bigint not null default 0,
        spend bigint not null default 0,
        impressions bigint not null default 0,
        clicks bigint not null default 0,
        link_clicks bigint not null default 0,
        new_users bigint not null default 0,
        first_payers bigint not null default 0,
        orders bigint not null default 0,
        refund_usd bigint not null default 0,
        fee_usd bigint not null default 0,
        -- Users acquired that day: their payments from day 0 to day N inclusive.
        payers_d0 bigint not null default 0,
        rev_h24 bigint not null default 0,
        rev_d0 bigint not null default 0,
        rev_d1 bigint not null default 0,
        rev_d3 bigint not null default 0,
        rev_d7 bigint not null default 0,
        rev_d14 bigint not null default 0,
        rev_d30 bigint not null default 0,
        rev_d60 bigint not null default 0,
        rev_d90 bigint not null default 0,
        -- Reported by the channel.
        reach bigint not null default 0,
        lp_views bigint not null default 0,
        plat_purchases bigint not null default 0,
        plat_value_usd bigint not null default 0,
        video_plays bigint not null default 0,
        plays_3s bigint not null default 0,
        thruplays bigint not null default 0,
        p25 bigint not null default 0,
        p50 bigint not null default 0,
        p75 bigint not null default 0,
        p95 bigint not null default 0,
        p100 bigint not null default 0,
        watch_ms bigint not null default 0,
        reactions bigint not null default 0,
        comments bigint not null default 0,
        shares bigint not null default 0,
        plat_view_content bigint not null default 0,
        plat_add_to_cart bigint not null default 0,
        plat_checkouts bigint not null default 0,
        -- Reported by our sites.
        reacq_users bigint not null default 0,
        reg_users bigint not null default 0,
        drama_id bigint,
        product_id bigint,
        material_id bigint,
        creator_user_id bigint,
        scheme_id bigint,
        landing_page_id bigint,
        pixel_id bigint,
        biz text not null,
        country char(2) not null,
        channel text not null,
        pulled_at timestamptz not null,
        primary key (ad_id, stat_date)
      );
      create index insight_daily_owner_ix on insight_daily (owner_user_id, stat_date);
      create index insight_daily_account_ix on insight_daily (ad_account_id, stat_date);
      create index insight_daily_campaign_ix on insight_daily (campaign_id, stat_date);
      create index insight_daily_group_ix on insight_daily (ad_group_id, stat_date);
      create index insight_daily_drama_ix on insight_daily (drama_id, stat_date);
      create index insight_daily_material_ix on insight_daily (material_id, stat_date);
      create index insight_daily_scheme_ix on insight_daily (scheme_id, stat_date);
      create index insight_daily_landing_ix on insight_daily (landing_page_id, stat_date);
      create index insight_daily_brin on insight_daily using brin (stat_date);
      -- An owner has few accounts and an ad has one; without these statistics the planner expects every combination.
      create statistics insight_daily_dims (ndistinct) on owner_user_id, ad_account_id, campaign_id, ad_group_id, ad_id, drama_id, material_id, scheme_id
        from insight_daily;

      -- Ad 0: direct visits.
      create table landing_daily (
        landing_page_id bigint not null,
        ad_id bigint not null,
        stat_date date not null,
        owner_user_id bigint,
        pv bigint not null default 0,
        uv bigint not null default 0,
        bounces bigint not null default 0,
        cta_clicks bigint not null default 0,
        pay_page_views bigint not null default 0,
        load_ms_sum bigint not null default 0,
        load_samples bigint not null default 0,
        primary key (landing_page_id, ad_id, stat_date)
      );
      create index landing_daily_date_ix on landing_daily (stat_date);

      -- Visits per hour, kept for a few days: hours that still change are reported again, and their days are summed again.
      create table visit_hour (
        -- 0: a landing page unknown here.
        landing_page_id bigint not null,
        -- 0: direct visits.
        ad_id bigint not null,
        hour timestamptz not null,
        -- Local to the ad's account, or to the site for direct visits.
        stat_date date not null,
        stat_hour smallint not null check (stat_hour between 0 and 23),
        pv bigint not null,
        uv bigint not null,
        bounces bigint not null,
        cta_clicks bigint not null,
        pay_page_views bigint not null,
        load_ms_sum bigint not null,
        load_samples bigint not null,
        new_users bigint not null,
        reacq_users bigint not null,
        reg_users bigint not null,
        primary key (landing_page_id, ad_id, hour)
      );
      create index visit_hour_ad_ix on visit_hour (ad_id, stat_date);
      create index visit_hour_hour_ix on visit_hour (hour);

      create table pixel_event (
        id bigint generated always as identity primary key,
        pixel_id bigint not null references pixel (id),
        event_name text not null,
        event_id text not null check (char_length(event_id) <= 64),
        source text not null check (source in ('browser', 'server')),
        event_time timestamptz not null,
        received_at timestamptz not null,
        -- Number of equal events, because events caused by visits are reported per hour.
        count int not null default 1 check (count > 0),
        dedupe text not null check (dedupe in ('kept', 'duplicate')),
        match_score numeric(3, 1) not null check (match_score between 0 and 10),
        ad_id bigint,
        order_id bigint,
        value bigint,
        currency text,
        url text check (char_length(url) <= 500),
        status text not null check (status in ('ok', 'error')),
        error text
      );
      create index pixel_event_pixel_ix on pixel_event (pixel_id, event_time desc, id desc);
      create unique index pixel_event_ux on pixel_event (pixel_id, event_name, event_id, source, event_time);
      create index pixel_event_event_ix on pixel_event (event_id);

      create table pixel_event_daily (
        pixel_id bigint not null,
        event_name text not null,
        source text not null check (source in ('browser', 'server')),
        stat_date date not null,
        received bigint not null default 0,
        duplicates bigint not null default 0,
        errors bigint not null default 0,
        matched_sum numeric(18, 1) not null default 0,
        attributed bigint not null default 0,
        value_usd bigint not null default 0,
        primary key (pixel_id, event_name, source, stat_date)
      );

      -- The attribution is written when the order is paid and never changes.
      create table biz_order (
        id bigint generated always as identity primary key,
        order_no text not null unique check (char_length(order_no) <= 32),
        external_no text,
        biz text not null check (biz in ('dj', 'ec')),
        site_id bigint not null references site (id),
        user_key text not null check (char_length(user_key) <= 40),
        ad_id bigint,
        ad_group_id bigint,
        campaign_id bigint,
        ad_account_id bigint,
        owner_user_id bigint,
        scheme_id bigint,
        drama_id bigint,
        product_id bigint,
        material_id bigint,
        creator_user_id bigint,
        landing_page_id bigint,
        pixel_id bigint,
        order_type text not null check (order_type in ('first', 'repeat', 'subscribe', 'renew')),
        amount bigint not null check (amount >= 0),
        currency text not null references currency (code),
        amount_usd bigint not null check (amount_usd >= 0),
        fee_usd bigint not null default 0,
        pay_channel text not null check (pay_channel in ('stripe', 'paypal', 'apple', 'google', 'adyen')),
        status text not null check (status in ('created', 'paid', 'refunding', 'refunded', 'partial_refunded', 'closed', 'failed')),
        ordered_at timestamptz not null,
        paid_at timestamptz,
        refunded_at timestamptz,
        refund_usd bigint not null default 0,
        country char(2) not null,
        os text not null check (os in ('ios', 'android', 'web')),
        stat_date date not null,
        stat_hour smallint not null check (stat_hour between 0 and 23),
        biz_date date not null,
        cohort_date date,
        day_n int check (day_n >= 0),
        is_h24 boolean not null default false,
        -- First payment of its user and cohort.
        is_first boolean not null default false,
        attribution text not null check (attribution in ('click', 'view', 'none')),
        capi_status text not null default 'none' check (capi_status in ('none', 'sent', 'duplicate', 'failed')),
        capi_event_id text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (refund_usd between 0 and amount_usd)
      );
      create index biz_order_owner_ix on biz_order (stat_date, owner_user_id);
      create index biz_order_ad_ix on biz_order (ad_id, stat_date);
      create index biz_order_cohort_ix on biz_order (ad_id, cohort_date) where ad_id is not null;
      create index biz_order_drama_ix on biz_order (drama_id, stat_date);
      create index biz_order_material_ix on biz_order (material_id, stat_date);
      create index biz_order_status_ix on biz_order (biz_date, status);
      create index biz_order_paid_ix on biz_order (paid_at desc);
      create index biz_order_user_ix on biz_order (user_key);
      create index biz_order_capi_ix on biz_order (paid_at) where capi_status = 'none' and capi_event_id is not null;
      create index biz_order_refund_ix on biz_order (ad_id, refunded_at) where refunded_at is not null;

      create table payer (
        user_key text not null,
        site_id bigint not null references site (id),
        ad_id bigint,
        acquired_at timestamptz not null,
        cohort_date date not null,
        is_reacq boolean not null,
        first_paid_at timestamptz not null,
        orders int not null,
        total_usd bigint not null,
        last_active_at timestamptz not null,
        primary key (user_key, site_id)
      );

      create table alert (
        id bigint generated always as identity primary key,
        user_id bigint not null references sys_user (id),
        level text not null check (level in ('info', 'warn', 'error')),
        kind text not null,
        -- Values for the text of its kind in the reader's language.
        data jsonb not null default '{}',
        -- Path inside the console.
        link text,
        read_at timestamptz,
        dedupe_key text not null,
        created_at timestamptz not null,
        unique (user_id, dedupe_key)
      );
      create index alert_user_ix on alert (user_id, read_at, created_at desc);
    `.execute(db);
  },
};

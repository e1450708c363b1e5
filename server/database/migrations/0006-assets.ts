import { type Kysely, sql } from 'kysely';

/** Assets that people of a channel grant us (ad accounts, homepages, pixels), the sites they lead to, and their assignments. */
export const assets = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      -- \`exponent\`: decimals of the minor unit here. \`meta_offset\`: the divisor that channel uses.
      create table currency (
        code text primary key check (code ~ '^[A-Z]{3}$'),
        exponent smallint not null,
        meta_offset int not null,
        symbol text not null
      );
      insert into currency (code, exponent, meta_offset, symbol) values
        ('USD', 2, 100, '$'), ('EUR', 2, 100, '€'), ('GBP', 2, 100, '£'), ('HKD', 2, 100, 'HK$'), ('BRL', 2, 100, 'R$'),
        ('TWD', 2, 1, 'NT$'), ('IDR', 2, 1, 'Rp'), ('JPY', 0, 1, '¥'), ('KRW', 0, 1, '₩'), ('VND', 0, 1, '₫');

      create table personal_account (
        id bigint generated always as identity primary key,
        version int not null default 1,
        channel text not null check (channel in ('meta', 'tiktok')),
        connector text not null check (connector in ('sandbox', 'meta')),
        platform_user_id text not null,
        name text not null check (char_length(name) <= 80),
        usage text not null check (usage in ('self', 'host')),
        owner_user_id bigint not null references sys_user (id),
        -- Sealed by the vault; null once the token was withdrawn.
        access_token_enc text,
        token_expires_at timestamptz,
        data_access_expires_at timestamptz,
        scopes text[] not null default '{}',
        status text not null check (status in ('pending', 'active', 'expiring', 'expired', 'limited', 'revoked', 'disabled')),
        last_checked_at timestamptz,
        last_error text,
        remark text check (char_length(remark) <= 200),
        holder_name text check (char_length(holder_name) <= 60),
        contact text check (char_length(contact) <= 80),
        consent_at timestamptz,
        consent_note text check (char_length(consent_note) <= 200),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index personal_account_ux on personal_account (channel, platform_user_id) where deleted_at is null;
      create index personal_account_owner_ix on personal_account (owner_user_id);

      create table auth_link (
        id bigint generated always as identity primary key,
        -- SHA-256 of the state in the address, hex, so that readers of the table cannot use it.
        state_hash text not null unique,
        channel text not null,
        connector text not null,
        usage text not null check (usage in ('self', 'host')),
        mode text not null check (mode in ('window', 'link')),
        user_id bigint not null references sys_user (id),
        owner_user_id bigint not null references sys_user (id),
        personal_account_id bigint references personal_account (id),
        holder jsonb,
        status text not null check (status in ('waiting', 'ok', 'failed', 'used', 'revoked', 'expired')),
        result jsonb,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index auth_link_user_ix on auth_link (user_id, created_at desc);

      create table ad_account (
        id bigint generated always as identity primary key,
        version int not null default 1,
        channel text not null check (channel in ('meta', 'tiktok')),
        connector text not null check (connector in ('sandbox', 'meta')),
        platform_account_id text not null,
        name text not null,
        business_id text,
        business_name text,
        currency text not null references currency (code),
        timezone_name text not null,
        account_status smallint not null,
        disable_reason smallint not null default 0,
        balance bigint not null,
        spend_cap bigint,
        amount_spent bigint not null,
        min_daily_budget bigint not null,
        biz text not null check (biz in ('dj', 'ec')),
        usage text not null check (usage in ('self', 'host')),
        personal_account_id bigint not null references personal_account (id),
        remark text check (char_length(remark) <= 200),
        authorised_at timestamptz not null,
        last_sync_at timestamptz,
        sync_error text,
        -- A change on the channel that is not applied here, because old facts keep their values.
        sync_notice text,
        enabled boolean not null default true,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index ad_account_ux on ad_account (channel, platform_account_id) where deleted_at is null;
      create index ad_account_personal_ix on ad_account (personal_account_id);
      create index ad_account_status_ix on ad_account (account_status);
      create index ad_account_biz_ix on ad_account (biz, usage);

      create table account_status_log (
        id bigint generated always as identity primary key,
        ad_account_id bigint not null references ad_account (id),
        at timestamptz not null,
        account_status smallint not null,
        disable_reason smallint not null
      );
      create index account_status_log_ix on account_status_log (ad_account_id, at desc);

      create table homepage (
        id bigint generated always as identity primary key,
        version int not null default 1,
        channel text not null check (channel in ('meta', 'tiktok')),
        connector text not null check (connector in ('sandbox', 'meta')),
        platform_page_id text not null,
        name text not null,
        category text,
        picture_url text,
        personal_account_id bigint not null references personal_account (id),
        page_token_enc text,
        tasks text[] not null default '{}',
        is_published boolean not null,
        ad_limit int not null default 250 check (ad_limit in (250, 1000, 5000, 20000)),
        ads_active int not null default 0,
        biz text not null check (biz in ('dj', 'ec')),
        status text not null check (status in ('active', 'unpublished', 'restricted', 'token_expired', 'disabled')),
        -- Last status reported by the channel, updated even while disabled here.
        platform_status text not null default 'active' check (platform_status in ('active', 'unpublished', 'restricted', 'token_expired')),
        last_sync_at timestamptz,
        sync_error text,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index homepage_ux on homepage (channel, platform_page_id) where deleted_at is null;
      create index homepage_personal_ix on homepage (personal_account_id);

      create table pixel (
        id bigint generated always as identity primary key,
        version int not null default 1,
        channel text not null check (channel in ('meta', 'tiktok')),
        connector text not null check (connector in ('sandbox', 'meta')),
        platform_pixel_id text not null,
        name text not null,
        owner_ad_account_id bigint not null references ad_account (id),
        personal_account_id bigint not null references personal_account (id),
        capi_token_enc text,
        capi_enabled boolean not null default false,
        test_event_code text check (char_length(test_event_code) <= 40),
        status text not null check (status in ('active', 'unavailable', 'disabled')),
        platform_status text not null default 'active' check (platform_status in ('active', 'unavailable')),
        last_fired_at timestamptz,
        last_sync_at timestamptz,
        sync_error text,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (not capi_enabled or capi_token_enc is not null)
      );
      create unique index pixel_ux on pixel (channel, platform_pixel_id) where deleted_at is null;
      create index pixel_owner_ix on pixel (owner_ad_account_id);
      create index pixel_personal_ix on pixel (personal_account_id);

      create table pixel_share (
        pixel_id bigint not null references pixel (id),
        ad_account_id bigint not null references ad_account (id),
        status text not null check (status in ('active', 'failed')),
        error text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (pixel_id, ad_account_id)
      );
      create index pixel_share_account_ix on pixel_share (ad_account_id);

      create table site (
        id bigint generated always as identity primary key,
        version int not null default 1,
        biz text not null check (biz in ('dj', 'ec')),
        name text not null check (char_length(name) <= 60),
        domain text not null check (char_length(domain) <= 253),
        kind text not null check (kind in ('h5', 'app', 'shop')),
        app_url_ios text,
        app_url_android text,
        default_pixel_id bigint references pixel (id),
        default_homepage_id bigint references homepage (id),
        url_tags text not null check (char_length(url_tags) <= 500),
        verify_method text not null check (verify_method in ('dns_txt', 'meta_tag', 'html_file')),
        verify_token text not null,
        verify_state text not null default 'pending' check (verify_state in ('pending', 'verified', 'failed')),
        verified_at timestamptz,
        verify_error text,
        verify_tried_at timestamptz,
        timezone_name text not null default 'UTC',
        status text not null default 'on' check (status in ('on', 'off')),
        created_by bigint not null references sys_user (id),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index site_domain_ux on site (lower(domain)) where deleted_at is null;

      create table site_pixel (
        site_id bigint not null references site (id),
        pixel_id bigint not null references pixel (id),
        primary key (site_id, pixel_id)
      );
      create index site_pixel_ix on site_pixel (pixel_id);

      create table site_homepage (
        site_id bigint not null references site (id),
        homepage_id bigint not null references homepage (id),
        primary key (site_id, homepage_id)
      );
      create index site_homepage_ix on site_homepage (homepage_id);

      -- Current and past assignments. An assignment to a department covers its subtree.
      create table asset_assign (
        id bigint generated always as identity primary key,
        asset_type text not null check (asset_type in ('personal_account', 'ad_account', 'homepage', 'pixel', 'site')),
        asset_id bigint not null,
        user_id bigint references sys_user (id),
        department_id bigint references sys_department (id),
        is_primary boolean not null default false,
        from_at timestamptz not null,
        to_at timestamptz,
        by_user_id bigint references sys_user (id),
        check ((user_id is null) <> (department_id is null)),
        check (not is_primary or (asset_type = 'ad_account' and user_id is not null))
      );
      create index asset_assign_asset_ix on asset_assign (asset_type, asset_id, to_at);
      create index asset_assign_user_ix on asset_assign (user_id, asset_type, to_at);
      create index asset_assign_department_ix on asset_assign (department_id, asset_type, to_at);
      create unique index asset_assign_user_ux on asset_assign (asset_type, asset_id, user_id) where to_at is null and user_id is not null;
      create unique index asset_assign_department_ux on asset_assign (asset_type, asset_id, department_id)
        where to_at is null and department_id is not null;
      create unique index asset_assign_primary_ux on asset_assign (asset_type, asset_id) where to_at is null and is_primary;
    `.execute(db);
  },
};

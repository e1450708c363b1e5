import { type Kysely, sql } from 'kysely';

/** Dramas and products, and the materials and posts that advertise them. */
export const content = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table drama (
        id bigint generated always as identity primary key,
        version int not null default 1,
        code text not null check (char_length(code) <= 24),
        title text not null check (char_length(title) <= 80),
        title_en text check (char_length(title_en) <= 120),
        language text not null,
        genres text[] not null,
        episodes_total int not null check (episodes_total between 1 and 500),
        free_episodes int not null check (free_episodes >= 1 and free_episodes < episodes_total),
        price_model text not null check (price_model in ('coin', 'subscription', 'hybrid')),
        cover_key text,
        online_at date,
        copyright_until date,
        stage text not null default 'new' check (stage in ('new', 'testing', 'scaling', 'declining', 'stopped')),
        status text not null default 'on' check (status in ('on', 'off')),
        target_roi_d0_bp int not null default 6000 check (target_roi_d0_bp between 100 and 100000),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (copyright_until >= online_at)
      );
      create unique index drama_code_ux on drama (code) where deleted_at is null;

      create table product (
        id bigint generated always as identity primary key,
        version int not null default 1,
        sku text not null check (char_length(sku) <= 40),
        name text not null check (char_length(name) <= 120),
        site_id bigint not null references site (id),
        price bigint not null check (price > 0),
        currency text not null references currency (code),
        url text not null check (char_length(url) <= 2048),
        cover_key text,
        status text not null default 'on' check (status in ('on', 'off')),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index product_sku_ux on product (sku) where deleted_at is null;
      create index product_site_ix on product (site_id);

      create table landing_page (
        id bigint generated always as identity primary key,
        version int not null default 1,
        site_id bigint not null references site (id),
        biz text not null check (biz in ('dj', 'ec')),
        drama_id bigint references drama (id),
        product_id bigint references product (id),
        title text not null check (char_length(title) <= 80),
        slug text not null check (slug ~ '^[a-z0-9-]{1,80}$'),
        template text not null check (template in ('list', 'player', 'quiz', 'direct')),
        start_episode int,
        language text not null,
        country char(2),
        ab_group text check (char_length(ab_group) <= 20),
        old_slugs text[] not null default '{}',
        status text not null default 'draft' check (status in ('draft', 'online', 'offline')),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((biz = 'dj') = (drama_id is not null) and (biz = 'ec') = (product_id is not null))
      );
      create unique index landing_page_slug_ux on landing_page (site_id, slug) where deleted_at is null;
      create index landing_page_drama_ix on landing_page (drama_id);
      create index landing_page_product_ix on landing_page (product_id);

      create table material (
        id bigint generated always as identity primary key,
        version int not null default 1,
        code text not null unique check (char_length(code) <= 12),
        biz text not null check (biz in ('dj', 'ec')),
        kind text not null check (kind in ('video', 'image')),
        drama_id bigint references drama (id),
        product_id bigint references product (id),
        title text not null check (char_length(title) <= 120),
        file_key text not null,
        sha256 char(64) not null,
        size_bytes bigint not null,
        mime text not null check (mime in ('video/mp4', 'video/quicktime', 'image/jpeg', 'image/png')),
        -- Filled once the file was read.
        width int,
        height int,
        duration_ms bigint,
        codec text,
        ratio text check (ratio in ('9:16', '4:5', '1:1', '16:9', 'other')),
        cover_key text,
        language text not null,
        creator_user_id bigint not null references sys_user (id),
        uploader_user_id bigint not null references sys_user (id),
        owner_user_id bigint not null references sys_user (id),
        visibility text not null default 'dept' check (visibility in ('private', 'dept', 'company')),
        tags text[] not null default '{}',
        parent_material_id bigint references material (id),
        status text not null check (status in ('uploading', 'processing', 'ready', 'failed', 'archived', 'blocked')),
        fail_reason text,
        hit_level text not null default 'none' check (hit_level in ('none', 'potential', 'hit')),
        first_used_at timestamptz,
        processing_since timestamptz,
        -- The server that processes the file holds it until then; the lease of a dead server expires.
        processing_by uuid,
        processing_until timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((biz = 'dj') = (drama_id is not null) and (biz = 'ec') = (product_id is not null))
      );
      create unique index material_file_ux on material (biz, sha256) where deleted_at is null and status <> 'failed';
      create index material_status_ix on material (biz, status, created_at desc);
      create index material_drama_ix on material (drama_id);
      create index material_product_ix on material (product_id);
      create index material_creator_ix on material (creator_user_id);
      create index material_uploader_ix on material (uploader_user_id);
      create index material_owner_ix on material (owner_user_id);
      create index material_tags_ix on material using gin (tags);

      create table material_upload (
        id uuid primary key,
        user_id bigint not null references sys_user (id),
        filename text not null check (char_length(filename) <= 255),
        size_bytes bigint not null,
        sha256 char(64) not null,
        mime text not null,
        chunk_size int not null,
        chunk_count int not null,
        meta jsonb not null,
        status text not null check (status in ('init', 'uploading', 'merging', 'done', 'failed', 'canceled', 'expired')),
        error text,
        material_id bigint references material (id),
        -- The server that writes the bytes holds the upload until then; another server can ask for it.
        held_by uuid,
        held_until timestamptz,
        is_wanted boolean not null default false,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index material_upload_material_ix on material_upload (material_id);
      create index material_upload_user_ix on material_upload (user_id, status);

      create table material_asset (
        id bigint generated always as identity primary key,
        material_id bigint not null references material (id),
        ad_account_id bigint not null references ad_account (id),
        platform_asset_id text,
        status text not null check (status in ('pending', 'uploading', 'processing', 'ready', 'error')),
        error text,
        attempts int not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (material_id, ad_account_id)
      );
      create index material_asset_account_ix on material_asset (ad_account_id);

      create table post (
        id bigint generated always as identity primary key,
        version int not null default 1,
        homepage_id bigint not null references homepage (id),
        platform_post_id text,
        type text not null check (type in ('video', 'image', 'link')),
        material_id bigint references material (id),
        landing_page_id bigint references landing_page (id),
        link_url text check (char_length(link_url) <= 2048),
        message text not null check (char_length(message) between 1 and 5000),
        headline text check (char_length(headline) <= 255),
        description text check (char_length(description) <= 255),
        call_to_action text not null,
        published boolean not null default false,
        scheduled_at timestamptz,
        status text not null check (status in ('draft', 'creating', 'ready', 'failed', 'lost', 'deleted')),
        eligible boolean not null default false,
        reactions int not null default 0,
        comments int not null default 0,
        shares int not null default 0,
        use_count int not null default 0,
        owner_user_id bigint not null references sys_user (id),
        error text,
        synced_at timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (landing_page_id is null or link_url is null)
      );
      create index post_homepage_ix on post (homepage_id, status);
      create index post_owner_ix on post (owner_user_id, created_at desc);
      create index post_material_ix on post (material_id);
      create unique index post_platform_ux on post (homepage_id, platform_post_id) where platform_post_id is not null;
    `.execute(db);
  },
};

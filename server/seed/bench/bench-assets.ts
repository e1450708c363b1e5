import { sql } from 'kysely';
import { countEditors, countOptimizers, FIRST_OPTIMIZER } from './bench-people.ts';
import { type BenchSetting, type BenchStep, chance, isShopId, pickInt, resetSequence, rows } from './steps.ts';

/** Personal accounts, ad accounts, pages, pixels and sites with their assignments; every fourth is for e-commerce. */
export function benchAssets({ sizes, asOf }: BenchSetting): BenchStep {
  const at = sql`${asOf}::timestamptz - interval '190 days'`;
  const biz = sql`case when n % 4 = 3 then 'ec' else 'dj' end`;
  const owner = (about: number) => sql`${sql.lit(FIRST_OPTIMIZER)} + ${pickInt('n', about, countOptimizers(sizes.users))}`;
  const person = sql`1 + (n - 1) % ${sql.lit(sizes.persons)}`;
  const remote = sql`'meta', 'sandbox'`;
  return {
    name: 'assets',
    statements: [
      sql`insert into exchange_rate (currency, rate_date, usd_per_unit)
        select c.code, d::date, case c.code when 'USD' then 1 when 'EUR' then 1.087 when 'GBP' then 1.266 when 'HKD' then 0.128
          when 'BRL' then 0.185 when 'TWD' then 0.031 when 'IDR' then 0.000063 when 'JPY' then 0.0067 when 'KRW' then 0.00072 else 0.000039 end
        from currency c, generate_series(${asOf}::timestamptz - interval '185 days', ${asOf}::timestamptz, interval '1 day') d`,
      sql`insert into personal_account (id, channel, connector, platform_user_id, name, usage, owner_user_id, token_expires_at, scopes, status,
          created_at, updated_at) overriding system value
        select n, ${remote}, '9' || lpad(n::text, 15, '0'), 'Person ' || n, 'self', ${owner(11)}, ${asOf}::timestamptz + interval '40 days',
          array['ads_management', 'ads_read', 'business_management', 'pages_show_list', 'pages_manage_ads', 'pages_manage_posts'], 'active', ${at}, ${at}
        from ${rows(sizes.persons)}`,
      resetSequence('personal_account'),
      sql`insert into ad_account (id, channel, connector, platform_account_id, name, currency, timezone_name, account_status, disable_reason, balance,
          amount_spent, min_daily_budget, biz, usage, personal_account_id, authorised_at, last_sync_at, created_at, updated_at)
        overriding system value
        select n, ${remote}, '8' || lpad(n::text, 15, '0'), 'Account ' || n,
          (array['USD', 'USD', 'USD', 'USD', 'GBP', 'JPY'])[1 + n % 6],
          (array['America/Los_Angeles', 'America/New_York', 'Asia/Shanghai', 'Europe/London', 'Asia/Tokyo'])[1 + n % 5],
          case when n % 97 = 0 then 2 else 1 end, case when n % 97 = 0 then 3 else 0 end, 10000, 5000000, 100, ${biz}, 'self', ${person}, ${at},
          ${asOf}::timestamptz, ${at}, ${at}
        from ${rows(sizes.accounts)}`,
      resetSequence('ad_account'),
      sql`insert into asset_assign (asset_type, asset_id, user_id, is_primary, from_at)
        select 'ad_account', n, ${owner(12)}, true, ${at} from ${rows(sizes.accounts)}`,
      sql`insert into homepage (id, channel, connector, platform_page_id, name, personal_account_id, tasks, is_published, ad_limit, ads_active, biz,
          status, created_at, updated_at) overriding system value
        select n, ${remote}, '7' || lpad(n::text, 14, '0'), 'Page ' || n, ${person}, array['ADVERTISE', 'CREATE_CONTENT', 'MANAGE'], true, 5000, 0,
          ${biz}, 'active', ${at}, ${at} from ${rows(sizes.homepages)}`,
      resetSequence('homepage'),
      sql`insert into pixel (id, channel, connector, platform_pixel_id, name, owner_ad_account_id, personal_account_id, status, last_fired_at, created_at,
          updated_at) overriding system value
        select n, ${remote}, '6' || lpad(n::text, 14, '0'), 'Pixel ' || n, a.id, a.personal_account_id, 'active', ${asOf}::timestamptz, ${at}, ${at}
        from ${rows(sizes.pixels)} join ad_account a on a.id = 1 + (n * 5) % ${sql.lit(sizes.accounts)}`,
      resetSequence('pixel'),
      sql`insert into site (id, biz, name, domain, kind, default_pixel_id, default_homepage_id, url_tags, verify_method, verify_token, verify_state,
          created_by, created_at, updated_at) overriding system value
        select n, ${biz}, 'Site ' || n, 'site-' || n || '.example.test', 'h5', 1 + n % ${sql.lit(sizes.pixels)}, 1 + n % ${sql.lit(sizes.homepages)},
          'ad_id={{ad.id}}', 'dns_txt', 'bench', 'verified', 2, ${at}, ${at} from ${rows(sizes.sites)}`,
      resetSequence('site'),
      sql`insert into site_pixel (site_id, pixel_id) select id, default_pixel_id from site`,
      ...(['homepage', 'pixel', 'site'] as const).map(
        (type) =>
          sql`insert into asset_assign (asset_type, asset_id, department_id, from_at) select ${sql.lit(type)}, id, 1, ${at} from ${sql.table(type)}`,
      ),
    ],
  };
}

/** Dramas, products, landing pages, materials with their copies in accounts, and posts. */
export function benchContent({ sizes, asOf }: BenchSetting): BenchStep {
  const at = sql`${asOf}::timestamptz - interval '185 days'`;
  const editor = sql`${sql.lit(sizes.users - countEditors(sizes.users) + 1)} + ${pickInt('n', 21, countEditors(sizes.users))}`;
  const isShop = isShopId(sql`n`);
  const subject = sql`case when ${isShop} then null else 1 + n % ${sql.lit(sizes.dramas)} end, case when ${isShop} then 1 + n % ${sql.lit(sizes.products)} end`;
  return {
    name: 'content',
    statements: [
      sql`insert into drama (id, code, title, language, genres, episodes_total, free_episodes, price_model, online_at, stage, created_at, updated_at)
        overriding system value
        select n, 'D' || lpad(n::text, 5, '0'), '短剧 ' || n, (array['en', 'es', 'pt', 'ja'])[1 + n % 4], array['romance'], 80, 10, 'coin',
          (${asOf}::timestamptz - interval '1 day' * (1 + n % 180))::date, (array['testing', 'scaling', 'declining'])[1 + n % 3], ${at}, ${at}
        from ${rows(sizes.dramas)}`,
      resetSequence('drama'),
      sql`insert into product (id, sku, name, site_id, price, currency, url, created_at, updated_at) overriding system value
        select n, 'P' || lpad(n::text, 5, '0'), '商品 ' || n, 1 + (n * 4 + 2) % ${sql.lit(sizes.sites)}, 1000 + n * 10, 'USD',
          'https://site.example.test/p/' || n, ${at}, ${at} from ${rows(sizes.products)}`,
      resetSequence('product'),
      sql`insert into landing_page (id, site_id, biz, drama_id, product_id, title, slug, template, language, status, created_at, updated_at)
        overriding system value
        select n, 1 + (n - 1) % ${sql.lit(sizes.sites)}, case when ${isShop} then 'ec' else 'dj' end, ${subject}, '落地页 ' || n, 'p-' || n,
          (array['player', 'list', 'quiz', 'direct'])[1 + n % 4], 'en', 'online', ${at}, ${at} from ${rows(sizes.landings)}`,
      resetSequence('landing_page'),
      sql`insert into material (id, code, biz, kind, drama_id, product_id, title, file_key, sha256, size_bytes, mime, width, height, duration_ms, ratio,
          language, creator_user_id, uploader_user_id, owner_user_id, visibility, tags, status, hit_level, first_used_at, created_at, updated_at)
        overriding system value
        select n, 'B' || lpad(n::text, 7, '0'), case when ${isShop} then 'ec' else 'dj' end, case when n % 5 = 4 then 'image' else 'video' end, ${subject},
          '素材 ' || n, 'bench/' || n, encode(sha256(n::text::bytea), 'hex'), 1000000 + n, case when n % 5 = 4 then 'image/jpeg' else 'video/mp4' end,
          1080, 1920, case when n % 5 = 4 then null else 30000 end, '9:16', 'en', ${editor}, ${editor}, ${editor}, 'company', array['反转'], 'ready',
          case when n % 200 = 0 then 'hit' when n % 60 = 0 then 'potential' else 'none' end, ${at}, ${at} + n * (interval '170 days' / ${sql.lit(sizes.materials)}),
          ${at} from ${rows(sizes.materials)}`,
      resetSequence('material'),
      sql`insert into material_asset (material_id, ad_account_id, platform_asset_id, status, attempts, created_at, updated_at)
        select 1 + ${pickInt('n', 22, sizes.materials)}, 1 + ${pickInt('n', 23, sizes.accounts)}, '5' || lpad(n::text, 14, '0'), 'ready', 1, ${at}, ${at}
        from ${rows(sizes.assets)} on conflict do nothing`,
      sql`insert into post (homepage_id, platform_post_id, type, material_id, landing_page_id, message, call_to_action, status, eligible, reactions,
          owner_user_id, created_at, updated_at)
        select 1 + n % ${sql.lit(sizes.homepages)}, 'bench_' || n, 'video', 1 + n % ${sql.lit(sizes.materials)}, 1 + n % ${sql.lit(sizes.landings)},
          'Post ' || n, 'WATCH_MORE', 'ready', true, (${chance('n', 24)} * 400)::int, ${sql.lit(FIRST_OPTIMIZER)} + n % ${sql.lit(countOptimizers(sizes.users))},
          ${asOf}::timestamptz - n * (interval '180 days' / ${sql.lit(sizes.posts)}), ${asOf}::timestamptz
        from ${rows(sizes.posts)}`,
    ],
  };
}

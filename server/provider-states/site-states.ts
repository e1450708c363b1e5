import { type Kysely, sql } from 'kysely';
import { cast } from '#contracts/states/cast.ts';
import type { SiteSituations } from '#contracts/states/site-situations.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;
type Given<Name extends keyof SiteSituations> = SiteSituations[Name];

const timestamps = () => ({ created_at: new Date(), updated_at: new Date() });
const remote = { channel: 'meta', connector: 'sandbox' } as const;

export const siteIdTables = ['pixel_event', 'pixel', 'homepage', 'landing_page'] as const;

export async function addHomepage(db: Db, given: Given<'a homepage exists'>): Promise<void> {
  await db
    .insertInto('homepage')
    .values({
      ...given,
      ...remote,
      platform_status: given.status,
      is_published: given.status === 'active',
      category: 'Film',
      tasks: ['ADVERTISE', 'CREATE_CONTENT'],
      ad_limit: 250,
      ads_active: 40,
      biz: 'dj',
      last_sync_at: new Date(),
      ...timestamps(),
    })
    .execute();
}

export async function fillHomepage(db: Db, { id }: Given<'a homepage is full'>): Promise<void> {
  await sql`update homepage set ads_active = ad_limit where id = ${id}`.execute(db);
}

export async function addPixel(db: Db, given: Given<'a pixel exists'>): Promise<void> {
  await db
    .insertInto('pixel')
    .values({
      ...given,
      ...remote,
      owner_business: 'Studio Ltd',
      platform_status: given.status,
      last_fired_at: new Date(),
      last_sync_at: new Date(),
      ...timestamps(),
    })
    .execute();
}

export async function sharePixel(db: Db, given: Given<'a pixel is shared'>): Promise<void> {
  await db
    .insertInto('pixel_share')
    .values({ ...given, status: 'active', ...timestamps() })
    .execute();
}

export async function addPurchase(db: Db, given: Given<'a pixel received a purchase'>): Promise<void> {
  const { browser_id, server_id, pixel_id, site_id, ad_id, order_id } = given;
  await sql`
    insert into pixel_event (id, pixel_id, site_id, event_name, event_id, source, event_time, received_at, dedupe, match_score, ad_id, order_id,
      value, currency, url, status)
    select v.id, ${pixel_id}::bigint, ${site_id}::bigint, 'Purchase', 'purchase-1', v.source, now(), now(), v.dedupe, v.match_score,
      ${ad_id}::bigint, ${order_id}::bigint, 1999, 'USD', 'https://love.test/ep-1', 'ok'
    from (values (${browser_id}::bigint, 'browser', 'kept', 5.5), (${server_id}::bigint, 'server', 'duplicate', 8.1))
      v (id, source, dedupe, match_score)`.execute(db);
  await sql`
    insert into pixel_event_daily (pixel_id, site_id, event_name, source, stat_date, received, duplicates, matched_sum, attributed, value_usd)
    select p.id, ${site_id}::bigint, 'Purchase', v.source, (now() at time zone a.timezone_name)::date, 1, v.duplicates, v.matched,
      1 - v.duplicates, 1999 * (1 - v.duplicates)
    from pixel p join ad_account a on a.id = p.owner_ad_account_id, (values ('browser', 0, 55), ('server', 1, 81)) v (source, duplicates, matched)
    where p.id = ${pixel_id}`.execute(db);
}

export async function addSite(db: Db, { pixel_id, homepage_id, ...given }: Given<'a site exists'>): Promise<void> {
  const creator = await db.selectFrom('sys_user').select('id').orderBy('id').executeTakeFirstOrThrow();
  await db
    .insertInto('site')
    .values({
      ...given,
      kind: 'h5',
      url_tags: 'ad_id={{ad.id}}',
      verify_method: 'dns_txt',
      verify_token: 'contract',
      timezone_name: 'UTC',
      default_pixel_id: pixel_id,
      default_homepage_id: homepage_id,
      created_by: creator.id,
      ...timestamps(),
    })
    .execute();
  if (pixel_id !== null) await db.insertInto('site_pixel').values({ site_id: given.id, pixel_id }).execute();
  if (homepage_id !== null) await db.insertInto('site_homepage').values({ site_id: given.id, homepage_id }).execute();
}

export async function addLanding(db: Db, given: Given<'a landing page exists'>): Promise<void> {
  await db
    .insertInto('landing_page')
    .values({ ...given, biz: 'dj', template: 'player', start_episode: 3, language: 'en', country: 'US', ab_group: 'A', ...timestamps() })
    .execute();
}

/** The pixel of the state with too many events. */
const LARGE_PIXEL = 81;

export async function addManyPixelEvents(db: Db, count: number): Promise<void> {
  await addManyOfSites(db, 'pixels', 1);
  await sql`update pixel set id = ${LARGE_PIXEL}`.execute(db);
  await sql`
    insert into pixel_event (pixel_id, event_name, event_id, source, event_time, received_at, dedupe, match_score, status)
    select ${LARGE_PIXEL}::bigint, 'PageView', 'n' || n, 'browser', now(), now(), 'kept', 4, 'ok' from generate_series(1, ${count}::int) n`.execute(
    db,
  );
}

type SiteListName = 'pixels' | 'homepages' | 'sites' | 'landing pages';

/** Adds `count` rows of one list, authorised by the administrator. */
export async function addManyOfSites(db: Db, of: SiteListName, count: number): Promise<void> {
  const n = sql`generate_series(1, ${count}::int) n`;
  if (of === 'sites' || of === 'landing pages') {
    await sql`
      insert into site (biz, name, domain, kind, url_tags, verify_method, verify_token, created_by, created_at, updated_at)
      select 'dj', 'n' || n, 'n' || n || '.test', 'h5', 'ad_id={{ad.id}}', 'dns_txt', 'contract', ${cast.admin.id}, now(), now() from ${n}`.execute(
      db,
    );
    if (of === 'sites') return;
    await sql`
      insert into drama (code, title, language, genres, episodes_total, free_episodes, price_model, created_at, updated_at)
      values ('MANY', 'many', 'en', '{romance}', 80, 10, 'coin', now(), now())`.execute(db);
    await sql`
      insert into landing_page (site_id, biz, drama_id, title, slug, template, language, created_at, updated_at)
      select s.id, 'dj', d.id, s.name, s.name, 'direct', 'en', now(), now() from site s, drama d`.execute(db);
    return;
  }
  await sql`
    insert into personal_account (channel, connector, platform_user_id, name, usage, owner_user_id, status, created_at, updated_at)
    values ('meta', 'sandbox', '1', 'many', 'self', ${cast.admin.id}, 'active', now(), now())`.execute(db);
  if (of === 'homepages') {
    await sql`
      insert into homepage (channel, connector, platform_page_id, name, personal_account_id, is_published, biz, status, created_at, updated_at)
      select 'meta', 'sandbox', n::text, 'n' || n, p.id, true, 'dj', 'active', now(), now() from personal_account p, ${n}`.execute(db);
    return;
  }
  await sql`
    insert into ad_account (channel, connector, platform_account_id, name, currency, timezone_name, account_status, balance, amount_spent,
      min_daily_budget, biz, usage, personal_account_id, authorised_at, created_at, updated_at)
    select 'meta', 'sandbox', '1', 'many', 'USD', 'UTC', 1, 0, 0, 100, 'dj', 'self', p.id, now(), now(), now() from personal_account p`.execute(
    db,
  );
  await sql`
    insert into pixel (channel, connector, platform_pixel_id, name, owner_ad_account_id, personal_account_id, status, created_at, updated_at)
    select 'meta', 'sandbox', n::text, 'n' || n, a.id, a.personal_account_id, 'active', now(), now() from ad_account a, ${n}`.execute(db);
}

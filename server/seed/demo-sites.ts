import type { Transaction } from 'kysely';
import { demoShares, pageToken, pixelToken, type SandboxWorld, sandboxWorld } from '#server/channel/sandbox/world.ts';
import type { Database } from '#server/database/schema.ts';
import { PAGE_TOKEN_PLACE } from '#server/domain/assets/homepage.kind.ts';
import { CAPI_TOKEN_PLACE } from '#server/domain/assets/pixel.kind.ts';
import type { Vault } from '#server/domain/vault.ts';
import { demoSites } from './demo-site-list.ts';

type Db = Transaction<Database>;

/** Ids by account, by name of department, and by id on the channel. */
export interface SitesInput {
  users: ReadonlyMap<string, number>;
  departments: ReadonlyMap<string, number>;
  persons: ReadonlyMap<string, number>;
  accounts: ReadonlyMap<string, number>;
}

/** Ids that later parts of the demo set use. */
export interface DemoConnections {
  /** By id on the channel. */
  homepages: ReadonlyMap<string, number>;
  pixels: ReadonlyMap<string, number>;
  /** By domain. */
  sites: ReadonlyMap<string, number>;
  /** E-commerce sites. */
  shops: readonly { id: number; domain: string }[];
}

interface Seeding {
  vault: Vault;
  /** The day on which the history ends. */
  asOf: Date;
  /** Seed of the simulated channel that has these pages and pixels. */
  seed: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function requireValue<T>(names: ReadonlyMap<string, T>, name: string): T {
  const value = names.get(name);
  if (value === undefined) throw new Error(`the demo company has no ${name}`);
  return value;
}

const remote = { channel: 'meta', connector: 'sandbox' } as const;
const limits = [250, 1000, 5000, 20000] as const;

async function seedHomepages(db: Db, world: SandboxWorld, input: SitesInput, { vault, asOf, seed }: Seeding) {
  const ids = new Map<string, number>();
  const demo = world.pages.filter((page) => page.demo);
  for (const [index, page] of demo.entries()) {
    const authoriser = page.people[0] ?? '';
    const at = new Date(asOf.getTime() - (58 - index) * DAY);
    const { id } = await db
      .insertInto('homepage')
      .values({
        ...remote,
        platform_page_id: page.id,
        name: page.name,
        category: page.category,
        picture_url: page.picture_url,
        personal_account_id: requireValue(input.persons, authoriser),
        page_token_enc: vault.seal(pageToken(seed, page.id, authoriser, 1), PAGE_TOKEN_PLACE),
        tasks: [...page.tasks],
        is_published: page.is_published,
        ad_limit: limits.find((limit) => limit === page.ad_limit) ?? 250,
        ads_active: page.ads_elsewhere,
        biz: page.biz,
        status: page.status,
        platform_status: page.status,
        last_sync_at: new Date(asOf.getTime() - HOUR),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(page.id, id);
  }
  return ids;
}

async function seedPixels(db: Db, world: SandboxWorld, input: SitesInput, { vault, asOf, seed }: Seeding) {
  const ids = new Map<string, number>();
  const demo = world.pixels.filter((pixel) => pixel.demo);
  for (const [index, pixel] of demo.entries()) {
    const at = new Date(asOf.getTime() - (57 - index) * DAY);
    // Every third pixel has browser events only.
    const hasServer = index % 3 !== 2 && pixel.silent_minutes !== null && pixel.fault !== 'removed';
    const { id } = await db
      .insertInto('pixel')
      .values({
        ...remote,
        platform_pixel_id: pixel.id,
        name: pixel.name,
        owner_ad_account_id: requireValue(input.accounts, pixel.owner_account),
        owner_business: world.accounts.find(({ id: account }) => account === pixel.owner_account)?.business?.name ?? null,
        personal_account_id: requireValue(input.persons, pixel.people[0] ?? ''),
        capi_enabled: hasServer,
        capi_token_enc: hasServer ? vault.seal(pixelToken(seed, pixel.id), CAPI_TOKEN_PLACE) : null,
        test_event_code: index % 4 === 0 ? `TEST${10_000 + index}` : null,
        status: pixel.status,
        platform_status: pixel.status,
        last_fired_at: pixel.silent_minutes === null ? null : new Date(asOf.getTime() - pixel.silent_minutes * MINUTE),
        last_sync_at: new Date(asOf.getTime() - HOUR),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(pixel.id, id);
  }
  return ids;
}

/** The pixel shares of the demo company with their results. */
async function seedShares(db: Db, world: SandboxWorld, input: SitesInput, pixels: ReadonlyMap<string, number>, asOf: Date): Promise<void> {
  const at = new Date(asOf.getTime() - 50 * DAY);
  const rows = demoShares(world).map(({ pixel, account, isRefused }) => ({
    pixel_id: requireValue(pixels, pixel.id),
    ad_account_id: requireValue(input.accounts, account.id),
    status: isRefused ? ('failed' as const) : ('active' as const),
    error: isRefused ? `${account.name} takes no pixel of another business.` : null,
    created_at: at,
    updated_at: at,
  }));
  await db.insertInto('pixel_share').values(rows).execute();
}

async function seedSites(
  db: Db,
  world: SandboxWorld,
  input: SitesInput,
  { homepages, pixels }: Pick<DemoConnections, 'homepages' | 'pixels'>,
  asOf: Date,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const pixelIdsByName = new Map(world.pixels.map(({ id, name }) => [name, id]));
  const pageIdsByName = new Map(world.pages.map(({ id, name }) => [name, id]));
  for (const [index, site] of demoSites.entries()) {
    const at = new Date(asOf.getTime() - (55 - index * 6) * DAY);
    const pixelIds = site.pixels.map((name) => requireValue(pixels, requireValue(pixelIdsByName, name)));
    const pageIds = site.homepages.map((name) => requireValue(homepages, requireValue(pageIdsByName, name)));
    const { id } = await db
      .insertInto('site')
      .values({
        biz: site.biz,
        name: site.name,
        domain: site.domain,
        kind: site.kind,
        app_url_ios: site.apps?.ios ?? null,
        app_url_android: site.apps?.android ?? null,
        default_pixel_id: pixelIds[0] ?? null,
        default_homepage_id: pageIds[0] ?? null,
        url_tags: 'ad_id={{ad.id}}&adset_id={{adset.id}}&campaign_id={{campaign.id}}&src={{site_source_name}}',
        verify_method: index % 2 === 0 ? 'dns_txt' : 'meta_tag',
        verify_token: `demo${String(index + 1).padStart(28, '0')}`,
        verify_state: site.isVerified ? 'verified' : 'pending',
        verified_at: site.isVerified ? new Date(at.getTime() + HOUR) : null,
        verify_tried_at: site.isVerified ? new Date(at.getTime() + HOUR) : null,
        timezone_name: site.timezone,
        created_by: requireValue(input.users, 'admin'),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(site.domain, id);
    await db
      .insertInto('site_pixel')
      .values(pixelIds.map((pixel_id) => ({ site_id: id, pixel_id })))
      .execute();
    await db
      .insertInto('site_homepage')
      .values(pageIds.map((homepage_id) => ({ site_id: id, homepage_id })))
      .execute();
  }
  return ids;
}

/** Assigns short drama to the first department, e-commerce to its optimizer, and some assets to single users. */
async function seedAssignments(db: Db, input: SitesInput, connections: DemoConnections, asOf: Date): Promise<void> {
  const by = requireValue(input.users, 'admin');
  const from_at = new Date(asOf.getTime() - 40 * DAY);
  const loadRows = async (table: 'homepage' | 'pixel' | 'site') => {
    if (table === 'pixel') {
      return await db
        .selectFrom('pixel as t')
        .innerJoin('ad_account as a', 'a.id', 't.owner_ad_account_id')
        .select(['t.id', 'a.biz'])
        .where('t.id', 'in', [...connections.pixels.values()])
        .orderBy('t.id')
        .execute();
    }
    const ids = table === 'homepage' ? connections.homepages : connections.sites;
    return await db
      .selectFrom(table)
      .select(['id', 'biz'])
      .where('id', 'in', [...ids.values()])
      .orderBy('id')
      .execute();
  };
  const ownAssignees = ['opt_01', 'opt_05', 'opt_02', 'opt_06'] as const;
  for (const asset_type of ['homepage', 'pixel', 'site'] as const) {
    for (const [index, { id, biz }] of (await loadRows(asset_type)).entries()) {
      const common = { asset_type, asset_id: id, from_at, by_user_id: by };
      const to =
        biz === 'ec' ? { user_id: requireValue(input.users, 'opt_ec') } : { department_id: requireValue(input.departments, '投放一部') };
      await db
        .insertInto('asset_assign')
        .values({ ...common, ...to })
        .execute();
      const person = biz === 'dj' && index % 2 === 0 ? ownAssignees[index % ownAssignees.length] : undefined;
      if (person !== undefined)
        await db
          .insertInto('asset_assign')
          .values({ ...common, user_id: requireValue(input.users, person) })
          .execute();
    }
  }
}

/**
 * The homepages, pixels and sites of the demo company: ten pages as the simulated channel has them (one with 246 of 250 ads, one without
 * ADVERTISE, one unpublished), twelve pixels (one that never fired, one silent although ads spend with it, one unavailable, and some with faulty reports) with their shares, and six sites (one
 * unverified, one app, one shop) with their assignments.
 */
export async function seedConnections(db: Db, input: SitesInput, seeding: Seeding): Promise<DemoConnections> {
  const world = sandboxWorld(seeding.seed);
  const homepages = await seedHomepages(db, world, input, seeding);
  const pixels = await seedPixels(db, world, input, seeding);
  await seedShares(db, world, input, pixels, seeding.asOf);
  const sites = await seedSites(db, world, input, { homepages, pixels }, seeding.asOf);
  const shops = demoSites.filter(({ biz }) => biz === 'ec').map(({ domain }) => ({ id: requireValue(sites, domain), domain }));
  const connections = { homepages, pixels, sites, shops };
  await seedAssignments(db, input, connections, seeding.asOf);
  return connections;
}

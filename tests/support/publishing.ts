import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish } from '#contracts/endpoints/publish.ts';
import type { SchemeBody } from '#contracts/rules/scheme-body.ts';
import { sandboxWorld } from '#server/channel/sandbox/world.ts';
import type { TestApp } from './app.ts';
import { connectionFixtures } from './connections.ts';
import { contentFixtures } from './content.ts';
import { quietSandbox } from './outside.ts';
import { soundScheme } from './sound-scheme.ts';

const world = sandboxWorld(quietSandbox.seed);
/** All belong to one person of the simulated channel: in US dollars, in New York, and in rupiah. */
const ACCOUNTS = ['星河-美国-短剧-01', '星河-美国-短剧-03', '星河-东南亚-IDR-01'];
/** The second has four ad places left. */
const PAGES = ['Galaxy Shorts', 'Heartbeat Drama'];
const PIXEL = '星河 H5 主像素';

/** Shared by the test file, because several instances may write into one database. */
let serial = 0;

export interface PublishAssets {
  person: number;
  accounts: number[];
  pages: number[];
  pixel: number;
  site: number;
  drama: number;
  landings: number[];
  materials: number[];
}

/**
 * Creates everything needed to publish ads, here and on the channel, granted by a person whose owner is `owner`; `more` names further ad
 * accounts of that person.
 */
export function publishingFixtures(server: () => Pick<TestApp, 'db' | 'clock' | 'as'> & { outside: Pick<TestApp['outside'], 'files'> }) {
  const connections = connectionFixtures(server);
  const content = contentFixtures(server);

  const findByName = <T extends { name: string }>(all: readonly T[], name: string): T => {
    const found = all.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the simulated channel has no ${name}`);
    return found;
  };

  /** A picture with a stored file, so that it can be uploaded to the channel. */
  async function picture(by: string, drama_id: number, more: Record<string, unknown> = {}): Promise<number> {
    serial += 1;
    const bytes = Buffer.from(`picture ${serial}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file_key = await server().outside.files.store(bytes, 'image/png');
    const file = { kind: 'image' as const, mime: 'image/png' as const, duration_ms: null, size_bytes: bytes.length, sha256, file_key };
    return await content.material(by, { drama_id, visibility: 'company', ...file, ...more });
  }

  async function prepareAssets(owner = 'opt_05', pictures = 8, more: readonly string[] = []): Promise<PublishAssets> {
    const { db } = server();
    const { id: person } = await connections.worldPerson(owner);
    const granted = { biz: 'dj' as const };
    const accounts: number[] = [];
    for (const name of [...ACCOUNTS, ...more]) {
      const { id, currency, timezone_name, min_daily_budget } = findByName(world.accounts, name);
      accounts.push(
        await connections.account(person, { ...granted, platform_account_id: id, name, currency, timezone_name, min_daily_budget }),
      );
    }
    const pages: number[] = [];
    for (const name of PAGES) {
      const { id, tasks, ad_limit, ads_elsewhere } = findByName(world.pages, name);
      const page = { platform_page_id: id, name, tasks: [...tasks], ad_limit: ad_limit as 250, ads_active: ads_elsewhere };
      pages.push(await connections.homepage(person, page));
    }
    const pixel = await connections.pixel(person, accounts[0] ?? 0, { platform_pixel_id: findByName(world.pixels, PIXEL).id, name: PIXEL });
    const kept = { created_at: server().clock.now(), updated_at: server().clock.now() };
    const shares = accounts.slice(1).map((ad_account_id) => ({ pixel_id: pixel, ad_account_id, status: 'active' as const, ...kept }));
    await db.insertInto('pixel_share').values(shares).execute();
    const site = await connections.site({ default_pixel_id: pixel, verify_state: 'verified', status: 'on' });
    await connections.assign('site', site, { user: owner });
    const drama = await content.drama();
    const landings: number[] = [];
    for (const country of [null, 'BR']) landings.push(await connections.landing(site, { drama_id: drama }, { status: 'online', country }));
    const materials: number[] = [];
    for (let n = 0; n < pictures; n += 1) materials.push(await picture(owner, drama));
    await sql`
      insert into exchange_rate (currency, rate_date, usd_per_unit) values ('IDR', '2026-11-18', 0.0000625), ('IDR', '2026-11-25', 0.5)
      on conflict do nothing`.execute(db);
    return { person, accounts, pages, pixel, site, drama, landings, materials };
  }

  /** An account of a person who may not advertise with the first homepage, and a homepage that both people may advertise with. */
  async function createForeignAssets({ person, pixel }: PublishAssets, owner = 'opt_05') {
    const { id: authoriser } = await connections.worldPerson(owner, 'Michael Torres');
    const name = 'ReelStory US Drama 01';
    const { id, min_daily_budget } = findByName(world.accounts, name);
    const account = await connections.account(authoriser, { biz: 'dj', platform_account_id: id, name, min_daily_budget });
    const kept = { created_at: server().clock.now(), updated_at: server().clock.now() };
    await server()
      .db.insertInto('pixel_share')
      .values({ pixel_id: pixel, ad_account_id: account, status: 'active', ...kept })
      .execute();
    const page = findByName(world.pages, 'ReelStory');
    const shared = await connections.homepage(person, {
      platform_page_id: page.id,
      name: page.name,
      tasks: [...page.tasks],
      ad_limit: 5000,
    });
    return { authoriser, account, shared, sharedNumber: page.id };
  }

  type Change = Parameters<typeof soundScheme>[0];

  const bodyFor = ({ site, pages }: PublishAssets, more: Change = {}): SchemeBody =>
    soundScheme({ ...more, identity: { site_id: site, homepage_ids: pages.slice(0, 1), ...more?.identity } });

  /** A scheme of that user that can be published. */
  async function scheme(
    by: string,
    given: PublishAssets,
    more: Change = {},
    fields: { name?: string; visibility?: 'private' | 'dept' } = {},
  ) {
    serial += 1;
    const answer = await server().as(by, '/ad-schemes/create', {
      name: fields.name ?? `方案 ${serial}`,
      biz: 'dj',
      channel: 'meta',
      visibility: fields.visibility ?? 'private',
      body: bodyFor(given, more) as never,
      enable: true,
    });
    if (answer.code !== 0) throw new Error(`no scheme: ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  type Request = RequestOf<typeof previewPublish>;
  const request = (given: PublishAssets, scheme_id: number, more: Partial<Request> = {}): Request => ({
    scheme_id,
    ad_account_ids: given.accounts.slice(0, 1),
    drama_id: given.drama,
    material_ids: given.materials.slice(0, 4),
    ...more,
  });

  return { ...content, ...connections, picture, prepareAssets, createForeignAssets, bodyFor, scheme, request };
}

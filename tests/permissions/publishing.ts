import { sql } from 'kysely';
import type { TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { bareScheme, soundScheme } from '#tests/support/sound-scheme.ts';

/** The objects that schemes and publishing need: enabled schemes of opt_05, whom lead_a leads, and a plan of opt_05. */
export interface PublishingFixtures {
  scheme: number;
  deletedScheme: number;
  switchedScheme: number;
  publishAccount: number;
  publishDrama: number;
  publishMaterial: number;
  plan: string;
}

const SEALED_PLAN = '0b7f3c56-6f0e-4a52-8f2e-2f6c1d3b9a10';

export async function createPublishingFixtures(server: TestApp): Promise<PublishingFixtures> {
  const { db, clock } = server;
  const rows = connectionFixtures(() => server);
  const content = contentFixtures(() => server);
  const person = await rows.person('opt_05');
  const publishAccount = await rows.account(person);
  const pixel = await rows.pixel(person, publishAccount);
  const page = await rows.homepage(person);
  const site = await rows.site({ default_pixel_id: pixel });
  await rows.assign('site', site, { user: 'opt_05' });
  const publishDrama = await content.drama({ code: 'MATRIX-PUBLISH' });
  await rows.landing(site, { drama_id: publishDrama }, { status: 'online' });
  const publishMaterial = await content.material('opt_05', { drama_id: publishDrama, code: 'MPUB1' });
  const owner_user_id = await rows.userOf('opt_05');
  const kept = { created_at: clock.now(), updated_at: clock.now() };
  const body = JSON.stringify(soundScheme({ identity: { site_id: site, homepage_ids: [page] } }));
  const schemeOf = async (name: string) => {
    const { id } = await db
      .insertInto('scheme')
      .values({ name, biz: 'dj', channel: 'meta', owner_user_id, status: 'enabled', ...kept })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('scheme_version')
      .values({ scheme_id: id, version: 1, body, created_by: owner_user_id, ...kept })
      .execute();
    return id;
  };
  const scheme = await schemeOf('矩阵方案');
  await sql`
    insert into publish_plan (id, user_id, scheme_id, scheme_version, request, tree, fingerprint, expires_at, created_at)
    values (${SEALED_PLAN}, ${owner_user_id}, ${scheme}, 1, '{}', '[]', 'x', ${clock.now()}::timestamptz + interval '1 hour', ${clock.now()})`.execute(
    db,
  );
  return {
    scheme,
    deletedScheme: await schemeOf('将删除'),
    switchedScheme: await schemeOf('将停用'),
    publishAccount,
    publishDrama,
    publishMaterial,
    plan: SEALED_PLAN,
  };
}

type Given = PublishingFixtures & { next(): number };

export const publishingBodies = {
  '/ad-schemes/list': () => ({}),
  '/ad-schemes/export': () => ({ columns: ['name'], locale: 'en' }),
  '/ad-schemes/detail': (fixtures: PublishingFixtures) => ({ id: fixtures.scheme }),
  '/ad-schemes/versions': (fixtures: PublishingFixtures) => ({ id: fixtures.scheme }),
  '/ad-schemes/simple_list': () => ({}),
  '/ad-schemes/create': (fixtures: Given) => ({
    name: `新方案 ${fixtures.next()}`,
    biz: 'dj',
    channel: 'meta',
    visibility: 'private',
    body: bareScheme(),
  }),
  '/ad-schemes/edit': (fixtures: PublishingFixtures) => ({ id: fixtures.scheme, version: 1, remark: '改过' }),
  '/ad-schemes/copy': (fixtures: Given) => ({ id: fixtures.scheme, name: `复制 ${fixtures.next()}` }),
  '/ad-schemes/set_status': (fixtures: PublishingFixtures) => ({ id: fixtures.switchedScheme, version: 1, status: 'disabled' }),
  '/ad-schemes/delete': (fixtures: PublishingFixtures) => ({ id: fixtures.deletedScheme }),
  '/ad-publish/preview': (fixtures: PublishingFixtures) => ({
    scheme_id: fixtures.scheme,
    ad_account_ids: [fixtures.publishAccount],
    drama_id: fixtures.publishDrama,
    material_ids: [fixtures.publishMaterial],
  }),
  '/ad-publish/check': (fixtures: PublishingFixtures) => ({ plan_id: fixtures.plan }),
  '/ad-publish/submit': (fixtures: PublishingFixtures) => ({ plan_id: fixtures.plan, confirm_budget: true }),
  '/ad-publish/retry': () => ({ batch_id: 424_242, item_ids: [424_242], homepage_id: 424_242 }),
  '/ad-publish/jobs': () => ({}),
  '/ad-publish/export_jobs': () => ({ columns: ['id'], locale: 'en' }),
  '/ad-entities/batch_copy': () => ({ level: 'campaign', ids: [424_242], times: 1, deep: true, status: 'PAUSED', dry_run: true }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const anyPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'ok', 'TOKEN_REVOKED'];
/** Only the user who made a plan can submit it, not even an administrator. */
const planOfAnother: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NOT_FOUND', 'NOT_FOUND', 'NO_PATH', 'TOKEN_REVOKED'];
/** The batch does not exist. */
const noBatch: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NOT_FOUND', 'NOT_FOUND', 'NO_PATH', 'TOKEN_REVOKED'];
/** The limited caller has the log of removed ads, but no action. */
const fromLog: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_ACTION', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const publishingMatrix = {
  '/ad-schemes/list': page,
  '/ad-schemes/export': page,
  '/ad-schemes/detail': page,
  '/ad-schemes/versions': page,
  '/ad-schemes/simple_list': anyPage,
  '/ad-schemes/create': page,
  '/ad-schemes/edit': page,
  '/ad-schemes/copy': page,
  '/ad-schemes/set_status': page,
  '/ad-schemes/delete': page,
  '/ad-publish/preview': page,
  '/ad-publish/check': planOfAnother,
  '/ad-publish/submit': planOfAnother,
  '/ad-publish/retry': noBatch,
  '/ad-publish/jobs': page,
  '/ad-publish/export_jobs': page,
  '/ad-entities/batch_copy': fromLog,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const publishingById = {
  '/ad-schemes/detail': { by: 'opt_01', body: (id: unknown) => ({ id }) },
  '/ad-schemes/versions': { by: 'opt_01', body: (id: unknown) => ({ id }) },
  '/ad-schemes/edit': { by: 'opt_01', body: (id: unknown) => ({ id, version: 1, remark: 'x' }) },
  '/ad-schemes/copy': { by: 'opt_01', body: (id: unknown) => ({ id, name: 'x' }) },
  '/ad-schemes/set_status': { by: 'opt_01', body: (id: unknown) => ({ id, version: 1, status: 'enabled' }) },
  '/ad-schemes/delete': { by: 'opt_01', body: (id: unknown) => ({ id }) },
  '/ad-publish/retry': { by: 'opt_01', body: (id: unknown) => ({ batch_id: id, item_ids: [424_242], homepage_id: 424_242 }) },
};

import type { TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { contentFixtures } from '#tests/support/content.ts';

/** The objects that the calls of pixels, homepages, sites and landing pages need. lead_a and administrators may change them. */
export interface ConnectionFixtures {
  person: number;
  pixelAccount: number;
  pixel: number;
  switchedPixel: number;
  unboundPixel: number;
  homepage: number;
  switchedHomepage: number;
  unboundHomepage: number;
  site: number;
  switchedSite: number;
  deletedSite: number;
  storyDrama: number;
  landing: number;
  switchedLanding: number;
  deletedLanding: number;
}

export async function createConnectionFixtures(server: TestApp): Promise<ConnectionFixtures> {
  const rows = connectionFixtures(() => server);
  const { id: person } = await rows.worldPerson('lead_a');
  const owner = await rows.account(person);
  const siteOf = async () => {
    const id = await rows.site();
    await rows.assign('site', id, { user: 'lead_a' });
    return id;
  };
  const storyDrama = await contentFixtures(() => server).drama({ code: 'MATRIX-LANDING' });
  const site = await siteOf();
  const landingOf = () => rows.landing(site, { drama_id: storyDrama });
  return {
    person,
    pixelAccount: await rows.account(person),
    pixel: await rows.pixel(person, owner),
    switchedPixel: await rows.pixel(person, owner),
    unboundPixel: await rows.pixel(person, owner),
    homepage: await rows.homepage(person),
    switchedHomepage: await rows.homepage(person),
    unboundHomepage: await rows.homepage(person),
    site,
    switchedSite: await siteOf(),
    deletedSite: await siteOf(),
    storyDrama,
    landing: await landingOf(),
    switchedLanding: await landingOf(),
    deletedLanding: await landingOf(),
  };
}

type Given = ConnectionFixtures & { next(): number };

const newLanding = (fixtures: Given) => ({
  site_id: fixtures.site,
  content_id: fixtures.storyDrama,
  title: '新落地页',
  slug: `new-${fixtures.next()}`,
  template: 'quiz',
  language: 'en',
  status: 'draft',
});

export const connectionBodies = {
  '/auth-pixels/list': () => ({}),
  '/auth-pixels/export': () => ({ columns: ['name'], locale: 'en' }),
  '/auth-pixels/simple_list': () => ({}),
  '/auth-pixels/discover': (fixtures: Given) => ({ personal_account_id: fixtures.person }),
  '/auth-pixels/bind': (fixtures: Given) => ({ personal_account_id: fixtures.person, platform_ids: ['123456789012345'] }),
  '/auth-pixels/edit': (fixtures: Given) => ({ id: fixtures.pixel, version: 1, test_event_code: `TEST${fixtures.next()}` }),
  '/auth-pixels/share': (fixtures: Given) => ({ pixel_id: fixtures.pixel, ad_account_ids: [fixtures.pixelAccount] }),
  '/auth-pixels/unshare': (fixtures: Given) => ({ pixel_id: fixtures.pixel, ad_account_ids: [fixtures.pixelAccount] }),
  '/auth-pixels/shares': (fixtures: Given) => ({ pixel_id: fixtures.pixel }),
  '/auth-pixels/bind_sites': (fixtures: Given) => ({ pixel_id: fixtures.pixel, site_ids: [fixtures.site] }),
  '/auth-pixels/test_event': (fixtures: Given) => ({ pixel_id: fixtures.pixel, event_name: 'Purchase', url: 'https://drama.test/a' }),
  '/auth-pixels/set_status': (fixtures: Given) => ({ ids: [fixtures.switchedPixel], enabled: false }),
  '/auth-pixels/unbind': (fixtures: Given) => ({ ids: [fixtures.unboundPixel] }),
  '/auth-homepages/list': () => ({}),
  '/auth-homepages/export': () => ({ columns: ['page'], locale: 'en' }),
  '/auth-homepages/simple_list': () => ({}),
  '/auth-homepages/discover': (fixtures: Given) => ({ personal_account_id: fixtures.person }),
  '/auth-homepages/bind': (fixtures: Given) => ({ personal_account_id: fixtures.person, platform_ids: ['123456789012345'], biz: 'dj' }),
  '/auth-homepages/edit': (fixtures: Given) => ({ id: fixtures.homepage, version: 1, ad_limit: 1000 }),
  '/auth-homepages/sync': (fixtures: Given) => ({ ids: [fixtures.switchedHomepage] }),
  '/auth-homepages/bind_sites': (fixtures: Given) => ({ homepage_id: fixtures.homepage, site_ids: [fixtures.site], default_site_ids: [] }),
  '/auth-homepages/set_status': (fixtures: Given) => ({ ids: [fixtures.switchedHomepage], enabled: false }),
  '/auth-homepages/unbind': (fixtures: Given) => ({ ids: [fixtures.unboundHomepage] }),
  '/auth-sites/list': () => ({}),
  '/auth-sites/export': () => ({ columns: ['name'], locale: 'en' }),
  '/auth-sites/simple_list': () => ({}),
  '/auth-sites/detail': (fixtures: Given) => ({ id: fixtures.site }),
  '/auth-sites/create': (fixtures: Given) => ({
    name: '新站点',
    biz: 'dj',
    kind: 'h5',
    domain: `matrix-${fixtures.next()}.test`,
    url_tags: 'ad_id={{ad.id}}',
    timezone_name: 'UTC',
    verify_method: 'meta_tag',
  }),
  '/auth-sites/edit': (fixtures: Given) => ({ id: fixtures.switchedSite, version: 1, name: '改名' }),
  '/auth-sites/set_status': (fixtures: Given) => ({ id: fixtures.switchedSite, status: 'off' }),
  '/auth-sites/delete': (fixtures: Given) => ({ id: fixtures.deletedSite }),
  '/auth-sites/verify_info': (fixtures: Given) => ({ id: fixtures.site }),
  '/auth-sites/verify': (fixtures: Given) => ({ id: fixtures.switchedSite }),
  '/auth-sites/bind_assets': (fixtures: Given) => ({ id: fixtures.site, pixel_ids: [], homepage_ids: [] }),
  '/auth-landings/list': () => ({}),
  '/auth-landings/export': () => ({ columns: ['title'], locale: 'en' }),
  '/auth-landings/simple_list': () => ({}),
  '/auth-landings/create': newLanding,
  '/auth-landings/edit': (fixtures: Given) => ({ id: fixtures.landing, version: 1, title: '改名' }),
  '/auth-landings/batch_create': (fixtures: Given) => ({
    site_id: fixtures.site,
    content_ids: [fixtures.storyDrama],
    languages: ['en'],
    templates: ['direct'],
    status: 'draft',
  }),
  '/auth-landings/batch_status': (fixtures: Given) => ({ ids: [fixtures.switchedLanding], status: 'online' }),
  '/auth-landings/delete': (fixtures: Given) => ({ id: fixtures.deletedLanding }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const anyPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'ok', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const connectionMatrix = {
  '/auth-pixels/list': page,
  '/auth-pixels/export': page,
  '/auth-pixels/simple_list': anyPage,
  '/auth-pixels/discover': page,
  '/auth-pixels/bind': page,
  '/auth-pixels/edit': page,
  '/auth-pixels/share': page,
  '/auth-pixels/unshare': page,
  '/auth-pixels/shares': page,
  '/auth-pixels/bind_sites': page,
  '/auth-pixels/test_event': page,
  '/auth-pixels/set_status': page,
  '/auth-pixels/unbind': page,
  '/auth-homepages/list': page,
  '/auth-homepages/export': page,
  '/auth-homepages/simple_list': anyPage,
  '/auth-homepages/discover': page,
  '/auth-homepages/bind': page,
  '/auth-homepages/edit': page,
  '/auth-homepages/sync': page,
  '/auth-homepages/bind_sites': page,
  '/auth-homepages/set_status': page,
  '/auth-homepages/unbind': page,
  '/auth-sites/list': page,
  '/auth-sites/export': page,
  '/auth-sites/simple_list': anyPage,
  '/auth-sites/detail': page,
  '/auth-sites/create': page,
  '/auth-sites/edit': page,
  '/auth-sites/set_status': page,
  '/auth-sites/delete': page,
  '/auth-sites/verify_info': page,
  '/auth-sites/verify': page,
  '/auth-sites/bind_assets': page,
  '/auth-landings/list': page,
  '/auth-landings/export': page,
  '/auth-landings/simple_list': anyPage,
  '/auth-landings/create': page,
  '/auth-landings/edit': page,
  '/auth-landings/batch_create': page,
  '/auth-landings/batch_status': page,
  '/auth-landings/delete': page,
} as const;

const byId = (body: (id: unknown) => Record<string, unknown>) => ({ by: 'lead_a', body });

/** Calls that take the id of a row, with the rest of the body. */
export const connectionById = {
  '/auth-pixels/edit': byId((id) => ({ id, version: 1, capi_enabled: false })),
  '/auth-homepages/edit': byId((id) => ({ id, version: 1, biz: 'ec' })),
  '/auth-sites/detail': byId((id) => ({ id })),
  '/auth-sites/edit': byId((id) => ({ id, version: 1, name: 'x' })),
  '/auth-sites/set_status': byId((id) => ({ id, status: 'off' })),
  '/auth-sites/delete': byId((id) => ({ id })),
  '/auth-sites/verify_info': byId((id) => ({ id })),
  '/auth-sites/verify': byId((id) => ({ id })),
  '/auth-sites/bind_assets': byId((id) => ({ id, pixel_ids: [], homepage_ids: [] })),
  '/auth-landings/edit': byId((id) => ({ id, version: 1, title: 'x' })),
  '/auth-landings/delete': byId((id) => ({ id })),
};

import type { TestApp } from '#tests/support/app.ts';
import { connectionsOf } from '#tests/support/connections.ts';
import { contentOf } from '#tests/support/content.ts';

/** What the calls of pixels, homepages, sites and landing pages are made on; lead_a and administrators may write it. */
export interface ConnectionCast {
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

export async function connectionStage(server: TestApp): Promise<ConnectionCast> {
  const rows = connectionsOf(() => server);
  const { id: person } = await rows.worldPerson('lead_a');
  const owner = await rows.account(person);
  const siteOf = async () => {
    const id = await rows.site();
    await rows.assign('site', id, { user: 'lead_a' });
    return id;
  };
  const storyDrama = await contentOf(() => server).drama({ code: 'MATRIX-LANDING' });
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

type Given = ConnectionCast & { next(): number };

const newLanding = (cast: Given) => ({
  site_id: cast.site,
  content_id: cast.storyDrama,
  title: '新落地页',
  slug: `new-${cast.next()}`,
  template: 'quiz',
  language: 'en',
  status: 'draft',
});

export const connectionBodies = {
  '/auth-pixels/list': () => ({}),
  '/auth-pixels/export': () => ({ columns: ['name'], locale: 'en' }),
  '/auth-pixels/simple_list': () => ({}),
  '/auth-pixels/discover': (cast: Given) => ({ personal_account_id: cast.person }),
  '/auth-pixels/bind': (cast: Given) => ({ personal_account_id: cast.person, platform_ids: ['123456789012345'] }),
  '/auth-pixels/edit': (cast: Given) => ({ id: cast.pixel, version: 1, test_event_code: `TEST${cast.next()}` }),
  '/auth-pixels/share': (cast: Given) => ({ pixel_id: cast.pixel, ad_account_ids: [cast.pixelAccount] }),
  '/auth-pixels/unshare': (cast: Given) => ({ pixel_id: cast.pixel, ad_account_ids: [cast.pixelAccount] }),
  '/auth-pixels/shares': (cast: Given) => ({ pixel_id: cast.pixel }),
  '/auth-pixels/bind_sites': (cast: Given) => ({ pixel_id: cast.pixel, site_ids: [cast.site] }),
  '/auth-pixels/test_event': (cast: Given) => ({ pixel_id: cast.pixel, event_name: 'Purchase', url: 'https://drama.test/a' }),
  '/auth-pixels/set_status': (cast: Given) => ({ ids: [cast.switchedPixel], enabled: false }),
  '/auth-pixels/unbind': (cast: Given) => ({ ids: [cast.unboundPixel] }),
  '/auth-homepages/list': () => ({}),
  '/auth-homepages/export': () => ({ columns: ['page'], locale: 'en' }),
  '/auth-homepages/simple_list': () => ({}),
  '/auth-homepages/discover': (cast: Given) => ({ personal_account_id: cast.person }),
  '/auth-homepages/bind': (cast: Given) => ({ personal_account_id: cast.person, platform_ids: ['123456789012345'], biz: 'dj' }),
  '/auth-homepages/edit': (cast: Given) => ({ id: cast.homepage, version: 1, ad_limit: 1000 }),
  '/auth-homepages/sync': (cast: Given) => ({ ids: [cast.switchedHomepage] }),
  '/auth-homepages/bind_sites': (cast: Given) => ({ homepage_id: cast.homepage, site_ids: [cast.site], default_site_ids: [] }),
  '/auth-homepages/set_status': (cast: Given) => ({ ids: [cast.switchedHomepage], enabled: false }),
  '/auth-homepages/unbind': (cast: Given) => ({ ids: [cast.unboundHomepage] }),
  '/auth-sites/list': () => ({}),
  '/auth-sites/export': () => ({ columns: ['name'], locale: 'en' }),
  '/auth-sites/simple_list': () => ({}),
  '/auth-sites/detail': (cast: Given) => ({ id: cast.site }),
  '/auth-sites/create': (cast: Given) => ({
    name: '新站点',
    biz: 'dj',
    kind: 'h5',
    domain: `matrix-${cast.next()}.test`,
    url_tags: 'ad_id={{ad.id}}',
    timezone_name: 'UTC',
    verify_method: 'meta_tag',
  }),
  '/auth-sites/edit': (cast: Given) => ({ id: cast.switchedSite, version: 1, name: '改名' }),
  '/auth-sites/set_status': (cast: Given) => ({ id: cast.switchedSite, status: 'off' }),
  '/auth-sites/delete': (cast: Given) => ({ id: cast.deletedSite }),
  '/auth-sites/verify_info': (cast: Given) => ({ id: cast.site }),
  '/auth-sites/verify': (cast: Given) => ({ id: cast.switchedSite }),
  '/auth-sites/bind_assets': (cast: Given) => ({ id: cast.site, pixel_ids: [], homepage_ids: [] }),
  '/auth-landings/list': () => ({}),
  '/auth-landings/export': () => ({ columns: ['title'], locale: 'en' }),
  '/auth-landings/simple_list': () => ({}),
  '/auth-landings/create': newLanding,
  '/auth-landings/edit': (cast: Given) => ({ id: cast.landing, version: 1, title: '改名' }),
  '/auth-landings/batch_create': (cast: Given) => ({
    site_id: cast.site,
    content_ids: [cast.storyDrama],
    languages: ['en'],
    templates: ['direct'],
    status: 'draft',
  }),
  '/auth-landings/batch_status': (cast: Given) => ({ ids: [cast.switchedLanding], status: 'online' }),
  '/auth-landings/delete': (cast: Given) => ({ id: cast.deletedLanding }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited one has not. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const anyPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'ok', 'TOKEN_REVOKED'];

/** Written by hand, as the whole matrix. */
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

/** Calls that take the id of a row, with a body around it. */
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

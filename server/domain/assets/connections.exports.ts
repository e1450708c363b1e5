import { exportHomepages, type HomepageRow } from '#contracts/endpoints/homepages.ts';
import { exportLandings, type LandingRow } from '#contracts/endpoints/landing-pages.ts';
import { exportPixels, type PixelRow } from '#contracts/endpoints/pixels.ts';
import { exportSites, type SiteRow } from '#contracts/endpoints/sites.ts';
import { homepageColumnWords, homepageFilters, homepageStatusWords } from '#contracts/vocabulary/homepages.ts';
import { landingColumnWords, landingFilters, landingStatusWords, landingTemplateWords } from '#contracts/vocabulary/landing-pages.ts';
import { pixelColumnWords, pixelFilters, pixelHealthWords, pixelStatusWords } from '#contracts/vocabulary/pixels.ts';
import { siteColumnWords, siteFilters, siteKindWords, siteStatusWords, verifyStateWords } from '#contracts/vocabulary/sites.ts';
import { type CallContext, defineCall } from '../call.ts';
import {
  COUNT,
  type DescribedFilter,
  describeFilters,
  exportFile,
  findRowName,
  instant,
  MONEY,
  names,
  PERCENT,
  pick,
  withHeadings,
  yes,
} from '../spreadsheet/index.ts';
import { findNameOrNumber } from './asset-access.ts';
import { bizWords } from './asset-words.ts';
import { countHomepages, type HomepageFilter, selectHomepages, toHomepageRow } from './homepages.repository.ts';
import { countLandings, findContentName, type LandingFilter, selectLandings, toLandingRow } from './landings.repository.ts';
import { countPixels, type PixelFilter, selectPixels, toPixelRow } from './pixels.repository.ts';
import { countSites, type SiteFilter, selectSites, toSiteRow } from './sites.repository.ts';

const pixelColumns = withHeadings<PixelRow, keyof typeof pixelColumnWords>(pixelColumnWords, {
  name: { width: 24, cell: (row) => row.name },
  platform_pixel_id: { width: 22, cell: (row) => row.platform_pixel_id },
  status: { width: 12, cell: (row, locale) => pick(pixelStatusWords[row.status], locale) },
  health: { width: 12, cell: (row, locale) => pick(pixelHealthWords[row.health], locale) },
  owner_account: { width: 24, cell: (row) => row.owner_account.label },
  owner_business: { width: 24, cell: (row) => row.owner_business },
  shared_accounts: { width: 12, format: COUNT, cell: (row) => row.shared_accounts },
  sites: { width: 24, cell: (row) => names(row.sites) },
  capi_enabled: { width: 12, cell: (row, locale) => yes(row.capi_enabled, locale) },
  last_fired_at: { width: 18, cell: (row) => instant(row.last_fired_at) },
  events_24h: { width: 14, format: COUNT, cell: (row) => row.events_24h },
  dup_rate: { width: 12, format: PERCENT, cell: (row) => row.dup_rate },
  report_gap: { width: 12, format: PERCENT, cell: (row) => row.report_gap },
  assignees: { width: 24, cell: (row) => names(row.assignees) },
  personal_account: { width: 18, cell: (row) => row.personal_account.label },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const homepageColumns = withHeadings<HomepageRow, keyof typeof homepageColumnWords>(homepageColumnWords, {
  page: { width: 24, cell: (row) => row.name },
  platform_page_id: { width: 22, cell: (row) => row.platform_page_id },
  category: { width: 16, cell: (row) => row.category },
  status: { width: 12, cell: (row, locale) => pick(homepageStatusWords[row.status], locale) },
  tasks: { width: 40, cell: (row) => row.tasks.join(', ') },
  ads_active: { width: 12, format: COUNT, cell: (row) => row.ads_active },
  ad_limit: { width: 12, format: COUNT, cell: (row) => row.ad_limit },
  usage: { width: 12, format: PERCENT, cell: (row) => row.ads_active / row.ad_limit },
  posts: { width: 10, format: COUNT, cell: (row) => row.posts },
  sites: { width: 24, cell: (row) => names(row.sites) },
  biz: { width: 12, cell: (row, locale) => pick(bizWords[row.biz], locale) },
  assignees: { width: 24, cell: (row) => names(row.assignees) },
  personal_account: { width: 18, cell: (row) => row.personal_account.label },
  last_sync_at: { width: 18, cell: (row) => instant(row.last_sync_at) },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const siteColumns = withHeadings<SiteRow, keyof typeof siteColumnWords>(siteColumnWords, {
  name: { width: 20, cell: (row) => row.name },
  domain: { width: 26, cell: (row) => row.domain },
  biz: { width: 12, cell: (row, locale) => pick(bizWords[row.biz], locale) },
  kind: { width: 10, cell: (row, locale) => pick(siteKindWords[row.kind], locale) },
  verify_state: { width: 12, cell: (row, locale) => pick(verifyStateWords[row.verify_state], locale) },
  pixels: { width: 24, cell: (row) => names(row.pixels) },
  default_pixel: { width: 20, cell: (row) => row.default_pixel?.label ?? null },
  homepages: { width: 24, cell: (row) => names(row.homepages) },
  default_homepage: { width: 20, cell: (row) => row.default_homepage?.label ?? null },
  landings: { width: 10, format: COUNT, cell: (row) => row.landings },
  uv_7d: { width: 14, format: COUNT, cell: (row) => row.uv_7d },
  revenue_7d: { width: 18, format: MONEY, cell: (row) => row.revenue_7d_usd / 100 },
  assignees: { width: 24, cell: (row) => names(row.assignees) },
  status: { width: 10, cell: (row, locale) => pick(siteStatusWords[row.status], locale) },
  timezone_name: { width: 20, cell: (row) => row.timezone_name },
  url_tags: { width: 40, cell: (row) => row.url_tags },
  verified_at: { width: 18, cell: (row) => instant(row.verified_at) },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const landingColumns = withHeadings<LandingRow, keyof typeof landingColumnWords>(landingColumnWords, {
  site: { width: 20, cell: (row) => row.site.label },
  title: { width: 24, cell: (row) => row.title },
  slug: { width: 24, cell: (row) => row.slug },
  url: { width: 40, cell: (row) => row.url },
  content: { width: 24, cell: (row) => row.content.label },
  template: { width: 12, cell: (row, locale) => pick(landingTemplateWords[row.template], locale) },
  start_episode: { width: 10, format: COUNT, cell: (row) => row.start_episode },
  language: { width: 10, cell: (row) => row.language },
  country: { width: 10, cell: (row) => row.country },
  ab_group: { width: 14, cell: (row) => row.ab_group },
  ads_running: { width: 12, format: COUNT, cell: (row) => row.ads_running },
  pv_7d: { width: 14, format: COUNT, cell: (row) => row.pv_7d },
  lp_pay_rate: { width: 12, format: PERCENT, cell: (row) => row.lp_pay_rate },
  status: { width: 10, cell: (row, locale) => pick(landingStatusWords[row.status], locale) },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

type NameContext = Pick<CallContext, 'db' | 'caller'>;

const describePixelFilters = ({ db, caller }: NameContext, filter: PixelFilter): Promise<DescribedFilter[]> =>
  describeFilters(pixelFilters, filter, {
    owner_account_id: (id) => findNameOrNumber(db, caller, 'ad_account', id),
    account_id: (id) => findNameOrNumber(db, caller, 'ad_account', id),
    site_id: (id) => findNameOrNumber(db, caller, 'site', id),
    personal_account_id: (id) => findNameOrNumber(db, caller, 'personal_account', id),
  });

const describeHomepageFilters = ({ db, caller }: NameContext, filter: HomepageFilter): Promise<DescribedFilter[]> =>
  describeFilters(homepageFilters, filter, {
    personal_account_id: (id) => findNameOrNumber(db, caller, 'personal_account', id),
    site_id: (id) => findNameOrNumber(db, caller, 'site', id),
    assignee_id: (id) => findRowName(db, 'sys_user', id),
  });

const describeSiteFilters = (filter: SiteFilter): Promise<DescribedFilter[]> => describeFilters(siteFilters, filter, {});

const describeLandingFilters = ({ db, caller }: NameContext, filter: LandingFilter): Promise<DescribedFilter[]> =>
  describeFilters(landingFilters, filter, {
    site_id: (id) => findNameOrNumber(db, caller, 'site', id),
    drama_id: (id) => findContentName(db, 'dj', id),
    product_id: (id) => findContentName(db, 'ec', id),
  });

export const connectionExports = [
  defineCall({
    endpoint: exportPixels,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '像素', en: 'Pixels' },
        slug: 'pixels',
        columns: pixelColumns,
        count: (db) => countPixels(db, context, request),
        rows: selectPixels(context, request),
        shape: (found) => toPixelRow(found, context),
        filters: (db) => describePixelFilters({ db, caller: context.caller }, request),
      }),
  }),
  defineCall({
    endpoint: exportHomepages,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '主页关联', en: 'Pages' },
        slug: 'homepages',
        columns: homepageColumns,
        count: (db) => countHomepages(db, context.caller, request),
        rows: selectHomepages(context.caller, request),
        shape: (found) => toHomepageRow(found, context),
        filters: (db) => describeHomepageFilters({ db, caller: context.caller }, request),
      }),
  }),
  defineCall({
    endpoint: exportSites,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '站点关联', en: 'Sites' },
        slug: 'sites',
        columns: siteColumns,
        count: (db) => countSites(db, context.caller, request),
        rows: selectSites(context, request),
        shape: (found) => toSiteRow(found, context),
        filters: () => describeSiteFilters(request),
      }),
  }),
  defineCall({
    endpoint: exportLandings,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '落地页', en: 'Landing pages' },
        slug: 'landing-pages',
        columns: landingColumns,
        count: (db) => countLandings(db, context.caller, request),
        rows: selectLandings(context, request),
        shape: (found) => toLandingRow(found, context.caller),
        filters: (db) => describeLandingFilters({ db, caller: context.caller }, request),
      }),
  }),
];

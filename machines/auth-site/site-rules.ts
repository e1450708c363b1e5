import type { SiteRow as WholeSiteRow } from '#contracts/endpoints/sites.ts';
import { AD_TAG, normalizeDomain, urlTagMacros, urlTagsProblem } from '#contracts/rules/sites.ts';
import { siteFilters, siteSortable } from '#contracts/vocabulary/sites.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  arrayMaximum,
  faultsIn,
  firstFault,
  oneOf,
  required,
  requiredChoice,
  stringMaximum,
  stringRange,
  url,
} from '../kernel/form/field-rules.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type SiteRow = Pick<
  WholeSiteRow,
  | 'id'
  | 'version'
  | 'name'
  | 'domain'
  | 'biz'
  | 'kind'
  | 'app_url_ios'
  | 'app_url_android'
  | 'url_tags'
  | 'timezone_name'
  | 'verify_method'
  | 'verify_state'
  | 'verify_error'
  | 'verified_at'
  | 'pixels'
  | 'default_pixel'
  | 'homepages'
  | 'default_homepage'
  | 'landings'
  | 'uv_7d'
  | 'revenue_7d_usd'
  | 'assignees'
  | 'status'
  | 'created_at'
  | 'can'
>;

export type SitePermit = SiteRow['can'][number];

export type SiteKind = SiteRow['kind'];
export type VerifyMethod = SiteRow['verify_method'];

export const siteQuery = vocabularyQuery(siteFilters, siteSortable);

export type SiteFilters = ReturnType<typeof siteQuery.read>['filters'];

/** What is typed into the drawer of a site. */
export interface SiteValues {
  name: string;
  biz: 'dj' | 'ec';
  kind: SiteKind;
  domain: string;
  app_url_ios: string;
  app_url_android: string;
  url_tags: string;
  timezone_name: string;
  pixel_ids: number[];
  default_pixel_id: number | undefined;
  homepage_ids: number[];
  default_homepage_id: number | undefined;
  verify_method: VerifyMethod;
}

export interface SiteSubject {
  id: number;
  version: number;
  name: string;
}

export const URL_TAGS_MOST = 500;

const DEFAULT_TAGS = `${AD_TAG}&adset_id={{adset.id}}&campaign_id={{campaign.id}}`;

export const blankSite: SiteValues = {
  name: '',
  biz: 'dj',
  kind: 'h5',
  domain: '',
  app_url_ios: '',
  app_url_android: '',
  url_tags: DEFAULT_TAGS,
  timezone_name: 'UTC',
  pixel_ids: [],
  default_pixel_id: undefined,
  homepage_ids: [],
  default_homepage_id: undefined,
  verify_method: 'dns_txt',
};

const aHost = (typed: string) => (normalizeDomain(typed) === undefined ? { rule: 'pattern' } : undefined);

/** As many pixels, and as many homepages, as a site may have. */
const RELATED_MOST = 100;

/** What the channel might fill in for a macro. */
const SAMPLE_VALUES = {
  'ad.id': '120210000000000301',
  'adset.id': '120210000000000201',
  'campaign.id': '120210000000000101',
  site_source_name: 'fb',
  placement: 'feed',
} satisfies Record<(typeof urlTagMacros)[number], string>;
const SAMPLES: ReadonlyMap<string, string> = new Map(Object.entries(SAMPLE_VALUES));

/** The macros as they are written in tags. */
export const MACROS = urlTagMacros.map((name) => `{{${name}}}`).join(' ');

export function tagsFault(typed: string): FieldFault | undefined {
  const problem = urlTagsProblem(typed.trim());
  if (problem === 'ad') return { rule: 'contains', params: { text: AD_TAG } };
  if (problem === 'macro') return { rule: 'enum', params: { values: MACROS } };
  return problem && { rule: 'pattern' };
}

export const checkSite = (values: SiteValues): FieldFaults<SiteValues> => {
  const isApp = values.kind === 'app';
  const hasApp = values.app_url_ios.trim() !== '' || values.app_url_android.trim() !== '';
  return faultsIn<SiteValues>({
    name: firstFault(values.name, required, stringRange(1, 60)),
    domain: firstFault(values.domain, required, aHost),
    app_url_ios: isApp ? (firstFault(values.app_url_ios, url) ?? (hasApp ? undefined : { rule: 'required' })) : undefined,
    app_url_android: isApp ? firstFault(values.app_url_android, url) : undefined,
    url_tags: firstFault(values.url_tags, required, stringMaximum(URL_TAGS_MOST), tagsFault),
    timezone_name: firstFault(values.timezone_name, required),
    pixel_ids: firstFault(values.pixel_ids, arrayMaximum(RELATED_MOST)),
    default_pixel_id: firstFault(values.default_pixel_id, oneOf(values.pixel_ids)),
    homepage_ids: firstFault(values.homepage_ids, arrayMaximum(RELATED_MOST)),
    default_homepage_id: firstFault(values.default_homepage_id, oneOf(values.homepage_ids)),
    verify_method: firstFault(values.verify_method, requiredChoice),
  });
};

export const siteDraft = (row: SiteRow) => ({
  values: {
    name: row.name,
    biz: row.biz,
    kind: row.kind,
    domain: row.domain,
    app_url_ios: row.app_url_ios ?? '',
    app_url_android: row.app_url_android ?? '',
    url_tags: row.url_tags,
    timezone_name: row.timezone_name,
    pixel_ids: row.pixels.map(({ id }) => id),
    default_pixel_id: row.default_pixel?.id,
    homepage_ids: row.homepages.map(({ id }) => id),
    default_homepage_id: row.default_homepage?.id,
    verify_method: row.verify_method,
  },
  subject: { id: row.id, version: row.version, name: row.name },
});

/** The address with its tags, as an ad would carry it. */
export const taggedUrl = (address: string, tags: string): string => {
  const added = tags.trim().replace(/^[?&]+/, '');
  if (added === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${added}`;
};

/** What a visitor's browser would see, with sample values in place of the macros. Macros that nobody fills in stay as they are. */
export const filledIn = (tagged: string): string =>
  tagged.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (macro, name: string) => SAMPLES.get(name) ?? macro);

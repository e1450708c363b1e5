import type { HomepageRow as WholeHomepageRow } from '#contracts/endpoints/homepages.ts';
import { homepageFilters, homepageSortable } from '#contracts/vocabulary/homepages.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import { arrayMaximum, faultsIn, firstFault, requiredChoice } from '../kernel/form/field-rules.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type HomepageRow = Pick<
  WholeHomepageRow,
  | 'id'
  | 'version'
  | 'platform_page_id'
  | 'name'
  | 'picture_url'
  | 'category'
  | 'status'
  | 'usable_for_ads'
  | 'ads_obstacle'
  | 'usable_for_posts'
  | 'posts_obstacle'
  | 'tasks'
  | 'is_published'
  | 'ad_limit'
  | 'ads_active'
  | 'posts'
  | 'sites'
  | 'default_sites'
  | 'biz'
  | 'assignees'
  | 'personal_account'
  | 'last_sync_at'
  | 'sync_error'
  | 'created_at'
  | 'can'
>;

export type HomepagePermit = HomepageRow['can'][number];
export type AdLimit = HomepageRow['ad_limit'];

export const homepageQuery = vocabularyQuery(homepageFilters, homepageSortable);

export type HomepageFilters = ReturnType<typeof homepageQuery.read>['filters'];

/** Usage of the ad limit: scarce from nine tenths on, exhausted at the limit. */
export const usageOf = ({ ads_active, ad_limit }: Pick<HomepageRow, 'ads_active' | 'ad_limit'>) => {
  const share = ads_active / ad_limit;
  return { share, level: share >= 1 ? ('full' as const) : share >= 0.9 ? ('short' as const) : ('free' as const) };
};

/** Tasks that ads or posts need on this page and that its authorising account lacks. */
export const missingTasks = ({ tasks }: Pick<HomepageRow, 'tasks'>): string[] =>
  ['ADVERTISE', 'CREATE_CONTENT'].filter((task) => !tasks.includes(task));

export interface HomepageValues {
  ad_limit: AdLimit;
  biz: 'dj' | 'ec';
}

export const blankHomepage: HomepageValues = { ad_limit: 250, biz: 'dj' };

export interface HomepageSubject {
  id: number;
  name: string;
}

export interface VersionedHomepage extends HomepageSubject {
  version: number;
}

export const checkHomepage = ({ ad_limit, biz }: HomepageValues): FieldFaults<HomepageValues> =>
  faultsIn<HomepageValues>({ ad_limit: firstFault(ad_limit, requiredChoice), biz: firstFault(biz, requiredChoice) });

export const homepageDraft = (row: HomepageRow) => ({
  values: { ad_limit: row.ad_limit, biz: row.biz },
  subject: { id: row.id, version: row.version, name: row.name },
});

const MAX_SITES = 100;

/** The sites of a page, and those of which it is the default page. */
export interface HomepageSitesValues {
  site_ids: number[];
  default_site_ids: number[];
}

export const blankHomepageSites: HomepageSitesValues = { site_ids: [], default_site_ids: [] };

export const checkHomepageSites = ({ site_ids, default_site_ids }: HomepageSitesValues): FieldFaults<HomepageSitesValues> =>
  faultsIn<HomepageSitesValues>({
    site_ids: firstFault(site_ids, arrayMaximum(MAX_SITES)),
    default_site_ids: default_site_ids.every((one) => site_ids.includes(one))
      ? undefined
      : { rule: 'enum', params: { values: site_ids.join(', ') } },
  });

export const homepageSitesDraft = (row: HomepageRow) => ({
  values: { site_ids: row.sites.map(({ id: site }) => site), default_site_ids: row.default_sites.map(({ id: site }) => site) },
  subject: { id: row.id, name: row.name },
});

/** The parameters of a bulk action on homepages. */
export interface HomepageBatchParams {
  action: 'sync' | 'enable' | 'disable' | 'unbind';
}

export const blankHomepageBatch: HomepageBatchParams = { action: 'sync' };

/** The further fields of an import. */
export interface HomepageImportParams {
  biz: 'dj' | 'ec';
}

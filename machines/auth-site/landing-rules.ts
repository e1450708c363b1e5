import type { LandingRow as WholeLandingRow } from '#contracts/endpoints/landing-pages.ts';
import { landingFilters, landingSortable } from '#contracts/vocabulary/landing-pages.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import {
  arrayMaximum,
  arrayMinimum,
  faultsIn,
  firstFault,
  numberRange,
  pattern,
  required,
  requiredChoice,
  stringMaximum,
  stringRange,
  wholeNumber,
} from '../kernel/form/field-rules.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type LandingRow = Pick<
  WholeLandingRow,
  | 'id'
  | 'version'
  | 'site'
  | 'biz'
  | 'content'
  | 'title'
  | 'slug'
  | 'old_slugs'
  | 'url'
  | 'url_tagged'
  | 'template'
  | 'start_episode'
  | 'language'
  | 'country'
  | 'ab_group'
  | 'status'
  | 'ads_running'
  | 'pv_7d'
  | 'lp_pay_rate'
  | 'created_at'
  | 'can'
>;

export type LandingPermit = LandingRow['can'][number];
export type Template = LandingRow['template'];
export type LandingStatus = LandingRow['status'];

const { site_id, keyword, drama_id, template, status } = landingFilters;
/** Beside the query of the sites. `site_id`: the site whose landing pages are unfolded. */
export const landingQuery = vocabularyQuery({ site_id, keyword, drama_id, template, status }, landingSortable, {
  pageSize: 20,
  prefix: 'landing_',
});

export type LandingFilters = ReturnType<typeof landingQuery.read>['filters'];

/** Templates that begin at an episode of a drama. */
export const startsAtEpisode = (template: Template): boolean => template === 'list' || template === 'player';

/** Longest drama there is, in episodes; how many this one has, the server knows. */
const EPISODES_MOST = 500;

export interface LandingValues {
  site_id: number;
  /** Of the site. */
  biz: 'dj' | 'ec';
  /** A drama or a product, by the line of the site. */
  content_id: number | undefined;
  title: string;
  slug: string;
  template: Template;
  start_episode: number | undefined;
  language: string | undefined;
  country: string | undefined;
  ab_group: string;
  status: LandingStatus;
}

export const blankLanding: LandingValues = {
  site_id: 0,
  biz: 'dj',
  content_id: undefined,
  title: '',
  slug: '',
  template: 'list',
  start_episode: undefined,
  language: undefined,
  country: undefined,
  ab_group: '',
  status: 'draft',
};

export interface LandingSubject {
  id: number;
  version: number;
  title: string;
  slug: string;
  status: LandingStatus;
  /** Running ads that lead to it. */
  ads_running: number;
}

export const SLUG_PATTERN = /^[a-z0-9-]{1,80}$/;

/** Whether it begins at an episode of its drama. */
export const hasStartEpisode = ({ biz, template }: Pick<LandingValues, 'biz' | 'template'>): boolean =>
  biz === 'dj' && startsAtEpisode(template);

/** What a page may become: one that was online is never a draft again. */
export const statusesFrom = (status: LandingStatus | undefined): LandingStatus[] => {
  if (status === undefined || status === 'draft') return ['draft', 'online'];
  return ['online', 'offline'];
};

const episodeFault = (values: Pick<LandingValues, 'biz' | 'start_episode'> & { template: Template | undefined }) =>
  values.biz === 'dj' && values.template && startsAtEpisode(values.template)
    ? firstFault(values.start_episode, wholeNumber, numberRange(1, EPISODES_MOST))
    : undefined;

export const checkLanding = (values: LandingValues): FieldFaults<LandingValues> =>
  faultsIn<LandingValues>({
    content_id: firstFault(values.content_id, requiredChoice),
    title: firstFault(values.title, required, stringRange(1, 80)),
    slug: firstFault(values.slug, required, pattern(SLUG_PATTERN)),
    start_episode: episodeFault(values),
    language: firstFault(values.language, requiredChoice),
    ab_group: firstFault(values.ab_group, stringMaximum(AB_GROUP_MOST)),
  });

export const AB_GROUP_MOST = 20;

const valuesOf = (row: LandingRow): LandingValues => ({
  site_id: row.site.id,
  biz: row.biz,
  content_id: row.content.id,
  title: row.title,
  slug: row.slug,
  template: row.template,
  start_episode: row.start_episode ?? undefined,
  language: row.language,
  country: row.country ?? undefined,
  ab_group: row.ab_group ?? '',
  status: row.status,
});

export const landingDraft = (row: LandingRow) => ({
  values: valuesOf(row),
  subject: { id: row.id, version: row.version, title: row.title, slug: row.slug, status: row.status, ads_running: row.ads_running },
});

const COPY_SUFFIX = '-copy';
const SLUG_MOST = 80;

/** A new page like this one, under another slug, and not online before somebody says so. */
export const landingCopy = (row: LandingRow) => ({
  values: { ...valuesOf(row), slug: `${row.slug.slice(0, SLUG_MOST - COPY_SUFFIX.length)}${COPY_SUFFIX}`, status: 'draft' as const },
  subject: undefined,
});

/** What a new page begins with. */
export const newLanding = ({ id: site_id, biz }: { id: number; biz: 'dj' | 'ec' }) => ({
  values: { ...blankLanding, site_id, biz },
  subject: undefined,
});

/** As many landing pages as one order may make. */
export const GENERATED_MOST = 200;

export interface GenerationValues {
  site_id: number;
  biz: 'dj' | 'ec';
  content_ids: number[];
  languages: string[];
  templates: Template[];
  start_episode: number | undefined;
  country: string | undefined;
  ab_group: string;
  status: 'draft' | 'online';
}

export const blankGeneration: GenerationValues = {
  site_id: 0,
  biz: 'dj',
  content_ids: [],
  languages: [],
  templates: [],
  start_episode: undefined,
  country: undefined,
  ab_group: '',
  status: 'draft',
};

/** One page for each content in each language with each template. */
export const generatedCount = ({ content_ids, languages, templates }: Pick<GenerationValues, 'content_ids' | 'languages' | 'templates'>) =>
  content_ids.length * languages.length * templates.length;

/** Whether one of the templates begins at an episode. */
export const generatesEpisodes = ({ biz, templates }: Pick<GenerationValues, 'biz' | 'templates'>): boolean =>
  biz === 'dj' && templates.some(startsAtEpisode);

export const checkGeneration = (values: GenerationValues): FieldFaults<GenerationValues> => {
  const perContent = values.languages.length * values.templates.length;
  const most = perContent > 0 ? Math.floor(GENERATED_MOST / perContent) : GENERATED_MOST;
  return faultsIn<GenerationValues>({
    content_ids: firstFault(values.content_ids, arrayMinimum(1), arrayMaximum(most)),
    languages: firstFault(values.languages, arrayMinimum(1)),
    templates: firstFault(values.templates, arrayMinimum(1)),
    start_episode: episodeFault({ ...values, template: values.templates.find(startsAtEpisode) }),
    ab_group: firstFault(values.ab_group, stringMaximum(AB_GROUP_MOST)),
  });
};

/** What is done to several landing pages at once. */
export interface LandingBatchParams {
  status: 'online' | 'offline';
  /** Takes pages offline although running ads lead to them. */
  force: boolean;
}

export const blankLandingBatch: LandingBatchParams = { status: 'online', force: false };

export const isForced = ({ status, force }: LandingBatchParams): boolean => status === 'offline' && force;

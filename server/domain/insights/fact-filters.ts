import { type RawBuilder, sql } from 'kysely';
import { dramaFigureFilters, materialFigureFilters, orderFigureFilters, type reportFilters } from '#contracts/vocabulary/report-filters.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { containsWord } from '../searching.ts';
import type { Caller } from '../work-context.ts';
import { type Days, getComparedDate } from './days.ts';
import { coalesceValue, type DimensionKey, getDimension, getDurationBand } from './dimensions.ts';
import type { FactSource } from './facts.ts';

type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** Filters of everything about ads, of their dramas, and below which of them it is. */
export type FactFilter = SetFilters<typeof reportFilters>;

/** Rows that the requested facts must belong to. */
export type Under = readonly { by: DimensionKey; id: number | string }[];

/**
 * SQL condition: the owner stored with a fact `f` is in the caller's scope. Facts without an owner are for administrators. The users are
 * selected once as an array, so that an index finds the facts.
 */
export function isFactVisible(caller: Viewer): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind !== 'subtree') return userInScope(scope, sql`f.owner_user_id`);
  return sql<boolean>`f.owner_user_id = any(array(
    select su.id from sys_user su left join sys_department sd on sd.id = su.department_id where su.id = ${scope.self} or sd.path like ${`${scope.path}%`}))`;
}

/** The same, and facts whose material was made by an editor in the caller's scope. */
function isOwnOrMaterialVisible(caller: Viewer): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind === 'everyone') return sql<boolean>`true`;
  if (scope.kind === 'self') return sql<boolean>`(f.owner_user_id = ${scope.self} or f.creator_user_id = ${scope.self})`;
  const users = sql`array(
    select su.id from sys_user su left join sys_department sd on sd.id = su.department_id where su.id = ${scope.self} or sd.path like ${`${scope.path}%`})`;
  return sql<boolean>`(f.owner_user_id = any(${users}) or f.creator_user_id = any(${users}))`;
}

/** Filters and dimensions that say nothing of accounts, owners and campaigns. */
const ANONYMOUS_FILTERS: readonly (keyof FactFilter)[] = [
  'biz',
  'channel',
  'country',
  'drama_id',
  'product_id',
  'material_id',
  ...(Object.keys(dramaFigureFilters) as (keyof typeof dramaFigureFilters)[]),
  ...(Object.keys(materialFigureFilters) as (keyof typeof materialFigureFilters)[]),
];
const ANONYMOUS_DIMENSIONS: readonly DimensionKey[] = [
  'biz',
  'channel',
  'country',
  'drama',
  'product',
  'language',
  'genre',
  'stage',
  'material',
  'creator',
  'creator_department',
  'kind',
  'ratio',
  'duration',
  'material_language',
  'tag',
  'date',
  'month',
  'hour',
];

/** What a question shows of facts that belong to others. */
export interface Visibility {
  /** Replaces the caller's own visibility. */
  readonly visible?: RawBuilder<boolean>;
  /** Some of the facts belong to others, so no account may be named. */
  readonly isAnonymous?: true;
}

/**
 * The visibility in reports that also show editors what others spent on their materials. These facts count as amounts only: a grouping or
 * filter by account, owner, campaign or ad leaves them out.
 */
export function chooseMaterialVisibility(caller: Viewer, filter: FactFilter, dimensions: readonly DimensionKey[]): Visibility {
  const isAnonymous =
    scopeOf(caller).kind !== 'everyone' &&
    dimensions.every((key) => ANONYMOUS_DIMENSIONS.includes(key)) &&
    (Object.keys(filter) as (keyof FactFilter)[]).every((key) => ANONYMOUS_FILTERS.includes(key) || !isSet(filter[key]));
  return isAnonymous ? { visible: isOwnOrMaterialVisible(caller), isAnonymous } : {};
}

/** Filters of events, which facts of ads cannot answer. The health is resolved to pixels before. */
const EVENT_FILTERS = ['event_name', 'event_source', 'health'] as const;
type EventFilter = (typeof EVENT_FILTERS)[number];
const isEventFilter = (key: keyof FactFilter): key is EventFilter => EVENT_FILTERS.some((one) => one === key);

/** Filters that account days can answer, or that do not apply to them; the others concern single ads or their content. */
const ACCOUNT_DAY_FILTERS: readonly (keyof FactFilter)[] = [
  'biz',
  'channel',
  'department_id',
  'user_id',
  'unowned',
  'ad_account_id',
  'time_basis',
];
const TITLE_DAY_FILTERS: readonly (keyof FactFilter)[] = [
  ...ACCOUNT_DAY_FILTERS,
  'drama_id',
  'product_id',
  ...(Object.keys(dramaFigureFilters) as (keyof typeof dramaFigureFilters)[]),
];

const isSet = (value: FactFilter[keyof FactFilter]): boolean => value !== undefined && !(typeof value === 'string' && value.trim() === '');

const CREATOR_MONTH_FILTERS: readonly (keyof FactFilter)[] = [
  'biz',
  'department_id',
  'user_id',
  'unowned',
  'ad_account_id',
  'creator_id',
  'creator_department_id',
  'time_basis',
];

const hasOnly = (filter: FactFilter, known: readonly (keyof FactFilter)[]): boolean =>
  (Object.keys(filter) as (keyof FactFilter)[]).every((key) => known.includes(key) || !isSet(filter[key]));

/** True when only filters are set that account days can answer. */
export const canUseAccountDays = (filter: FactFilter): boolean => hasOnly(filter, ACCOUNT_DAY_FILTERS);

/** True when only filters are set that days of titles can answer. */
export const canUseTitleDays = (filter: FactFilter): boolean => hasOnly(filter, TITLE_DAY_FILTERS);

/** True when only filters are set that months of creators can answer. */
export const canUseCreatorMonths = (filter: FactFilter): boolean => hasOnly(filter, CREATOR_MONTH_FILTERS);

/** True when no filter is set; the basis of time chooses dates and leaves out nothing. */
export const isUnfiltered = (filter: FactFilter): boolean => hasOnly(filter, ['time_basis']);

/** Filters of orders; the basis of time chooses their date instead of some of them. */
const ORDER_FILTERS: readonly string[] = Object.keys(orderFigureFilters).filter((key) => key !== 'time_basis');

/** True when a filter is set that only orders can answer. */
export const hasOrderFilter = (filter: FactFilter): boolean =>
  (Object.keys(filter) as (keyof FactFilter)[]).some((key) => ORDER_FILTERS.includes(key) && isSet(filter[key]));

/** The filters that also apply to other facts than orders. */
export const withoutOrderFilters = (filter: FactFilter): FactFilter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => !ORDER_FILTERS.includes(key)));

type Condition = RawBuilder<boolean>;
const isOneOfTexts = (column: string) => (values: readonly string[]) => sql<boolean>`${sql.ref(`f.${column}`)} = any(${values}::text[])`;
const isOneOf = (column: string) => (ids: readonly number[]) => sql<boolean>`${sql.ref(`f.${column}`)} = any(${ids}::bigint[])`;

const matchesName = (keyword: string): Condition => {
  const exact = keyword.trim();
  return sql<boolean>`(
    f.campaign_id in (select kc.id from campaign kc where ${containsWord(sql`kc.name`, keyword)} or ${containsWord(sql`kc.note`, keyword)} or kc.platform_campaign_id = ${exact})
    or f.ad_group_id in (select kg.id from ad_group kg where ${containsWord(sql`kg.name`, keyword)} or kg.platform_adset_id = ${exact})
    or f.ad_id in (select ka.id from ad ka where ${containsWord(sql`ka.name`, keyword)} or ka.platform_ad_id = ${exact})
  )`;
};

/** SQL: the users of a department and of those below it. */
const selectUsersBelow = (departmentId: number) => sql`
  select du.id from sys_user du join sys_department dd on dd.id = du.department_id
  where dd.path like (select dp.path from sys_department dp where dp.id = ${departmentId}) || '%'`;

const matchesLanding = (condition: RawBuilder<unknown>): Condition =>
  sql`f.landing_page_id in (select xl.id from landing_page xl where ${condition})`;

const matchesDrama = (condition: RawBuilder<unknown>): Condition => sql`f.drama_id in (select xd.id from drama xd where ${condition})`;

const matchesMaterial = (condition: RawBuilder<unknown>): Condition =>
  sql`f.material_id in (select xm.id from material xm where ${condition})`;

type FilterValue<Key extends keyof FactFilter> = NonNullable<FactFilter[Key]>;

/**
 * Every filter as a condition on a fact `f`. Owner, content and country are those stored with the fact; objective and source come from its
 * campaign, the status from its ad, and the keyword from any level. So every level of a drill-down is filtered the same way.
 */
const CONDITIONS: {
  readonly [Key in Exclude<keyof FactFilter, 'min_impressions' | EventFilter>]-?: (value: FilterValue<Key>) => Condition;
} = {
  biz: (biz) => sql`f.biz = ${biz}`,
  channel: (channel) => sql`f.channel = ${channel}`,
  department_id: (id) => sql`f.owner_user_id = any(array(${selectUsersBelow(id)}))`,
  user_id: isOneOf('owner_user_id'),
  // Direct visits have no owner either, but nobody could own them.
  unowned: () => sql`(f.owner_user_id is null and f.ad_account_id is not null)`,
  ad_account_id: isOneOf('ad_account_id'),
  drama_id: isOneOf('drama_id'),
  product_id: isOneOf('product_id'),
  material_id: isOneOf('material_id'),
  scheme_id: isOneOf('scheme_id'),
  landing_page_id: isOneOf('landing_page_id'),
  campaign_id: isOneOf('campaign_id'),
  ad_group_id: isOneOf('ad_group_id'),
  ad_id: isOneOf('ad_id'),
  pixel_id: isOneOf('pixel_id'),
  country: (codes) => sql`f.country = any(${codes}::text[])`,
  objective: (objective) => sql`f.campaign_id in (select oc.id from campaign oc where oc.objective = ${objective})`,
  effective_status(statuses) {
    const hasAdStatus = sql<boolean>`f.ad_id in (select sa.id from ad sa where sa.effective_status = any(${statuses}::text[]))`;
    if (!statuses.includes('ADS_OFF')) return hasAdStatus;
    // Only campaigns and ad groups can have this status.
    return sql`(${hasAdStatus} or f.campaign_id in (select sc.id from campaign sc where sc.effective_status = 'ADS_OFF')
      or f.ad_group_id in (select sg.id from ad_group sg where sg.effective_status = 'ADS_OFF'))`;
  },
  source: (source) => sql`f.campaign_id in (select so.id from campaign so where so.source = ${source})`,
  keyword: matchesName,
  site_id: (ids) => matchesLanding(sql`xl.site_id = any(${ids}::bigint[])`),
  template: (templates) => matchesLanding(sql`xl.template = any(${templates}::text[])`),
  landing_status: (statuses) => matchesLanding(sql`xl.status = any(${statuses}::text[])`),
  ab_group: (group) => matchesLanding(sql`xl.ab_group = ${group.trim()}`),
  stage: (stages) => matchesDrama(sql`xd.stage = any(${stages}::text[])`),
  language: (languages) => matchesDrama(sql`xd.language = any(${languages}::text[])`),
  genre: (genres) => matchesDrama(sql`xd.genres && ${genres}::text[]`),
  online_from: (date) => matchesDrama(sql`xd.online_at >= ${date}::date`),
  online_to: (date) => matchesDrama(sql`xd.online_at <= ${date}::date`),
  creator_id: isOneOf('creator_user_id'),
  creator_department_id: (id) => sql`f.creator_user_id = any(array(${selectUsersBelow(id)}))`,
  ratio: (values) => matchesMaterial(sql`xm.ratio = any(${values}::text[])`),
  duration: (bands) => matchesMaterial(sql`${getDurationBand('xm')} = any(${bands}::text[])`),
  tag: (tag) => matchesMaterial(sql`xm.tags @> array[${tag.trim()}]::text[]`),
  hit_level: (levels) => matchesMaterial(sql`xm.hit_level = any(${levels}::text[])`),
  kind: (kind) => matchesMaterial(sql`xm.kind = ${kind}`),
  order_type: isOneOfTexts('order_type'),
  pay_channel: isOneOfTexts('pay_channel'),
  payer_country: isOneOfTexts('payer_country'),
  os: isOneOfTexts('os'),
  order_status: isOneOfTexts('order_status'),
  attribution: isOneOfTexts('attribution'),
  amount_from: (dollars) => sql`f.amount_usd >= ${dollars * 100}::bigint`,
  amount_to: (dollars) => sql`f.amount_usd <= ${dollars * 100}::bigint`,
  user_key: (key) => sql`f.user_key = ${key.trim()}`,
  time_basis: () => sql`true`,
};

/**
 * Conditions of the filters that are set. Ids the caller may not see match nothing, because visibility is a separate condition. The least
 * impressions depend on the days and are a condition of their own.
 */
export function matchesFilter(filter: FactFilter): Condition[] {
  return (Object.keys(filter) as (keyof FactFilter)[]).flatMap((key) => {
    if (key === 'min_impressions') return [];
    const value = filter[key];
    return isSet(value) && !isEventFilter(key) ? [(CONDITIONS[key] as (value: unknown) => Condition)(value)] : [];
  });
}

/**
 * The same for facts of whole pixels. Filters of ads leave the pixels that matching ads used in these days, as far as `isAdVisible`; what
 * these pixels received is not narrowed. The business line is that of the account that owns the pixel, so that unused pixels have one too.
 */
export function matchesPixelFilter(
  { pixel_id, biz, event_name, event_source, health: _, ...ofAds }: FactFilter,
  { from, to, isAdVisible }: { from: string; to: string; isAdVisible: Condition },
): Condition[] {
  const ads = matchesFilter(ofAds);
  return [
    ...(pixel_id === undefined ? [] : [CONDITIONS.pixel_id(pixel_id)]),
    ...(biz === undefined ? [] : [sql<boolean>`f.ad_account_id in (select ba.id from ad_account ba where ba.biz = ${biz})`]),
    ...(event_name === undefined ? [] : [sql<boolean>`f.event_name = any(${[...event_name]}::text[])`]),
    ...(event_source === undefined ? [] : [sql<boolean>`f.event_source = ${event_source}`]),
    ...(ads.length === 0
      ? []
      : [
          sql<boolean>`f.pixel_id in (select f.pixel_id from insight_daily f
            where f.stat_date between ${from}::date and ${to}::date and ${sql.join([isAdVisible, ...ads], sql` and `)})`,
        ]),
  ];
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

/** SQL condition: the fact `f` has a value of the dimension. */
export const hasValue = (key: DimensionKey): Condition => sql`${getDimension(key).id} is not null`;

/**
 * Limits facts to rows with these dimension values; with `compared`, also those of the period before these days. `values`: the columns of
 * a source that replace the usual ones.
 */
export const isUnderRows = (
  under: Under,
  { compared, values = {} }: { compared?: Days; values?: FactSource['values'] } = {},
): Condition[] =>
  under.map(({ by, id }) => {
    const { id: usual, type, is: usualIs, fromDate } = getDimension(by);
    const own = values[by] ?? usual;
    const is = values[by] === undefined ? usualIs : undefined;
    if (by === 'date') {
      if (!isDate(String(id))) return sql<boolean>`false`;
      return compared === undefined
        ? sql<boolean>`f.stat_date = ${id}::date`
        : sql<boolean>`f.stat_date in (${id}::date, ${id}::date - ${sql.lit(compared.length)})`;
    }
    if (fromDate !== undefined) {
      const date = compared === undefined ? sql`f.stat_date` : getComparedDate(compared);
      return sql<boolean>`${coalesceValue(fromDate(date), type)} = ${String(id)}`;
    }
    if (type === 'text') return sql<boolean>`${coalesceValue(own, type)} = ${String(id)}`;
    const value = Number(id);
    if (!Number.isSafeInteger(value)) return sql<boolean>`false`;
    return is?.(value) ?? sql<boolean>`${coalesceValue(own, type)} = ${value}`;
  });

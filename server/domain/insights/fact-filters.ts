import { type RawBuilder, sql } from 'kysely';
import type { AdFilter } from '#contracts/endpoints/ad-filters.ts';
import type { effect } from '#contracts/reports/effect.ts';
import type { FilterValues } from '#contracts/reports/report.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { contains } from '../searching.ts';
import type { Caller } from '../work-context.ts';
import { type DimensionKey, dimensionOf, valueOrNone } from './dimensions.ts';

type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

type DramaFilter = FilterValues<(typeof effect)['filters']>;

/** Filters of everything about ads, of their dramas, and below which of them it is. */
export interface FactFilter extends AdFilter, DramaFilter {
  campaign_id?: number[] | undefined;
  ad_group_id?: number[] | undefined;
  ad_id?: number[] | undefined;
}

/** Rows that what is asked for lies below. */
export type Under = readonly { by: DimensionKey; id: number | string }[];

/**
 * SQL condition: the owner that a fact `f` was written with is in the caller's scope. What nobody owns is for administrators. People are
 * looked up once, as a list, so that the facts are found by an index.
 */
export function factVisible(caller: Viewer): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind !== 'subtree') return userInScope(scope, sql`f.owner_user_id`);
  return sql<boolean>`f.owner_user_id = any(array(
    select su.id from sys_user su left join sys_department sd on sd.id = su.department_id where su.id = ${scope.self} or sd.path like ${`${scope.path}%`}))`;
}

/** Filters that days of accounts can answer; the others ask about single ads, or what they show. */
const ofAccounts: readonly (keyof FactFilter)[] = ['biz', 'channel', 'department_id', 'user_id', 'unowned', 'ad_account_id'];

const isSet = (value: FactFilter[keyof FactFilter]): boolean => value !== undefined && !(typeof value === 'string' && value.trim() === '');

/** Nothing is asked but what days of accounts can answer. */
export const asksOfAccounts = (filter: FactFilter): boolean =>
  (Object.keys(filter) as (keyof FactFilter)[]).every((key) => ofAccounts.includes(key) || !isSet(filter[key]));

type Condition = RawBuilder<boolean>;
const among = (column: string) => (ids: readonly number[]) => sql<boolean>`${sql.ref(`f.${column}`)} = any(${ids}::bigint[])`;

const matchesName = (keyword: string): Condition => {
  const pattern = contains(keyword);
  const exact = keyword.trim();
  return sql<boolean>`(
    f.campaign_id in (select kc.id from campaign kc where kc.name ilike ${pattern} or kc.platform_campaign_id = ${exact})
    or f.ad_group_id in (select kg.id from ad_group kg where kg.name ilike ${pattern} or kg.platform_adset_id = ${exact})
    or f.ad_id in (select ka.id from ad ka where ka.name ilike ${pattern} or ka.platform_ad_id = ${exact})
  )`;
};

const ofDramas = (which: RawBuilder<unknown>): Condition => sql`f.drama_id in (select xd.id from drama xd where ${which})`;

type Given<Key extends keyof FactFilter> = NonNullable<FactFilter[Key]>;

/**
 * Every filter as a condition on a fact `f`. People, content and places are those the fact was written with; objective and source are of
 * its campaign, the status of its ad, and a name of any of its three levels: so every level of a drill-down is narrowed alike.
 */
const conditions: { readonly [Key in keyof Required<FactFilter>]: (value: Given<Key>) => Condition } = {
  biz: (biz) => sql`f.biz = ${biz}`,
  channel: (channel) => sql`f.channel = ${channel}`,
  department_id: (id) => sql`f.owner_user_id = any(array(
    select du.id from sys_user du join sys_department dd on dd.id = du.department_id
    where dd.path like (select dp.path from sys_department dp where dp.id = ${id}) || '%'))`,
  user_id: among('owner_user_id'),
  unowned: () => sql`f.owner_user_id is null`,
  ad_account_id: among('ad_account_id'),
  drama_id: among('drama_id'),
  product_id: among('product_id'),
  material_id: among('material_id'),
  scheme_id: among('scheme_id'),
  landing_page_id: among('landing_page_id'),
  campaign_id: among('campaign_id'),
  ad_group_id: among('ad_group_id'),
  ad_id: among('ad_id'),
  country: (codes) => sql`f.country = any(${codes}::text[])`,
  objective: (objective) => sql`f.campaign_id in (select oc.id from campaign oc where oc.objective = ${objective})`,
  effective_status(statuses) {
    const ofAds = sql<boolean>`f.ad_id in (select sa.id from ad sa where sa.effective_status = any(${statuses}::text[]))`;
    if (!statuses.includes('ADS_OFF')) return ofAds;
    // Campaigns and ad groups alone come to that.
    return sql`(${ofAds} or f.campaign_id in (select sc.id from campaign sc where sc.effective_status = 'ADS_OFF')
      or f.ad_group_id in (select sg.id from ad_group sg where sg.effective_status = 'ADS_OFF'))`;
  },
  source: (source) => sql`f.campaign_id in (select so.id from campaign so where so.source = ${source})`,
  keyword: matchesName,
  stage: (stages) => ofDramas(sql`xd.stage = any(${stages}::text[])`),
  language: (languages) => ofDramas(sql`xd.language = any(${languages}::text[])`),
  genre: (genres) => ofDramas(sql`xd.genres && ${genres}::text[]`),
  online_from: (date) => ofDramas(sql`xd.online_at >= ${date}::date`),
  online_to: (date) => ofDramas(sql`xd.online_at <= ${date}::date`),
};

/** The filters that are set. Ids that the caller may not see match nothing, because the facts are narrowed by who sees them. */
export function factMatches(filter: FactFilter): Condition[] {
  return (Object.keys(filter) as (keyof FactFilter)[]).flatMap((key) => {
    const value = filter[key];
    return isSet(value) ? [(conditions[key] as (value: unknown) => Condition)(value)] : [];
  });
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

/** What is below the rows, by the very values of their dimensions; `back` days before their dates as well. */
export const factUnder = (under: Under, back?: number): Condition[] =>
  under.map(({ by, id }) => {
    const { id: own, type, is } = dimensionOf(by);
    if (by === 'date') {
      if (!isDate(String(id))) return sql<boolean>`false`;
      return back === undefined
        ? sql<boolean>`f.stat_date = ${id}::date`
        : sql<boolean>`f.stat_date in (${id}::date, ${id}::date - ${sql.lit(back)})`;
    }
    if (type === 'text') return sql<boolean>`${valueOrNone(own, type)} = ${String(id)}`;
    const value = Number(id);
    if (!Number.isSafeInteger(value)) return sql<boolean>`false`;
    return is?.(value) ?? sql<boolean>`${valueOrNone(own, type)} = ${value}`;
  });

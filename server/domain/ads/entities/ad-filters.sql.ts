import { type RawBuilder, sql } from 'kysely';
import type { adFilters, withinFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import { containsWord } from '../../searching.ts';
import { type EntityLevel, platformColumn } from './levels.ts';

/** The filters shared by lists and reports of ads, plus the filters by campaign and ad group. */
export type AdFilterValues = SetFilters<typeof adFilters & typeof withinFilters>;

type Condition = RawBuilder<boolean>;
type Ids = readonly number[] | undefined;

const col = (alias: string, column: string) => sql.ref(`${alias}.${column}`);
const idIn = (value: RawBuilder<unknown>, ids: Ids): Condition[] =>
  ids === undefined ? [] : [sql<boolean>`${value} = any(${[...ids]}::bigint[])`];
const textIn = (value: RawBuilder<unknown>, texts: readonly string[] | undefined): Condition[] =>
  texts === undefined ? [] : [sql<boolean>`${value} = any(${[...texts]}::text[])`];

/** SQL condition: all of the given conditions hold. */
export const allOf = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...parts], sql` and `)})`;

/** SQL condition: the owner now belongs to the department or one below it. */
const isInDepartment = (owner: RawBuilder<unknown>, department: number): Condition => sql<boolean>`${owner} in (
  select fu.id from sys_user fu join sys_department fd on fd.id = fu.department_id
  where fd.path like (select path from sys_department where id = ${department}) || '%')`;

/** Conditions on the columns that all three levels have. */
function columnConditions(alias: string, filter: AdFilterValues): Condition[] {
  const owner = col(alias, 'owner_user_id');
  return [
    ...(filter.biz === undefined ? [] : [sql<boolean>`${col(alias, 'biz')} = ${filter.biz}`]),
    ...(filter.department_id === undefined ? [] : [isInDepartment(owner, filter.department_id)]),
    ...idIn(owner, filter.user_id),
    ...(filter.unowned === undefined ? [] : [sql<boolean>`${owner} is null`]),
    ...idIn(col(alias, 'ad_account_id'), filter.ad_account_id),
    ...idIn(col(alias, 'drama_id'), filter.drama_id),
    ...idIn(col(alias, 'product_id'), filter.product_id),
    ...idIn(col(alias, 'scheme_id'), filter.scheme_id),
  ];
}

/** A campaign is also found by its note. */
const matchesKeyword = (level: EntityLevel, alias: string, keyword: string): Condition =>
  sql<boolean>`(${containsWord(col(alias, 'name'), keyword)} or ${col(alias, platformColumn[level])} = ${keyword.trim()}${
    level === 'campaign' ? sql` or ${containsWord(col(alias, 'note'), keyword)}` : sql``
  })`;

/** SQL condition: the row of this level is, or contains, an ad that meets the condition. */
export const matchesAd = (level: EntityLevel, alias: string, toCondition: (ad: string) => Condition): Condition => {
  if (level === 'ad') return toCondition(alias);
  return sql<boolean>`exists (select 1 from ad x where ${col('x', level === 'campaign' ? 'campaign_id' : 'ad_group_id')} = ${col(alias, 'id')}
    and x.deleted_at is null and ${toCondition('x')})`;
};

/** SQL condition: the row of this level is, belongs to, or contains an ad group that meets the condition. */
export function matchesGroup(level: EntityLevel, alias: string, toCondition: (group: string) => Condition): Condition {
  if (level === 'ad_group') return toCondition(alias);
  const link =
    level === 'campaign' ? sql`x.campaign_id = ${col(alias, 'id')} and x.deleted_at is null` : sql`x.id = ${col(alias, 'ad_group_id')}`;
  return sql<boolean>`exists (select 1 from ad_group x where ${link} and ${toCondition('x')})`;
}

/** SQL condition: the row of this level is, or belongs to, a campaign that meets the condition. */
export function matchesCampaign(level: EntityLevel, alias: string, toCondition: (campaign: string) => Condition): Condition {
  if (level === 'campaign') return toCondition(alias);
  return sql<boolean>`exists (select 1 from campaign x where x.id = ${col(alias, 'campaign_id')} and ${toCondition('x')})`;
}

/** SQL condition: the row of this level is, or contains, a disapproved ad. */
export const hasDisapprovedAd = (level: EntityLevel, alias: string): Condition =>
  matchesAd(level, alias, (ad) => sql<boolean>`${col(ad, 'effective_status')} = 'DISAPPROVED'`);

/** SQL condition: the ad group targets at least one of the countries. */
const targetsOneOf = (group: string, countries: readonly string[]): Condition => {
  const targeted = sql`coalesce(${col(group, 'targeting')} -> 'countries', to_jsonb(${col(group, 'primary_country')}::text))`;
  return sql<boolean>`${targeted} ?| ${[...countries]}::text[]`;
};

function parentConditions(level: EntityLevel, alias: string, filter: AdFilterValues): Condition[] {
  const groups = filter.ad_group_id;
  if (level === 'campaign') {
    const holds = groups && [
      sql<boolean>`${col(alias, 'id')} in (select x.campaign_id from ad_group x where x.id = any(${[...groups]}::bigint[]))`,
    ];
    return [...idIn(col(alias, 'id'), filter.campaign_id), ...(holds ?? [])];
  }
  const own = level === 'ad_group' ? 'id' : 'ad_group_id';
  return [...idIn(col(alias, 'campaign_id'), filter.campaign_id), ...idIn(col(alias, own), groups)];
}

/**
 * The filters as conditions on a campaign, ad group or ad `e` and its account `a`. They do not check visibility; filters on facts are
 * part of the insights area.
 */
export function entityConditions(level: EntityLevel, filter: AdFilterValues, { e = 'e', a = 'a' } = {}): Condition[] {
  const { material_id, landing_page_id, country, objective, keyword } = filter;
  return [
    ...columnConditions(e, filter),
    ...parentConditions(level, e, filter),
    ...(filter.channel === undefined ? [] : [sql<boolean>`${col(a, 'channel')} = ${filter.channel}`]),
    ...(material_id === undefined ? [] : [matchesAd(level, e, (ad) => allOf(idIn(col(ad, 'material_id'), material_id)))]),
    ...(landing_page_id === undefined ? [] : [matchesAd(level, e, (ad) => allOf(idIn(col(ad, 'landing_page_id'), landing_page_id)))]),
    ...(country === undefined ? [] : [matchesGroup(level, e, (group) => targetsOneOf(group, country))]),
    ...(objective === undefined
      ? []
      : [matchesCampaign(level, e, (campaign) => sql<boolean>`${col(campaign, 'objective')} = ${objective}`)]),
    ...textIn(col(e, 'effective_status'), filter.effective_status),
    ...(filter.source === undefined ? [] : [sql<boolean>`${col(e, 'source')} = ${filter.source}`]),
    ...(keyword?.trim() ? [matchesKeyword(level, e, keyword)] : []),
  ];
}

import { type RawBuilder, sql } from 'kysely';
import type { adFilters, withinFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import { contains } from '../../searching.ts';
import { type EntityLevel, platformColumn } from './levels.ts';

/** Filters about ads, and below what they are. */
export type AdsWanted = SetFilters<typeof adFilters & typeof withinFilters>;

type Condition = RawBuilder<boolean>;
type Ids = readonly number[] | undefined;

const col = (alias: string, column: string) => sql.ref(`${alias}.${column}`);
const oneOf = (value: RawBuilder<unknown>, ids: Ids): Condition[] =>
  ids === undefined ? [] : [sql<boolean>`${value} = any(${[...ids]}::bigint[])`];
const oneWord = (value: RawBuilder<unknown>, words: readonly string[] | undefined): Condition[] =>
  words === undefined ? [] : [sql<boolean>`${value} = any(${[...words]}::text[])`];

/** SQL: all of them hold. */
export const allOf = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...parts], sql` and `)})`;

/** SQL condition: the owner is now in the department or below it. */
const ofDepartment = (owner: RawBuilder<unknown>, department: number): Condition => sql<boolean>`${owner} in (
  select fu.id from sys_user fu join sys_department fd on fd.id = fu.department_id
  where fd.path like (select path from sys_department where id = ${department}) || '%')`;

/** What all three levels have in columns of their own. */
function shared(alias: string, filter: AdsWanted): Condition[] {
  const owner = col(alias, 'owner_user_id');
  return [
    ...(filter.biz === undefined ? [] : [sql<boolean>`${col(alias, 'biz')} = ${filter.biz}`]),
    ...(filter.department_id === undefined ? [] : [ofDepartment(owner, filter.department_id)]),
    ...oneOf(owner, filter.user_id),
    ...(filter.unowned === undefined ? [] : [sql<boolean>`${owner} is null`]),
    ...oneOf(col(alias, 'ad_account_id'), filter.ad_account_id),
    ...oneOf(col(alias, 'drama_id'), filter.drama_id),
    ...oneOf(col(alias, 'product_id'), filter.product_id),
    ...oneOf(col(alias, 'scheme_id'), filter.scheme_id),
  ];
}

const named = (level: EntityLevel, alias: string, keyword: string): Condition =>
  sql<boolean>`(${col(alias, 'name')} ilike ${contains(keyword)} or ${col(alias, platformColumn[level])} = ${keyword.trim()})`;

/** SQL condition: the row of the level, under this alias, is or holds an ad of which that is so. `x` is the ad. */
const holdsAd = (level: EntityLevel, alias: string, is: (ad: string) => Condition): Condition => {
  if (level === 'ad') return is(alias);
  return sql<boolean>`exists (select 1 from ad x where ${col('x', level === 'campaign' ? 'campaign_id' : 'ad_group_id')} = ${col(alias, 'id')}
    and x.deleted_at is null and ${is('x')})`;
};

/** SQL condition: the row of the level is, is in, or holds an ad group of which that is so. */
export function aboutGroup(level: EntityLevel, alias: string, is: (group: string) => Condition): Condition {
  if (level === 'ad_group') return is(alias);
  const link =
    level === 'campaign' ? sql`x.campaign_id = ${col(alias, 'id')} and x.deleted_at is null` : sql`x.id = ${col(alias, 'ad_group_id')}`;
  return sql<boolean>`exists (select 1 from ad_group x where ${link} and ${is('x')})`;
}

/** SQL condition: the campaign that the row is or is in has that. */
export function aboutCampaign(level: EntityLevel, alias: string, is: (campaign: string) => Condition): Condition {
  if (level === 'campaign') return is(alias);
  return sql<boolean>`exists (select 1 from campaign x where x.id = ${col(alias, 'campaign_id')} and ${is('x')})`;
}

/** SQL condition: the row of the level is a disapproved ad, or holds one. */
export const hasDisapproved = (level: EntityLevel, alias: string): Condition =>
  holdsAd(level, alias, (ad) => sql<boolean>`${col(ad, 'effective_status')} = 'DISAPPROVED'`);

function within(level: EntityLevel, alias: string, filter: AdsWanted): Condition[] {
  const groups = filter.ad_group_id;
  if (level === 'campaign') {
    const holds = groups && [
      sql<boolean>`${col(alias, 'id')} in (select x.campaign_id from ad_group x where x.id = any(${[...groups]}::bigint[]))`,
    ];
    return [...oneOf(col(alias, 'id'), filter.campaign_id), ...(holds ?? [])];
  }
  const own = level === 'ad_group' ? 'id' : 'ad_group_id';
  return [...oneOf(col(alias, 'campaign_id'), filter.campaign_id), ...oneOf(col(alias, own), groups)];
}

/** The filters as conditions on a campaign, ad group or ad `e` and its account `a`; those on facts are in the area of insights. Visibility is asked besides. */
export function entityConditions(level: EntityLevel, filter: AdsWanted, { e = 'e', a = 'a' } = {}): Condition[] {
  const { material_id, landing_page_id, country, objective, keyword } = filter;
  return [
    ...shared(e, filter),
    ...within(level, e, filter),
    ...(filter.channel === undefined ? [] : [sql<boolean>`${col(a, 'channel')} = ${filter.channel}`]),
    ...(material_id === undefined ? [] : [holdsAd(level, e, (ad) => allOf(oneOf(col(ad, 'material_id'), material_id)))]),
    ...(landing_page_id === undefined ? [] : [holdsAd(level, e, (ad) => allOf(oneOf(col(ad, 'landing_page_id'), landing_page_id)))]),
    ...(country === undefined ? [] : [aboutGroup(level, e, (group) => allOf(oneWord(col(group, 'primary_country'), country)))]),
    ...(objective === undefined ? [] : [aboutCampaign(level, e, (campaign) => sql<boolean>`${col(campaign, 'objective')} = ${objective}`)]),
    ...oneWord(col(e, 'effective_status'), filter.effective_status),
    ...(filter.source === undefined ? [] : [sql<boolean>`${col(e, 'source')} = ${filter.source}`]),
    ...(keyword?.trim() ? [named(level, e, keyword)] : []),
  ];
}

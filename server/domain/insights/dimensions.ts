import { type RawBuilder, sql } from 'kysely';
import { durationBands, longestSeconds } from '#contracts/vocabulary/materials.ts';
import { type SchemeViewer, schemeVisible } from '../people/index.ts';
import { ORDER_ZH } from '../searching.ts';
import { type FactSource, LISTED_SOURCES } from './facts.ts';
import { dayRangeSql, priceBucketSql } from './order-facts.ts';
import { LISTED_PIXELS } from './pixel-facts.ts';

/** A field of a dimension value; a function when it depends on what the caller may see. */
type DimensionField = RawBuilder<unknown> | ((caller: SchemeViewer) => RawBuilder<unknown>);

/** A dimension that facts are grouped by, as plain data that reports can name. SQL refers to its joined names by the prefix `n_`. */
export interface Dimension {
  /** Value for a fact `f`. Null becomes 0, or an empty text. */
  readonly id: RawBuilder<unknown>;
  readonly type: 'bigint' | 'text';
  /** SQL condition for a value in a form that an index supports; compares `id` by default. */
  readonly is?: (value: number) => RawBuilder<boolean>;
  /** Fact column with the value; absent for the day. */
  readonly column?: string;
  /** The value that follows from a date, so that the dates of a previous period can be moved to those they are compared with. */
  readonly fromDate?: (date: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Joins that `id` needs. */
  readonly joins?: RawBuilder<unknown>;
  /** Join on the value `v` of a row, for its name and fields; without it, the value is the name. */
  readonly names?: { readonly join: (v: RawBuilder<unknown>) => RawBuilder<unknown>; readonly label: RawBuilder<unknown> };
  /** Further sortable and exportable fields by name. Amounts ending in `_in_units` are in whole units of the currency. */
  readonly fields?: Readonly<Record<string, DimensionField>>;
  /** The dimension whose values it divides. Its fields take the place of that dimension's fields of the same name. */
  readonly divides?: string;
  /** Objects that get a row even without facts, when rows are grouped by nothing else. */
  readonly listed?: readonly FactSource[];
  /** All facts of one value belong to one ad account. */
  readonly isOfOneAccount?: true;
  /** Only facts by hour have it. */
  readonly isOfHours?: true;
  /** A fact may have several values and counts in the row of each; totals still count it once. */
  readonly isSeveral?: true;
  /** There are so many values that a page is selected by its sort columns before its other sums are computed. */
  readonly isMany?: true;
}

const nameFrom = (alias: string, table: string, label: string) => ({
  join: (v: RawBuilder<unknown>) => sql`left join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${v}`,
  label: sql`${sql.ref(`${alias}.${label}`)}`,
});

const idColumn = (column: string): Pick<Dimension, 'id' | 'type' | 'is' | 'column'> => ({
  column,
  id: sql`${sql.ref(`f.${column}`)}`,
  type: 'bigint',
  is: (value) => (value === 0 ? sql<boolean>`${sql.ref(`f.${column}`)} is null` : sql<boolean>`${sql.ref(`f.${column}`)} = ${value}`),
});

const textColumn = (column: string): Pick<Dimension, 'id' | 'type' | 'column'> => ({
  column,
  id: sql`${sql.ref(`f.${column}`)}`,
  type: 'text',
});

const DRAMA_JOIN = sql`left join drama fd on fd.id = f.drama_id`;
const dramaColumn = (id: RawBuilder<unknown>) => ({ id, type: 'text', column: 'drama_id', joins: DRAMA_JOIN }) as const;

const MATERIAL_JOIN = sql`left join material fmat on fmat.id = f.material_id`;
const materialColumn = (id: RawBuilder<unknown>) => ({ id, type: 'text', column: 'material_id', joins: MATERIAL_JOIN }) as const;

/** SQL: the band of the duration of a material; null for images. */
export function getDurationBand(material: string): RawBuilder<unknown> {
  const duration = sql.ref(`${material}.duration_ms`);
  const cases = durationBands.map((band) => {
    const longest = longestSeconds[band];
    return longest === null
      ? sql`else ${sql.lit(band)}`
      : sql`when round(${duration} / 1000.0) <= ${sql.lit(longest)} then ${sql.lit(band)}`;
  });
  return sql`(case when ${duration} is null then null ${sql.join(cases, sql` `)} end)`;
}

/** A dimension that follows from the account's own date. */
const fromDate = (value: (date: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  ({ id: value(sql`f.stat_date`), type: 'text', fromDate: value }) as const;
const LANDING_JOIN = sql`left join landing_page fl on fl.id = f.landing_page_id`;
const landingColumn = (id: RawBuilder<unknown>) => ({ id, type: 'text', column: 'landing_page_id', joins: LANDING_JOIN }) as const;

const toUnits = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`(${amount} / power(10, (select exponent from currency where code = ${currency})))`;
const budgetOf = (alias: string) => sql.raw(`coalesce(${alias}.daily_budget, ${alias}.lifetime_budget)`);
const entityFields = (alias: string, platformId: string) => ({
  effective_status: sql`${sql.ref(`${alias}.effective_status`)}`,
  created_at: sql`${sql.ref(`${alias}.created_at`)}`,
  platform_id: sql`${sql.ref(`${alias}.${platformId}`)}`,
  owner: sql`(select name from sys_user where id = ${sql.ref(`${alias}.owner_user_id`)})`,
});

/** Fields from the body of a scheme version, without a value for those who may not see the scheme. */
function bodyFields(isVersion: RawBuilder<unknown>): Readonly<Record<string, DimensionField>> {
  const fromBody = (value: RawBuilder<unknown>) => (caller: SchemeViewer) =>
    sql`(select ${value} from scheme s join scheme_version v on v.scheme_id = s.id where ${isVersion} and ${schemeVisible(caller)})`;
  const count = (name: string) => sql`coalesce(v.body -> 'structure' ->> ${sql.lit(name)}, '?')`;
  return {
    scheme_objective: fromBody(sql`v.body -> 'goal' ->> 'objective'`),
    scheme_bid_strategy: fromBody(sql`v.body -> 'money' ->> 'bid_strategy'`),
    scheme_budget_in_units: fromBody(sql`(v.body -> 'money' ->> 'budget_usd')::float8 / 100`),
    scheme_structure: fromBody(
      sql`${count('campaigns_per_account')} || ' × ' || ${count('groups_per_campaign')} || ' × ' || ${count('ads_per_group')}`,
    ),
    scheme_countries: fromBody(
      sql`(select string_agg(c.code, ', ' order by c.at) from jsonb_array_elements_text(v.body -> 'audience' -> 'countries') with ordinality c(code, at))`,
    ),
  };
}

export const dimensions = {
  department: {
    id: sql`fu.department_id`,
    type: 'bigint',
    column: 'owner_user_id',
    joins: sql`left join sys_user fu on fu.id = f.owner_user_id`,
    names: nameFrom('n_dept', 'sys_department', 'name'),
  },
  user: {
    ...idColumn('owner_user_id'),
    names: {
      join: (v) => sql`left join sys_user n_user on n_user.id = ${v} left join sys_department n_ud on n_ud.id = n_user.department_id`,
      label: sql`n_user.name`,
    },
    fields: { user_department: sql`n_ud.name ${ORDER_ZH}`, department_name: sql`n_ud.name` },
  },
  account: {
    ...idColumn('ad_account_id'),
    names: nameFrom('n_acc', 'ad_account', 'name'),
    fields: {
      account_status: sql`n_acc.account_status`,
      cap_left: sql`(n_acc.spend_cap - n_acc.amount_spent)`,
      cap_left_in_units: toUnits(sql`(n_acc.spend_cap - n_acc.amount_spent)`, sql`n_acc.currency`),
      balance_in_units: toUnits(sql`n_acc.balance`, sql`n_acc.currency`),
      platform_id: sql`n_acc.platform_account_id`,
      currency: sql`n_acc.currency`,
      timezone_name: sql`n_acc.timezone_name`,
    },
    listed: [LISTED_SOURCES.campaigns],
    isOfOneAccount: true,
  },
  campaign: {
    ...idColumn('campaign_id'),
    names: nameFrom('n_cam', 'campaign', 'name'),
    fields: {
      ...entityFields('n_cam', 'platform_campaign_id'),
      budget: budgetOf('n_cam'),
      start_at: sql`n_cam.start_at`,
      stop_at: sql`n_cam.stop_at`,
    },
    listed: [LISTED_SOURCES.campaigns],
    isOfOneAccount: true,
  },
  ad_group: {
    ...idColumn('ad_group_id'),
    names: nameFrom('n_grp', 'ad_group', 'name'),
    fields: {
      ...entityFields('n_grp', 'platform_adset_id'),
      budget: budgetOf('n_grp'),
      start_at: sql`n_grp.start_at`,
      stop_at: sql`n_grp.end_at`,
    },
    listed: [LISTED_SOURCES.groups],
    isOfOneAccount: true,
    isMany: true,
  },
  ad: {
    ...idColumn('ad_id'),
    names: nameFrom('n_ad', 'ad', 'name'),
    fields: entityFields('n_ad', 'platform_ad_id'),
    listed: [LISTED_SOURCES.ads],
    isOfOneAccount: true,
    isMany: true,
  },
  drama: {
    ...idColumn('drama_id'),
    names: nameFrom('n_drama', 'drama', 'title'),
    fields: {
      stage_of_drama: sql`n_drama.stage`,
      online_at: sql`n_drama.online_at::text`,
      // Inverted, so that an older drama has more days.
      online_days: sql`(date '2100-01-01' - n_drama.online_at)`,
    },
  },
  language: dramaColumn(sql`fd.language`),
  // The first of several genres, so that each figure appears in one row only.
  genre: dramaColumn(sql`fd.genres[1]`),
  stage: dramaColumn(sql`fd.stage`),
  product: { ...idColumn('product_id'), names: nameFrom('n_prod', 'product', 'name') },
  material: {
    ...idColumn('material_id'),
    names: nameFrom('n_mat', 'material', 'title'),
    fields: {
      material_code: sql`n_mat.code`,
      material_kind: sql`n_mat.kind`,
      material_picture: sql`jsonb_build_object('ratio', n_mat.ratio, 'width', n_mat.width, 'height', n_mat.height)`,
      material_drama: sql`(select title from drama where id = n_mat.drama_id) ${ORDER_ZH}`,
      material_product: sql`(select name from product where id = n_mat.product_id) ${ORDER_ZH}`,
      material_creator: sql`(select name from sys_user where id = n_mat.creator_user_id) ${ORDER_ZH}`,
      material_duration: sql`n_mat.duration_ms`,
      material_seconds: sql`(n_mat.duration_ms / 1000.0)::float8`,
      hit_level: sql`n_mat.hit_level`,
      first_used_at: sql`n_mat.first_used_at`,
      life_days: sql`n_mat.life_days`,
      peak_day: sql`n_mat.peak_day::text`,
    },
  },
  creator_department: {
    id: sql`fcu.department_id`,
    type: 'bigint',
    column: 'creator_user_id',
    joins: sql`left join sys_user fcu on fcu.id = f.creator_user_id`,
    names: nameFrom('n_cdept', 'sys_department', 'name'),
  },
  creator: { ...idColumn('creator_user_id'), names: nameFrom('n_creator', 'sys_user', 'name') },
  kind: materialColumn(sql`fmat.kind`),
  ratio: materialColumn(sql`fmat.ratio`),
  duration: materialColumn(getDurationBand('fmat')),
  material_language: materialColumn(sql`fmat.language`),
  tag: {
    id: sql`ftag.tag`,
    type: 'text',
    column: 'material_id',
    joins: sql`left join lateral (select distinct unnest(xt.tags) as tag from material xt where xt.id = f.material_id) ftag on true`,
    isSeveral: true,
  },
  scheme: {
    ...idColumn('scheme_id'),
    names: nameFrom('n_sch', 'scheme', 'name'),
    fields: {
      version: sql`n_sch.current_version`,
      scheme_owner: sql`(select name from sys_user where id = n_sch.owner_user_id)`,
      scheme_status: sql`case when n_sch.deleted_at is null then n_sch.status else 'deleted' end`,
      ...bodyFields(sql`s.id = n_sch.id and v.version = s.current_version`),
    },
  },
  // Versions of different schemes have the same numbers, so the value also contains the scheme.
  scheme_version: {
    id: sql`(f.scheme_id || '.' || f.scheme_version)`,
    type: 'text',
    column: 'scheme_version',
    divides: 'scheme',
    names: {
      join: (v) => sql`left join scheme_version n_ver on n_ver.scheme_id = nullif(split_part(${v}, '.', 1), '')::bigint
        and n_ver.version = nullif(split_part(${v}, '.', 2), '')::int`,
      label: sql`('v' || n_ver.version)`,
    },
    fields: {
      version: sql`n_ver.version`,
      ...bodyFields(sql`s.id = n_ver.scheme_id and v.version = n_ver.version`),
    },
  },
  landing: {
    ...idColumn('landing_page_id'),
    names: {
      join: (v) => sql`left join landing_page n_land on n_land.id = ${v} left join site n_ls on n_ls.id = n_land.site_id`,
      label: sql`n_land.title`,
    },
    fields: {
      landing_url: sql`('https://' || n_ls.domain || '/' || n_land.slug)`,
      landing_site: sql`n_ls.name`,
      landing_template: sql`n_land.template`,
      landing_status: sql`n_land.status`,
      landing_ab_group: sql`n_land.ab_group`,
    },
    listed: [LISTED_SOURCES.landingPages],
  },
  template: landingColumn(sql`fl.template`),
  ab_group: landingColumn(sql`fl.ab_group`),
  country: { column: 'country', id: sql`f.country`, type: 'text' },
  channel: { id: sql`f.channel`, type: 'text' },
  biz: { id: sql`f.biz`, type: 'text' },
  date: fromDate((date) => date),
  hour: { id: sql`lpad(f.stat_hour::text, 2, '0')`, type: 'text', isOfHours: true },
  month: fromDate((date) => sql`to_char(${date}, 'YYYY-MM')`),
  pixel: {
    ...idColumn('pixel_id'),
    names: nameFrom('n_pix', 'pixel', 'name'),
    fields: {
      platform_id: sql`n_pix.platform_pixel_id`,
      last_fired_at: sql`n_pix.last_fired_at`,
      capi_enabled: sql`n_pix.capi_enabled::text`,
      pixel_sites: sql`(select string_agg(ps.name, '、' order by ps.name) from site_pixel px join site ps on ps.id = px.site_id
        where px.pixel_id = n_pix.id and ps.deleted_at is null)`,
    },
    listed: [LISTED_PIXELS],
  },
  event: { column: 'event_name', id: sql`f.event_name`, type: 'text' },
  source: { column: 'event_source', id: sql`f.event_source`, type: 'text' },
  site: {
    id: sql`fl.site_id`,
    type: 'bigint',
    column: 'landing_page_id',
    joins: LANDING_JOIN,
    names: nameFrom('n_site', 'site', 'name'),
  },
  payer_country: textColumn('payer_country'),
  os: textColumn('os'),
  order_type: textColumn('order_type'),
  pay_channel: textColumn('pay_channel'),
  price: { column: 'amount_usd', id: priceBucketSql, type: 'bigint' },
  new_or_reacq: { column: 'is_reacq', id: sql`case when f.is_reacq then 'reacq' else 'new' end`, type: 'text' },
  day_n: { column: 'day_n', id: dayRangeSql, type: 'bigint' },
} as const satisfies Record<string, Dimension>;

export type DimensionKey = keyof typeof dimensions;

export const getDimension = (key: DimensionKey): Dimension => dimensions[key];

/** SQL: the value of a dimension, never null. Dates become text. */
export const coalesceValue = (value: RawBuilder<unknown>, type: 'bigint' | 'text' | 'int'): RawBuilder<unknown> =>
  type === 'text' ? sql`coalesce(${value}::text, '')` : sql`coalesce(${value}, 0)::${sql.raw(type)}`;

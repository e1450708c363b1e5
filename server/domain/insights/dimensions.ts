import { type RawBuilder, sql } from 'kysely';
import { ORDER_ZH } from '../searching.ts';
import { type FactSource, listed } from './facts.ts';

/** What facts are grouped by: plain data, so that a report names the ones it has. Its names stand under `n`. */
export interface Dimension {
  /** Its value of a fact `f`; null where there is none, which stands as 0, of texts as an empty one. */
  readonly id: RawBuilder<unknown>;
  readonly type: 'bigint' | 'text';
  /** SQL condition: the fact is of that value, as an index knows it; absent: `id` is compared. */
  readonly is?: (value: number) => RawBuilder<boolean>;
  /** The column of a fact that says it; absent where it follows from the owner, or is the day. */
  readonly column?: string;
  /** What `id` needs beside the fact. */
  readonly joins?: RawBuilder<unknown>;
  /** Joined to the value `v` of a row, for its name and fields; absent: its value is its name. */
  readonly names?: { readonly join: (v: RawBuilder<unknown>) => RawBuilder<unknown>; readonly label: RawBuilder<unknown> };
  /** What else rows are sorted by, and files show, by name. Amounts of files, `in_units`, are in whole units of the currency. */
  readonly fields?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What has a row though nothing is known of it in the days; only where rows are grouped by nothing else. */
  readonly listed?: readonly FactSource[];
  /** Facts of one of them are of one ad account. */
  readonly isOfOneAccount?: true;
  /** There are so many that a page of them is found by what it is sorted by, before anything else of it is summed. */
  readonly isMany?: true;
}

const named = (alias: string, table: string, label: string) => ({
  join: (v: RawBuilder<unknown>) => sql`left join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${v}`,
  label: sql`${sql.ref(`${alias}.${label}`)}`,
});

const of = (column: string): Pick<Dimension, 'id' | 'type' | 'is' | 'column'> => ({
  column,
  id: sql`${sql.ref(`f.${column}`)}`,
  type: 'bigint',
  is: (value) => (value === 0 ? sql<boolean>`${sql.ref(`f.${column}`)} is null` : sql<boolean>`${sql.ref(`f.${column}`)} = ${value}`),
});

const DRAMA = sql`left join drama fd on fd.id = f.drama_id`;
const ofDrama = (id: RawBuilder<unknown>) => ({ id, type: 'text', column: 'drama_id', joins: DRAMA }) as const;

const inUnits = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`(${amount} / power(10, (select exponent from currency where code = ${currency})))`;
const BUDGET = (alias: string) => sql.raw(`coalesce(${alias}.daily_budget, ${alias}.lifetime_budget)`);
const launched = (alias: string, platformId: string) => ({
  effective_status: sql`${sql.ref(`${alias}.effective_status`)}`,
  created_at: sql`${sql.ref(`${alias}.created_at`)}`,
  platform_id: sql`${sql.ref(`${alias}.${platformId}`)}`,
  owner: sql`(select name from sys_user where id = ${sql.ref(`${alias}.owner_user_id`)})`,
});

/** Every dimension there is. */
export const dimensions = {
  department: {
    id: sql`fu.department_id`,
    type: 'bigint',
    joins: sql`left join sys_user fu on fu.id = f.owner_user_id`,
    names: named('n_dept', 'sys_department', 'name'),
  },
  user: {
    ...of('owner_user_id'),
    names: {
      join: (v) => sql`left join sys_user n_user on n_user.id = ${v} left join sys_department n_ud on n_ud.id = n_user.department_id`,
      label: sql`n_user.name`,
    },
    fields: { user_department: sql`n_ud.name ${ORDER_ZH}`, department_name: sql`n_ud.name` },
  },
  account: {
    ...of('ad_account_id'),
    names: named('n_acc', 'ad_account', 'name'),
    fields: {
      account_status: sql`n_acc.account_status`,
      cap_left: sql`(n_acc.spend_cap - n_acc.amount_spent)`,
      cap_left_in_units: inUnits(sql`(n_acc.spend_cap - n_acc.amount_spent)`, sql`n_acc.currency`),
      balance_in_units: inUnits(sql`n_acc.balance`, sql`n_acc.currency`),
      platform_id: sql`n_acc.platform_account_id`,
      currency: sql`n_acc.currency`,
      timezone_name: sql`n_acc.timezone_name`,
    },
    listed: [listed.campaigns],
    isOfOneAccount: true,
  },
  campaign: {
    ...of('campaign_id'),
    names: named('n_cam', 'campaign', 'name'),
    fields: {
      ...launched('n_cam', 'platform_campaign_id'),
      budget: BUDGET('n_cam'),
      start_at: sql`n_cam.start_at`,
      stop_at: sql`n_cam.stop_at`,
    },
    listed: [listed.campaigns],
    isOfOneAccount: true,
  },
  ad_group: {
    ...of('ad_group_id'),
    names: named('n_grp', 'ad_group', 'name'),
    fields: {
      ...launched('n_grp', 'platform_adset_id'),
      budget: BUDGET('n_grp'),
      start_at: sql`n_grp.start_at`,
      stop_at: sql`n_grp.end_at`,
    },
    listed: [listed.groups],
    isOfOneAccount: true,
    isMany: true,
  },
  ad: {
    ...of('ad_id'),
    names: named('n_ad', 'ad', 'name'),
    fields: launched('n_ad', 'platform_ad_id'),
    listed: [listed.ads],
    isOfOneAccount: true,
    isMany: true,
  },
  drama: {
    ...of('drama_id'),
    names: named('n_drama', 'drama', 'title'),
    fields: {
      stage_of_drama: sql`n_drama.stage`,
      online_at: sql`n_drama.online_at::text`,
      // The longer ago, the more days.
      online_days: sql`(date '2100-01-01' - n_drama.online_at)`,
    },
  },
  language: ofDrama(sql`fd.language`),
  // Of several genres the first one, so that each figure stands in one row.
  genre: ofDrama(sql`fd.genres[1]`),
  stage: ofDrama(sql`fd.stage`),
  product: { ...of('product_id'), names: named('n_prod', 'product', 'name') },
  material: { ...of('material_id'), names: named('n_mat', 'material', 'title') },
  scheme: { ...of('scheme_id'), names: named('n_sch', 'scheme', 'name') },
  landing: { ...of('landing_page_id'), names: named('n_land', 'landing_page', 'title') },
  country: { column: 'country', id: sql`f.country`, type: 'text' },
  channel: { id: sql`f.channel`, type: 'text' },
  biz: { id: sql`f.biz`, type: 'text' },
  date: { id: sql`f.stat_date`, type: 'text' },
} as const satisfies Record<string, Dimension>;

export type DimensionKey = keyof typeof dimensions;

export const dimensionOf = (key: DimensionKey): Dimension => dimensions[key];

/** SQL: a value of a dimension, never null. Dates become text. */
export const valueOrNone = (value: RawBuilder<unknown>, type: 'bigint' | 'text' | 'int'): RawBuilder<unknown> =>
  type === 'text' ? sql`coalesce(${value}::text, '')` : sql`coalesce(${value}, 0)::${sql.raw(type)}`;

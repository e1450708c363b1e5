import { type RawBuilder, sql } from 'kysely';
import type { ReportDimension, ReportDims } from '#contracts/endpoints/report-dimensions.ts';
import { loadEntityBases, loadSchemeSummaries, loadVersionSummaries } from '../ads/index.ts';
import { loadPixelHealths } from '../assets/index.ts';
import { businessDay, loadBusinessDay } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import { daysOnline } from '../content/index.ts';
import { type FactFilter, isFactVisible, matchesFilter, type ReportLine } from '../insights/index.ts';
import { valueInWords } from './dimension-words.ts';

type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'language' | 'files'>;
type Value<Key extends ReportDimension> = NonNullable<ReportDims[Key]>;
/** What is known of values besides their names, by value. */
type Known<Key extends ReportDimension> = Map<number | string, Omit<Value<Key>, 'id' | 'label'>>;

interface Person {
  id: number;
  deleted: boolean;
  department: { id: number; label: string } | null;
}

async function people({ db }: Context, ids: readonly number[]): Promise<Known<'user' | 'creator'>> {
  const found = await sql<Person>`
    select u.id, u.deleted_at is not null as deleted,
      case when d.id is not null then jsonb_build_object('id', d.id, 'label', d.name) end as department
    from sys_user u left join sys_department d on d.id = u.department_id where u.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, ...rest }) => [id, rest]));
}

interface Account extends Omit<Value<'account'>, 'label' | 'pulled_at' | 'stale_since' | 'id'> {
  id: number;
  pulled_at: Date | null;
  stale_since: Date | null;
}

const whoseFilters = ['department_id', 'user_id', 'unowned'] as const;

/** SQL condition: the campaign `f` belongs to the people that the figures are of. */
function ofThosePeople({ caller }: Context, filter: FactFilter): RawBuilder<boolean> {
  const whose = Object.fromEntries(whoseFilters.flatMap((key) => (filter[key] === undefined ? [] : [[key, filter[key]]]))) as FactFilter;
  return sql<boolean>`${sql.join([isFactVisible(caller), ...matchesFilter(whose)], sql` and `)}`;
}

async function accounts(context: Context, ids: readonly number[], filter: FactFilter): Promise<Known<'account'>> {
  const { db, now } = context;
  const found = await sql<Account>`
    select a.id, a.platform_account_id, a.account_status, a.currency, a.timezone_name, a.balance, a.spend_cap - a.amount_spent as cap_left,
      jsonb_build_object('id', p.id, 'label', p.name) as personal_account, a.usage, s.pulled_at, s.failed_since as stale_since,
      (${now}::timestamptz at time zone a.timezone_name)::date >= ${businessDay(now)} as today_started,
      exists (
        select 1 from campaign f where f.ad_account_id = a.id and f.deleted_at is null and (${ofThosePeople(context, filter)}) is not true
      ) as partial
    from ad_account a join personal_account p on p.id = a.personal_account_id left join fact_sync s on s.ad_account_id = a.id
    where a.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(
    found.rows.map(({ id, pulled_at, stale_since, ...rest }) => [
      id,
      { ...rest, pulled_at: pulled_at?.toISOString() ?? null, stale_since: stale_since?.toISOString() ?? null },
    ]),
  );
}

const entities =
  <Level extends 'campaign' | 'ad_group' | 'ad'>(level: Level) =>
  async (context: Context, ids: readonly number[]) => {
    const bases = await loadEntityBases(context.db, context, level, ids);
    return new Map(ids.map((id) => [id, { base: bases.get(id) ?? null }]));
  };

interface Material extends Omit<Value<'material'>, 'id' | 'label' | 'cover_url' | 'first_used_at'> {
  id: number;
  cover_key: string | null;
  first_used_at: Date | null;
}

const refOf = (alias: string, label: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'label', ${sql.ref(`${alias}.${label}`)}) end`;

async function materials({ db, files, now }: Context, ids: readonly number[]): Promise<Known<'material'>> {
  const found = await sql<Material>`
    select m.id, m.cover_key, m.code, m.kind, m.ratio, m.duration_ms, m.hit_level, m.first_used_at, m.life_days, m.peak_day::text, ${refOf('d', 'title')} as drama,
      ${refOf('p', 'name')} as product, ${refOf('u', 'name')} as creator
    from material m left join drama d on d.id = m.drama_id left join product p on p.id = m.product_id
      left join sys_user u on u.id = m.creator_user_id
    where m.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(
    found.rows.map(({ id, cover_key, first_used_at, ...rest }) => [
      id,
      { ...rest, cover_url: files.addressIfStored(cover_key, now), first_used_at: first_used_at?.toISOString() ?? null },
    ]),
  );
}

async function dramas({ db, files, now }: Context, ids: readonly number[]): Promise<Known<'drama'>> {
  const today = await loadBusinessDay(db, now);
  const found = await db
    .selectFrom('drama')
    .select(['id', 'cover_key', 'stage', 'online_at', 'target_roi_d0_bp'])
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Map(
    found.map(({ id, cover_key, stage, online_at, target_roi_d0_bp }) => [
      id,
      {
        cover_url: files.addressIfStored(cover_key, now),
        stage,
        online_at,
        online_days: daysOnline(online_at, today),
        target_roi: target_roi_d0_bp / 10_000,
      },
    ]),
  );
}

async function pixels({ db, now }: Context, ids: readonly number[]): Promise<Known<'pixel'>> {
  // Without orders the health is unknown, but everything else is known.
  const healths = await loadPixelHealths(db, sql`t.id = any(${[...ids]}::bigint[])`, now).catch(() => new Map<number, null>());
  const found = await sql<{ id: number; last_fired_at: Date | null } & Omit<Value<'pixel'>, 'id' | 'label' | 'health' | 'last_fired_at'>>`
    select t.id, t.platform_pixel_id, t.status, t.capi_enabled, t.last_fired_at, coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'label', s.name) order by s.name, s.id)
      from site_pixel sx join site s on s.id = sx.site_id where sx.pixel_id = t.id and s.deleted_at is null), '[]') as sites
    from pixel t where t.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(
    found.rows.map(({ id, last_fired_at, ...rest }) => [
      id,
      { ...rest, health: healths.get(id) ?? null, last_fired_at: last_fired_at?.toISOString() ?? null },
    ]),
  );
}

interface Page extends Omit<Value<'landing'>, 'label' | 'id' | 'offline_at'> {
  id: number;
  offline_at: Date | null;
}

async function landings({ db }: Context, ids: readonly number[]): Promise<Known<'landing'>> {
  const found = await sql<Page>`
    select l.id, 'https://' || s.domain || '/' || l.slug as url, jsonb_build_object('id', s.id, 'label', s.name) as site,
      l.template, l.status, l.ab_group, l.offline_at
    from landing_page l join site s on s.id = l.site_id where l.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, offline_at, ...rest }) => [id, { ...rest, offline_at: offline_at?.toISOString() ?? null }]));
}

const NOTHING = async () => new Map();

/** What answers say of the values of a dimension, besides their names. `texts` are values that are no numbers. */
const details: {
  readonly [Key in ReportDimension]: (
    context: Context,
    ids: readonly number[],
    filter: FactFilter,
    texts: readonly string[],
  ) => Promise<Known<Key>>;
} = {
  department: NOTHING,
  user: people,
  account: accounts,
  campaign: entities('campaign'),
  ad_group: entities('ad_group'),
  ad: entities('ad'),
  material: materials,
  creator: people,
  creator_department: NOTHING,
  product: NOTHING,
  kind: NOTHING,
  ratio: NOTHING,
  duration: NOTHING,
  material_language: NOTHING,
  tag: NOTHING,
  date: NOTHING,
  month: NOTHING,
  hour: NOTHING,
  drama: dramas,
  country: NOTHING,
  language: NOTHING,
  genre: NOTHING,
  stage: NOTHING,
  channel: NOTHING,
  payer_country: NOTHING,
  os: NOTHING,
  order_type: NOTHING,
  pay_channel: NOTHING,
  price: NOTHING,
  new_or_reacq: NOTHING,
  day_n: NOTHING,
  pixel: pixels,
  event: NOTHING,
  source: NOTHING,
  site: NOTHING,
  biz: NOTHING,
  scheme: ({ db, caller }, ids) => loadSchemeSummaries(db, caller, ids),
  scheme_version: ({ db, caller }, _ids, _filter, texts) => loadVersionSummaries(db, caller, texts),
  landing: landings,
  template: NOTHING,
  ab_group: NOTHING,
};

/** Of a value that stands for none. */
const none: Partial<Record<ReportDimension, object>> = {
  user: { deleted: false, department: null },
  campaign: { base: null },
  ad_group: { base: null },
  ad: { base: null },
  material: {
    cover_url: null,
    code: null,
    kind: null,
    ratio: null,
    duration_ms: null,
    drama: null,
    product: null,
    creator: null,
    hit_level: null,
    first_used_at: null,
    life_days: 0,
    peak_day: null,
  },
  creator: { deleted: false, department: null },
  drama: { cover_url: null, stage: null, online_at: null, online_days: null, target_roi: null },
  scheme: { version: null, owner: null, status: null, deleted: false, body: null, can: [] },
  scheme_version: { version: null, body: null },
  landing: { url: null, site: null, template: null, status: null, ab_group: null, offline_at: null },
};

/** The dimensions of each row with nothing but their names. */
export async function namesOf(
  { language }: Pick<Context, 'language'>,
  groupBy: readonly ReportDimension[],
  lines: readonly ReportLine[],
): Promise<ReportDims[]> {
  return lines.map(
    ({ values }) =>
      Object.fromEntries(
        groupBy.map((key) => {
          const { id = 0, label = null } = values[key] ?? {};
          return [key, { id, label: valueInWords(key, id, label)[language] }];
        }),
      ) as ReportDims,
  );
}

/** The dimensions of each row as an answer has them. */
export async function dimsOf(
  context: Context,
  groupBy: readonly ReportDimension[],
  lines: readonly ReportLine[],
  filter: FactFilter,
): Promise<ReportDims[]> {
  const known = new Map(
    await Promise.all(
      groupBy.map(async (key) => {
        const all = [...new Set(lines.flatMap(({ values }) => values[key]?.id ?? []))];
        const ids = all.filter((id) => typeof id === 'number');
        const texts = all.filter((id) => typeof id === 'string');
        const found: Map<number | string, object> = await details[key](context, ids, filter, texts);
        return [key, found] as const;
      }),
    ),
  );
  return lines.map(
    ({ values }) =>
      Object.fromEntries(
        groupBy.map((key) => {
          const { id = 0, label = null } = values[key] ?? {};
          const more = known.get(key)?.get(id) ?? none[key];
          return [key, { id, label: valueInWords(key, id, label)[context.language], ...more }];
        }),
      ) as ReportDims,
  );
}

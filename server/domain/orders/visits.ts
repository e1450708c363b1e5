import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { VisitHour } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';
import { type AdDay, ensureAdDays, lockFacts, rewriteVisitSums } from '../insights/index.ts';
import { findPlaces } from './places.ts';

/** Older hours are not accepted, because other hours of their day may have been removed already. */
const MAX_DELAY_MS = 3 * 86_400_000;

interface PlacedHour extends Omit<VisitHour, 'cursor' | 'site' | 'url' | 'ad_id'> {
  site_id: number;
  ad_id: number;
  landing_page_id: number;
  address_key: string;
}

interface DatedHour extends PlacedHour {
  ad_account_id: number | null;
  stat_date: string;
  stat_hour: number;
}

const pageCounts = ['pv', 'uv', 'bounces', 'cta_clicks', 'pay_page_views', 'load_ms_sum', 'load_samples'] as const;
const userCounts = ['new_users', 'reacq_users', 'reg_users'] as const;
const allCounts = [...pageCounts, ...userCounts];
const columnList = (names: readonly string[], alias?: string) =>
  sql.join(names.map((name) => sql.ref(alias === undefined ? name : `${alias}.${name}`)));

const COLUMNS = sql`as r(address_key text, site_id bigint, ad_id bigint, landing_page_id bigint, hour timestamptz, ad_account_id bigint, stat_date date,
  stat_hour int, ${sql.join(allCounts.map((name) => sql`${sql.ref(name)} bigint`))})`;

/** Identifies a page by the address in the feed, independent of the landing page it currently resolves to. */
export const hashAddress = ({ site, url }: Pick<VisitHour, 'site' | 'url'>): string =>
  createHash('sha256')
    .update(JSON.stringify([site, url]))
    .digest('hex')
    .slice(0, 32);

/** Resolves visits to sites and pages, keeping the latest row of each hour. */
async function placeHours(db: Kysely<Database>, visits: readonly VisitHour[]): Promise<PlacedHour[]> {
  const places = await findPlaces(db, { ads: visits.map(({ ad_id }) => ad_id) });
  const hours = new Map<string, PlacedHour>();
  for (const { cursor: _cursor, ad_id, site: domain, url, ...visit } of visits) {
    const ad = places.ad(ad_id);
    const site = places.site(domain, ad);
    const landing_page_id = places.landing(url, site, ad);
    // Visits of unknown ads are skipped; visits of an unknown page count for their ad only.
    if (site === undefined || (ad === undefined && (ad_id !== null || landing_page_id === 0))) continue;
    const hour = { ...visit, site_id: site.id, ad_id: ad?.id ?? 0, landing_page_id, address_key: hashAddress({ site: domain, url }) };
    hours.set(`${hour.ad_id} ${hour.address_key} ${visit.hour.getTime()}`, hour);
  }
  return [...hours.values()];
}

async function addDates(db: Kysely<Database>, hours: readonly PlacedHour[]): Promise<DatedHour[]> {
  type Dates = { n: number; ad_account_id: number | null; stat_date: string; stat_hour: number };
  const request = hours.map(({ ad_id, site_id, hour }, n) => ({ n, ad_id, site_id, hour }));
  const { rows } = await sql<Dates>`
    select r.n, x.id as ad_account_id, w.wall::date as stat_date, extract(hour from w.wall)::int as stat_hour
    from jsonb_to_recordset(${JSON.stringify(request)}::jsonb) as r(n int, ad_id bigint, site_id bigint, hour timestamptz)
    join site s on s.id = r.site_id
    left join ad a on a.id = r.ad_id
    left join ad_account x on x.id = a.ad_account_id
    cross join lateral (select r.hour at time zone coalesce(x.timezone_name, s.timezone_name) as wall) w`.execute(db);
  return rows.flatMap(({ n, ...dates }) => {
    const hour = hours[n];
    return hour === undefined ? [] : [{ ...hour, ...dates }];
  });
}

interface PageDay extends AdDay {
  landing_page_id: number;
}

/** SQL: `v` is the stored row of the hour `r` under one of these keys. */
const isSameHour = (...keys: RawBuilder<unknown>[]) =>
  sql<boolean>`v.ad_id = r.ad_id and v.hour = r.hour and v.address_key = any(array[${sql.join(keys)}])`;

/** Keys of hours stored before addresses were recorded, with and without a known page. */
const WITHOUT_ADDRESS = [sql`'page 0'`, sql`'page ' || r.landing_page_id`];

/** The page-days that the stored rows of these hours currently count on. */
async function loadPageDays(db: Kysely<Database>, json: string): Promise<PageDay[]> {
  const { rows } = await sql<PageDay>`
    select distinct v.landing_page_id, v.ad_id, v.stat_date from jsonb_to_recordset(${json}::jsonb) ${COLUMNS}
    join visit_hour v on ${isSameHour(sql`r.address_key`, ...WITHOUT_ADDRESS)}`.execute(db);
  return rows;
}

/** Writes hours and recomputes their days; needs a transaction. */
async function writeHours(db: Kysely<Database>, hours: readonly DatedHour[], now: Date): Promise<void> {
  await lockFacts(db, hours[0]?.ad_account_id ?? null);
  const json = JSON.stringify(hours);
  // The address may have resolved to another page, or to none, when the hour was stored before.
  const previousDays = await loadPageDays(db, json);
  await sql`delete from visit_hour v using jsonb_to_recordset(${json}::jsonb) ${COLUMNS}
    where ${isSameHour(...WITHOUT_ADDRESS)}`.execute(db);
  const columns = ['landing_page_id', 'stat_date', 'stat_hour', ...allCounts];
  await sql`
    insert into visit_hour (address_key, ad_id, hour, ${columnList(columns)})
    select r.address_key, r.ad_id, r.hour, ${columnList(columns, 'r')} from jsonb_to_recordset(${json}::jsonb) ${COLUMNS}
    on conflict (address_key, ad_id, hour) do update set
      ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${columnList(columns, 'visit_hour')}) is distinct from (${columnList(columns, 'excluded')})`.execute(db);
  const touched = JSON.stringify([...previousDays, ...hours]);
  const days = [...previousDays, ...hours].flatMap(({ ad_id, stat_date }): AdDay[] => (ad_id === 0 ? [] : [{ ad_id, stat_date }]));
  await ensureAdDays(db, days, now);
  await sql`
    insert into landing_daily (landing_page_id, ad_id, stat_date, ad_account_id, owner_user_id, ${columnList(pageCounts)})
    select t.landing_page_id, t.ad_id, t.stat_date, d.ad_account_id, d.owner_user_id, ${sql.join(pageCounts.map((name) => sql`coalesce(sum(${sql.ref(`v.${name}`)}), 0)`))}
    from (
      select distinct landing_page_id, ad_id, stat_date
      from jsonb_to_recordset(${touched}::jsonb) as r(landing_page_id bigint, ad_id bigint, stat_date date) where landing_page_id <> 0) t
    left join visit_hour v on v.landing_page_id = t.landing_page_id and v.ad_id = t.ad_id and v.stat_date = t.stat_date
    left join insight_daily d on d.ad_id = t.ad_id and d.stat_date = t.stat_date
    group by 1, 2, 3, 4, 5
    on conflict (landing_page_id, ad_id, stat_date) do update set
      ${sql.join(pageCounts.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${columnList(pageCounts, 'landing_daily')}) is distinct from (${columnList(pageCounts, 'excluded')})`.execute(db);
  await rewriteVisitSums(db, days);
}

/** Stores visits, with one transaction per account and day. Storing them again changes nothing. */
export async function ingestVisits(
  db: Kysely<Database>,
  visits: readonly VisitHour[],
  now: Date,
): Promise<{ written: number; late: number }> {
  const inTime = visits.filter(({ hour }) => hour.getTime() >= now.getTime() - MAX_DELAY_MS);
  const groups = new Map<string, DatedHour[]>();
  for (const hour of await addDates(db, await placeHours(db, inTime))) {
    const key = `${hour.ad_account_id} ${hour.stat_date}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [hour]);
    else group.push(hour);
  }
  let written = 0;
  for (const group of groups.values()) {
    await db.transaction().execute((transaction) => writeHours(transaction, group, now));
    written += group.length;
  }
  return { written, late: visits.length - inTime.length };
}

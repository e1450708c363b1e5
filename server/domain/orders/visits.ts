import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { VisitHour } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';
import { type AdDay, ensureAdDays, lockFacts, rewriteVisitSums } from '../insights/index.ts';
import { findPlaces } from './places.ts';

/** Later than that an hour is not taken in any more: the other hours of its day may be gone. */
const LATEST_MS = 3 * 86_400_000;

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

const counts = ['pv', 'uv', 'bounces', 'cta_clicks', 'pay_page_views', 'load_ms_sum', 'load_samples'] as const;
const users = ['new_users', 'reacq_users', 'reg_users'] as const;
const all = [...counts, ...users];
const list = (names: readonly string[], of?: string) => sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)));

const COLUMNS = sql`as r(address_key text, site_id bigint, ad_id bigint, landing_page_id bigint, hour timestamptz, ad_account_id bigint, stat_date date,
  stat_hour int, ${sql.join(all.map((name) => sql`${sql.ref(name)} bigint`))})`;

/** Identifies a page by the words of the feed, whichever page of ours they lead to at the moment. */
export const addressKeyOf = ({ site, url }: Pick<VisitHour, 'site' | 'url'>): string =>
  createHash('sha256')
    .update(JSON.stringify([site, url]))
    .digest('hex')
    .slice(0, 32);

/** What is told of an hour later in the same answer replaces what was told before. */
async function placed(db: Kysely<Database>, visits: readonly VisitHour[]): Promise<PlacedHour[]> {
  const places = await findPlaces(db, { ads: visits.map(({ ad_id }) => ad_id) });
  const hours = new Map<string, PlacedHour>();
  for (const { cursor: _cursor, ad_id, site: domain, url, ...visit } of visits) {
    const ad = places.ad(ad_id);
    const site = places.site(domain, ad);
    const landing_page_id = places.landing(url, site, ad);
    // Whom an ad brought that nobody knows here came directly, as far as this page knows; a page nobody knows counts for its ad only.
    if (site === undefined || (ad === undefined && (ad_id !== null || landing_page_id === 0))) continue;
    const hour = { ...visit, site_id: site.id, ad_id: ad?.id ?? 0, landing_page_id, address_key: addressKeyOf({ site: domain, url }) };
    hours.set(`${hour.ad_id} ${hour.address_key} ${visit.hour.getTime()}`, hour);
  }
  return [...hours.values()];
}

async function dated(db: Kysely<Database>, hours: readonly PlacedHour[]): Promise<DatedHour[]> {
  type Dates = { n: number; ad_account_id: number | null; stat_date: string; stat_hour: number };
  const asked = hours.map(({ ad_id, site_id, hour }, n) => ({ n, ad_id, site_id, hour }));
  const { rows } = await sql<Dates>`
    select r.n, x.id as ad_account_id, w.wall::date as stat_date, extract(hour from w.wall)::int as stat_hour
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(n int, ad_id bigint, site_id bigint, hour timestamptz)
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

/** SQL condition: `v` is what was told before of the hour `r`, under one of these keys. */
const wasToldAs = (...keys: RawBuilder<unknown>[]) =>
  sql<boolean>`v.ad_id = r.ad_id and v.hour = r.hour and v.address_key = any(array[${sql.join(keys)}])`;

/** Keys of hours that were kept before addresses were: of the same page, or of none where the page was unknown. */
const WITHOUT_ADDRESS = [sql`'page 0'`, sql`'page ' || r.landing_page_id`];

/** The page-days that these hours count on as they are kept now. */
async function keptDays(db: Kysely<Database>, json: string): Promise<PageDay[]> {
  const { rows } = await sql<PageDay>`
    select distinct v.landing_page_id, v.ad_id, v.stat_date from jsonb_to_recordset(${json}::jsonb) ${COLUMNS}
    join visit_hour v on ${wasToldAs(sql`r.address_key`, ...WITHOUT_ADDRESS)}`.execute(db);
  return rows;
}

/** Keeps hours as they are told now, and sums their days up anew; inside of a transaction. */
async function writeHours(db: Kysely<Database>, hours: readonly DatedHour[], now: Date): Promise<void> {
  await lockFacts(db, hours[0]?.ad_account_id ?? null);
  const json = JSON.stringify(hours);
  // An address may have led to another page, or to none, when its hour was told before.
  const before = await keptDays(db, json);
  await sql`delete from visit_hour v using jsonb_to_recordset(${json}::jsonb) ${COLUMNS}
    where ${wasToldAs(...WITHOUT_ADDRESS)}`.execute(db);
  const kept = ['landing_page_id', 'stat_date', 'stat_hour', ...all];
  await sql`
    insert into visit_hour (address_key, ad_id, hour, ${list(kept)})
    select r.address_key, r.ad_id, r.hour, ${list(kept, 'r')} from jsonb_to_recordset(${json}::jsonb) ${COLUMNS}
    on conflict (address_key, ad_id, hour) do update set
      ${sql.join(kept.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${list(kept, 'visit_hour')}) is distinct from (${list(kept, 'excluded')})`.execute(db);
  const touched = JSON.stringify([...before, ...hours]);
  const days = [...before, ...hours].flatMap(({ ad_id, stat_date }): AdDay[] => (ad_id === 0 ? [] : [{ ad_id, stat_date }]));
  await ensureAdDays(db, days, now);
  await sql`
    insert into landing_daily (landing_page_id, ad_id, stat_date, owner_user_id, ${list(counts)})
    select t.landing_page_id, t.ad_id, t.stat_date, d.owner_user_id, ${sql.join(counts.map((name) => sql`coalesce(sum(${sql.ref(`v.${name}`)}), 0)`))}
    from (
      select distinct landing_page_id, ad_id, stat_date
      from jsonb_to_recordset(${touched}::jsonb) as r(landing_page_id bigint, ad_id bigint, stat_date date) where landing_page_id <> 0) t
    left join visit_hour v on v.landing_page_id = t.landing_page_id and v.ad_id = t.ad_id and v.stat_date = t.stat_date
    left join insight_daily d on d.ad_id = t.ad_id and d.stat_date = t.stat_date
    group by 1, 2, 3, 4
    on conflict (landing_page_id, ad_id, stat_date) do update set
      ${sql.join(counts.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${list(counts, 'landing_daily')}) is distinct from (${list(counts, 'excluded')})`.execute(db);
  await rewriteVisitSums(db, days);
}

/** Takes visits in, account by account and day by day, each in a transaction of its own. Taken in twice they change nothing. */
export async function takeVisits(
  db: Kysely<Database>,
  visits: readonly VisitHour[],
  now: Date,
): Promise<{ written: number; late: number }> {
  const inTime = visits.filter(({ hour }) => hour.getTime() >= now.getTime() - LATEST_MS);
  const groups = new Map<string, DatedHour[]>();
  for (const hour of await dated(db, await placed(db, inTime))) {
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

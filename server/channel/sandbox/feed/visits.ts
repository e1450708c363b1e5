import { sql } from 'kysely';
import type { Cursor, VisitHour } from '../../site-feed.ts';
import { chanceOf, normal, type Part, roundByChance } from '../chance.ts';
import { hourShare } from '../delivery/model.ts';
import type { Operation, Run } from '../operation.ts';
import { PAGE_SIZE, parseInstant, readCursor, writeCursor } from './feed-cursor.ts';
import { siteOf } from './sales.ts';

const HOUR = 3_600_000;
/** How far back a site reports direct visits. */
const DIRECT_WINDOW_MS = 72 * HOUR;
/** Average direct visitors of a page per day. */
const DIRECT_VISITS_PER_DAY = 60;
const REGISTRATION_SHARE = 0.4;

type Counts = Omit<VisitHour, 'cursor' | 'site' | 'url' | 'ad_id' | 'hour'>;

/** Counts of a page for so many visitors; they grow with the visitors. */
export function simulateCounts(
  seed: string,
  key: readonly Part[],
  page: string,
  { uv, new_users, reacq_users, pay_page_views }: Pick<Counts, 'uv' | 'new_users' | 'reacq_users' | 'pay_page_views'>,
): Counts {
  const chance = chanceOf(seed, ...key);
  const quality = Math.exp(0.12 * normal(seed, page, 'page'));
  const pv = uv + chance.count(uv * 0.35, 'pv');
  const load = Math.round(1400 * Math.exp(0.25 * normal(seed, page, 'load')) * (0.9 + 0.2 * chance.uniform('load')));
  return {
    pv,
    uv,
    bounces: chance.count((pv * 0.34) / quality, 'bounces', pv),
    cta_clicks: chance.count(uv * 0.46 * quality, 'cta', uv),
    pay_page_views,
    load_ms_sum: pv * load,
    load_samples: pv,
    new_users,
    reacq_users,
    reg_users: chance.count(new_users * REGISTRATION_SHARE, 'registers', new_users),
  };
}

interface AdHour {
  ad_id: string;
  stat_date: string;
  stat_hour: number;
  /** Start of the local hour; one of two in the night that repeats it. */
  hour: Date;
  last_at: Date;
  url: string | null;
  lp_views: number;
  new_users: number;
  reacq_users: number;
  checkouts: number;
}

async function loadAdHours({ db }: Operation, [at = '', ad = '', date = '', hour = '']: readonly string[], until: Date): Promise<AdHour[]> {
  const after = parseInstant(at);
  const found = await sql<AdHour>`
    select h.ad_id, h.stat_date, h.stat_hour, h.last_at, coalesce(a.link, p.link) as url, h.lp_views, h.new_users, h.reacq_users, h.checkouts,
      w.wall at time zone c.timezone_name as hour
    from sbx_hour h
    join sbx_ad a on a.id = h.ad_id
    join sbx_account c on c.id = h.account_id
    left join sbx_post p on p.id = a.post_id
    cross join lateral (select h.stat_date::timestamp + make_interval(hours => h.stat_hour) as wall) w
    where h.last_at between ${after} and ${until}
      and (h.last_at, h.ad_id collate "C", h.stat_date, h.stat_hour)
        > (${after}::timestamptz, ${ad} collate "C", ${date === '' ? '1970-01-01' : date}::date, ${Number(hour)}::int)
    order by h.last_at, h.ad_id collate "C", h.stat_date, h.stat_hour limit ${PAGE_SIZE}`.execute(db);
  return found.rows;
}

/** Landing pages of ads, with the creation time of their first ad. */
async function loadPages({ db }: Operation): Promise<{ url: string; since: Date }[]> {
  const found = await sql<{ url: string; since: Date }>`
    select coalesce(a.link, p.link) collate "C" as url, min(a.created_at) as since from sbx_ad a left join sbx_post p on p.id = a.post_id
    where coalesce(a.link, p.link) is not null group by 1 order by 1`.execute(db);
  return found.rows;
}

/** Simulates the direct visits of a page in an hour. */
export function simulateDirectHour(seed: string, url: string, hour: Date): Omit<VisitHour, 'cursor'> {
  const key = [url, hour.getTime() / HOUR, 'direct'] as const;
  const uv = roundByChance(
    DIRECT_VISITS_PER_DAY * hourShare(hour.getUTCHours()) * Math.exp(0.6 * normal(seed, url, 'direct')),
    seed,
    ...key,
  );
  const new_users = roundByChance(uv * 0.5, seed, ...key, 'new');
  const counts = simulateCounts(seed, key, url, {
    uv,
    new_users,
    reacq_users: 0,
    pay_page_views: roundByChance(uv * 0.04, seed, ...key, 'pay'),
  });
  return { site: siteOf(url), url, ad_id: null, hour, ...counts };
}

/** Ad visits up to an instant, in the order their hours changed; then direct visits, hour by hour. */
export async function* readVisits(run: Run, since: Cursor, until: Date): AsyncGenerator<VisitHour> {
  const [byAd = '', direct = ''] = (since ?? '').split('~');
  let adCursor = byAd;
  for (;;) {
    const { rows, seed } = await run(async (operation) => ({
      rows: await loadAdHours(operation, readCursor(adCursor === '' ? null : adCursor, 4), until),
      seed: operation.seed,
    }));
    for (const { ad_id, stat_date, stat_hour, last_at, url, hour, ...row } of rows) {
      adCursor = writeCursor(last_at.toISOString(), ad_id, stat_date, stat_hour);
      const counts = simulateCounts(seed, [ad_id, stat_date, stat_hour], url ?? '', {
        uv: row.lp_views,
        new_users: row.new_users,
        reacq_users: row.reacq_users,
        pay_page_views: row.checkouts,
      });
      yield { cursor: `${adCursor}~${direct}`, site: siteOf(url), url, ad_id, hour, ...counts };
    }
    if (rows.length < PAGE_SIZE) break;
  }
  const { pages, seed } = await run(async (operation) => ({ pages: await loadPages(operation), seed: operation.seed }));
  const end = Math.floor(until.getTime() / HOUR) * HOUR;
  const from = Math.max(direct === '' ? 0 : Date.parse(direct) + HOUR, end - DIRECT_WINDOW_MS);
  for (let start = from; start < end; start += HOUR) {
    const hour = new Date(start);
    // The cursor moves past an hour with its last page, so a reader that stops earlier gets the whole hour again.
    const before = direct === '' && start === from ? '' : new Date(start - HOUR).toISOString();
    const existingPages = pages.filter(({ since: first }) => first < hour);
    for (const [index, { url }] of existingPages.entries()) {
      const cursor = `${adCursor}~${index === existingPages.length - 1 ? hour.toISOString() : before}`;
      yield { cursor, ...simulateDirectHour(seed, url, hour) };
    }
  }
}

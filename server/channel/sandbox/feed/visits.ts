import { sql } from 'kysely';
import type { Cursor, VisitHour } from '../../site-feed.ts';
import { chanceOf, normal, type Part, rounded } from '../chance.ts';
import { hourShare } from '../delivery/model.ts';
import type { Operation, Run } from '../operation.ts';
import { instantIn, PAGE, readCursor, writeCursor } from './feed-cursor.ts';
import { siteOf } from './sales.ts';

const HOUR = 3_600_000;
/** How far back a site still knows who came directly. */
const DIRECT_KEPT = 72 * HOUR;
/** Who comes directly to a page on a day, about. */
const DIRECT_A_DAY = 60;
const REGISTERS = 0.4;

type Counts = Omit<VisitHour, 'cursor' | 'site' | 'url' | 'ad_id' | 'hour'>;

/** What so many visitors do on a page; it grows with them. */
export function countsOf(
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
    reg_users: chance.count(new_users * REGISTERS, 'registers', new_users),
  };
}

interface AdHour {
  ad_id: string;
  stat_date: string;
  stat_hour: number;
  /** When that hour began where the account lives; one of two, in the night that has it twice. */
  hour: Date;
  last_at: Date;
  url: string | null;
  lp_views: number;
  new_users: number;
  reacq_users: number;
  checkouts: number;
}

async function adHours({ db }: Operation, [at = '', ad = '', date = '', hour = '']: readonly string[], until: Date): Promise<AdHour[]> {
  const after = instantIn(at);
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
    order by h.last_at, h.ad_id collate "C", h.stat_date, h.stat_hour limit ${PAGE}`.execute(db);
  return found.rows;
}

/** Pages that ads lead to, with the moment the first of them was made. */
async function pagesOf({ db }: Operation): Promise<{ url: string; since: Date }[]> {
  const found = await sql<{ url: string; since: Date }>`
    select coalesce(a.link, p.link) collate "C" as url, min(a.created_at) as since from sbx_ad a left join sbx_post p on p.id = a.post_id
    where coalesce(a.link, p.link) is not null group by 1 order by 1`.execute(db);
  return found.rows;
}

/** Who came to a page directly in an hour. */
export function directHour(seed: string, url: string, hour: Date): Omit<VisitHour, 'cursor'> {
  const key = [url, hour.getTime() / HOUR, 'direct'] as const;
  const uv = rounded(DIRECT_A_DAY * hourShare(hour.getUTCHours()) * Math.exp(0.6 * normal(seed, url, 'direct')), seed, ...key);
  const new_users = rounded(uv * 0.5, seed, ...key, 'new');
  const counts = countsOf(seed, key, url, { uv, new_users, reacq_users: 0, pay_page_views: rounded(uv * 0.04, seed, ...key, 'pay') });
  return { site: siteOf(url), url, ad_id: null, hour, ...counts };
}

/** Hours that grew up to an instant, in the order they did; then, hour by hour, who came directly. */
export async function* visitsUntil(run: Run, since: Cursor, until: Date): AsyncGenerator<VisitHour> {
  const [byAd = '', direct = ''] = (since ?? '').split('~');
  let mark = byAd;
  for (;;) {
    const { rows, seed } = await run(async (operation) => ({
      rows: await adHours(operation, readCursor(mark === '' ? null : mark, 4), until),
      seed: operation.seed,
    }));
    for (const { ad_id, stat_date, stat_hour, last_at, url, hour, ...row } of rows) {
      mark = writeCursor(last_at.toISOString(), ad_id, stat_date, stat_hour);
      const counts = countsOf(seed, [ad_id, stat_date, stat_hour], url ?? '', {
        uv: row.lp_views,
        new_users: row.new_users,
        reacq_users: row.reacq_users,
        pay_page_views: row.checkouts,
      });
      yield { cursor: `${mark}~${direct}`, site: siteOf(url), url, ad_id, hour, ...counts };
    }
    if (rows.length < PAGE) break;
  }
  const { pages, seed } = await run(async (operation) => ({ pages: await pagesOf(operation), seed: operation.seed }));
  const end = Math.floor(until.getTime() / HOUR) * HOUR;
  const from = Math.max(direct === '' ? 0 : Date.parse(direct) + HOUR, end - DIRECT_KEPT);
  for (let start = from; start < end; start += HOUR) {
    const hour = new Date(start);
    // Whoever stops between two pages of an hour is told that hour again.
    const before = direct === '' && start === from ? '' : new Date(start - HOUR).toISOString();
    const told = pages.filter(({ since: first }) => first < hour);
    for (const [index, { url }] of told.entries()) {
      const cursor = `${mark}~${index === told.length - 1 ? hour.toISOString() : before}`;
      yield { cursor, ...directHour(seed, url, hour) };
    }
  }
}

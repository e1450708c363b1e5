import { type Kysely, sql } from 'kysely';
import type { PixelEvent } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';
import { centsPerUnitSql } from '../insights/index.ts';

/** Older events are not accepted, because other events of their day may have been removed already. */
const MAX_DELAY_MS = 6 * 86_400_000;

export type NewPixelEvent = Omit<PixelEvent, 'cursor'>;

interface WrittenEvent {
  pixel_id: number;
  event_name: string;
  event_id: string;
  day: string;
}

const COLUMNS = sql`as r(pixel_id text, event_name text, event_id text, source text, event_time timestamptz, received_at timestamptz, count int,
  match_score numeric, ad_id text, order_no text, value bigint, currency text, url text, status text, error text)`;

/**
 * SQL: the site of an event `r` of the pixel `p`: the one of its sites with the domain of the address, else the site of the order `o`, else
 * its only site. 0 when none of these is known.
 */
const SITE = sql`coalesce(
  (select s.id from site_pixel sp join site s on s.id = sp.site_id
    where sp.pixel_id = p.id and s.deleted_at is null and lower(s.domain) = lower(substring(r.url from '^https?://([^/:?#]+)')) limit 1),
  o.site_id,
  (select min(s.id) from site_pixel sp join site s on s.id = sp.site_id
    where sp.pixel_id = p.id and s.deleted_at is null and r.url is null having count(*) = 1),
  0)`;

/** Inserts the events that are new and returns them. Days are those of the account that owns the pixel. */
async function insertEvents(db: Kysely<Database>, events: readonly NewPixelEvent[]): Promise<WrittenEvent[]> {
  const { rows } = await sql<WrittenEvent>`
    with written as (
      insert into pixel_event (pixel_id, event_name, event_id, source, event_time, received_at, count, dedupe, match_score, ad_id, order_id, site_id,
        value, currency, url, status, error)
      select p.id, left(r.event_name, 50), r.event_id, r.source, r.event_time, r.received_at, r.count, 'kept', r.match_score, a.id, o.id, ${SITE},
        r.value, r.currency, left(r.url, 500), r.status, r.error
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) ${COLUMNS}
      join pixel p on p.platform_pixel_id = r.pixel_id
      left join lateral (select min(d.id) as id from ad d where d.platform_ad_id = r.ad_id) a on true
      left join biz_order o on o.order_no = r.order_no
      order by r.received_at, r.event_id
      on conflict (pixel_id, event_name, event_id, source, event_time) do nothing
      returning pixel_id, event_name, event_id, event_time)
    select w.pixel_id, w.event_name, w.event_id, (w.event_time at time zone x.timezone_name)::date as day
    from written w join pixel p on p.id = w.pixel_id join ad_account x on x.id = p.owner_ad_account_id`.execute(db);
  return rows;
}

/**
 * Among events with the same name and id within 48 hours the first counts, but a browser event within five minutes of a server event
 * replaces it.
 */
async function markDuplicates(db: Kysely<Database>, written: readonly WrittenEvent[]): Promise<void> {
  await sql`
    with touched as (
      select distinct pixel_id, event_name, event_id
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r(pixel_id bigint, event_name text, event_id text)),
    placed as (
      select e.*, floor(extract(epoch from e.received_at - min(e.received_at) over (partition by e.pixel_id, e.event_name, e.event_id)) / 172800) as run
      from pixel_event e join touched t on t.pixel_id = e.pixel_id and t.event_name = e.event_name and t.event_id = e.event_id),
    begun as (select *, min(received_at) over (partition by pixel_id, event_name, event_id, run) as first_at from placed),
    ranked as (
      select id, row_number() over (
        partition by pixel_id, event_name, event_id, run
        order by not (source = 'browser' and received_at <= first_at + interval '5 minutes'), received_at, id) as place
      from begun)
    update pixel_event e set dedupe = case when r.place = 1 then 'kept' else 'duplicate' end
    from ranked r where r.id = e.id and (e.dedupe = 'kept') <> (r.place = 1)`.execute(db);
}

/** Recomputes the affected days of a pixel; all their events must still exist. */
async function rewriteDays(db: Kysely<Database>, written: readonly WrittenEvent[]): Promise<void> {
  await sql`
    with touched as (
      select distinct r.pixel_id, r.day, x.timezone_name as zone
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r(pixel_id bigint, day date)
      join pixel p on p.id = r.pixel_id join ad_account x on x.id = p.owner_ad_account_id)
    insert into pixel_event_daily (pixel_id, event_name, source, site_id, stat_date, received, duplicates, errors, matched_sum, attributed, value_usd)
    select e.pixel_id, e.event_name, e.source, e.site_id, t.day, sum(e.count), coalesce(sum(e.count) filter (where e.dedupe = 'duplicate'), 0),
      coalesce(sum(e.count) filter (where e.status = 'error'), 0), sum(e.count * e.match_score * 10),
      coalesce(sum(e.count) filter (where e.dedupe = 'kept' and e.ad_id is not null), 0),
      coalesce(sum(round(e.value * ${centsPerUnitSql(sql`e.currency`, sql`t.day`)}))
        filter (where e.dedupe = 'kept' and e.value is not null and e.event_name in ('Purchase', 'Subscribe')), 0)
    from touched t
    join pixel_event e on e.pixel_id = t.pixel_id and e.event_time >= t.day::timestamp at time zone t.zone
      and e.event_time < (t.day + 1)::timestamp at time zone t.zone
    group by 1, 2, 3, 4, 5
    on conflict (pixel_id, event_name, source, site_id, stat_date) do update set received = excluded.received, duplicates = excluded.duplicates,
      errors = excluded.errors, matched_sum = excluded.matched_sum, attributed = excluded.attributed, value_usd = excluded.value_usd`.execute(
    db,
  );
  await sql`
    update pixel p set last_fired_at = l.at
    from (select e.pixel_id, max(e.event_time) as at from pixel_event e
      where e.pixel_id = any(${[...new Set(written.map(({ pixel_id }) => pixel_id))]}::bigint[]) group by 1) l
    where l.pixel_id = p.id and (p.last_fired_at is null or p.last_fired_at < l.at)`.execute(db);
}

/** Stores events of known pixels. Storing them again changes nothing. */
export async function ingestPixelEvents(
  db: Kysely<Database>,
  events: readonly NewPixelEvent[],
  now: Date,
): Promise<{ written: number; late: number }> {
  const inTime = events.filter(({ event_time }) => event_time.getTime() >= now.getTime() - MAX_DELAY_MS);
  const ingest = async (transaction: Kysely<Database>) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('pixel events', 0))`.execute(transaction);
    const written = await insertEvents(transaction, inTime);
    if (written.length === 0) return 0;
    await markDuplicates(transaction, written);
    await rewriteDays(transaction, written);
    return written.length;
  };
  const written = db.isTransaction ? await ingest(db) : await db.transaction().execute(ingest);
  return { written, late: events.length - inTime.length };
}

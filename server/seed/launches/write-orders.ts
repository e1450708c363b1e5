import { type Kysely, sql } from 'kysely';
import { uniform } from '#server/channel/sandbox/chance.ts';
import { localHour } from '#server/channel/sandbox/delivery/local-time.ts';
import { writeCursor } from '#server/channel/sandbox/feed/feed-cursor.ts';
import { toOrderEvent } from '#server/channel/sandbox/feed/orders.ts';
import { eventsOfHour, eventsOfOrder } from '#server/channel/sandbox/feed/pixel-events.ts';
import type { AccountHistory } from '#server/channel/sandbox/history.ts';
import type { SiteOrderTable } from '#server/channel/sandbox/tables.ts';
import { removedPixels, sandboxWorld } from '#server/channel/sandbox/world.ts';
import type { PixelFault } from '#server/channel/sandbox/world-plan.ts';
import type { Database } from '#server/database/schema.ts';
import { saveCursor } from '#server/domain/feed-reading.ts';
import { keepCustomers } from '#server/domain/orders/customers.ts';
import { ingestPixelEvents, type NewPixelEvent } from '#server/domain/orders/pixel-events.ts';
import { ingestOrdersInTransaction } from '#server/domain/orders/place-orders.ts';
import type { LaunchedCampaign } from './expand-plan.ts';
import { hoursSince } from './write-history.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Days whose pixel events are stored individually: as many as decide on the health of a pixel. */
const EVENT_DAYS = 7;

/** Writes the orders up to the end of the history as the sites would have reported them. */
export async function writeOrders(db: Kysely<Database>, histories: readonly AccountHistory[], asOf: Date): Promise<SiteOrderTable[]> {
  const sold = histories.flatMap(({ orders }) => orders).filter(({ at }) => at < asOf);
  const events = sold.map((order) =>
    order.refund_at !== null && order.refund_at < asOf
      ? toOrderEvent({ ...order, known_at: order.refund_at, part: 'refunded' })
      : toOrderEvent({ ...order, known_at: order.at, part: 'paid' }),
  );
  await ingestOrdersInTransaction(db, events, { now: asOf, hoursSince: hoursSince(asOf) });
  return sold;
}

interface ServerPixel {
  platform_pixel_id: string;
  timezone_name: string;
  id: number;
  capi_enabled: boolean;
  /** Its sites by domain. */
  sites: Readonly<Record<string, number>>;
}

/** The site of an event that is no longer stored: by its domain, else by that of its order, else the only site of the pixel. */
function siteOf({ sites }: ServerPixel, { url, order_no }: NewPixelEvent, domains: ReadonlyMap<string, string | null>): number {
  const domain = url === null ? (domains.get(order_no ?? '') ?? null) : new URL(url).hostname;
  const [only = 0, ...others] = Object.values(sites);
  return domain === null ? (others.length === 0 ? only : 0) : (sites[domain] ?? 0);
}

/** The server event of an order, for pixels with server events. */
function toServerEvent(order: SiteOrderTable & { pixel_id: string; event_id: string }): NewPixelEvent {
  return {
    pixel_id: order.pixel_id,
    event_name: 'Purchase',
    event_id: order.event_id,
    source: 'server',
    event_time: order.at,
    received_at: new Date(order.at.getTime() + 40_000),
    count: 1,
    match_score: 8.1,
    ad_id: order.touch === null ? null : order.ad_id,
    order_no: order.id,
    value: order.amount,
    currency: 'USD',
    url: null,
    status: 'ok',
    error: null,
  };
}

const isRefused = (seed: string, order: SiteOrderTable): boolean => uniform(seed, order.id, 'capi') < 0.01;

/** Counts per pixel and whole UTC hour. */
function sumPixelHours(histories: readonly AccountHistory[], launched: readonly LaunchedCampaign[]) {
  const pixelOf = new Map(
    launched.flatMap(({ groups }) =>
      groups.flatMap(({ pixel, ads }) => (pixel === undefined ? [] : ads.map((ad) => [ad.platformId, pixel.platform_pixel_id] as const))),
    ),
  );
  const sums = new Map<string, Parameters<typeof eventsOfHour>[1]>();
  for (const hour of histories.flatMap(({ hours }) => hours)) {
    const pixel_id = pixelOf.get(hour.ad_id);
    if (pixel_id === undefined) continue;
    const begun = Math.floor(hour.last_at.getTime() / HOUR) * HOUR;
    const key = `${pixel_id} ${begun}`;
    const sum = sums.get(key) ?? {
      pixel_id,
      hour: new Date(begun),
      lp_views: 0,
      view_content: 0,
      add_to_cart: 0,
      checkouts: 0,
      payers: 0,
      new_users: 0,
    };
    for (const name of ['lp_views', 'view_content', 'add_to_cart', 'checkouts', 'payers', 'new_users'] as const) sum[name] += hour[name];
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Daily sums of events that are no longer stored individually. */
function sumOldDays(events: readonly NewPixelEvent[], pixels: ReadonlyMap<string, ServerPixel>, sold: readonly SiteOrderTable[]) {
  const domains = new Map(sold.map(({ id, site }) => [id, site]));
  const days = new Map<string, Record<string, number | string>>();
  const seen = new Set<string>();
  for (const event of events) {
    const pixel = pixels.get(event.pixel_id);
    if (pixel === undefined) continue;
    const { date } = localHour(pixel.timezone_name, event.event_time);
    const site_id = siteOf(pixel, event, domains);
    const key = `${pixel.id} ${event.event_name} ${event.source} ${site_id} ${date}`;
    const day = days.get(key) ?? {
      pixel_id: pixel.id,
      event_name: event.event_name,
      source: event.source,
      site_id,
      stat_date: date,
      received: 0,
      duplicates: 0,
      errors: 0,
      matched_sum: 0,
      attributed: 0,
      value_usd: 0,
    };
    const one = `${event.pixel_id} ${event.event_name} ${event.event_id}`;
    const isDuplicate = seen.has(one);
    seen.add(one);
    const add = (name: string, value: number) => {
      day[name] = Math.round((Number(day[name]) + value) * 10) / 10;
    };
    add('received', event.count);
    add('matched_sum', event.count * event.match_score * 10);
    if (event.status === 'error') add('errors', event.count);
    if (isDuplicate) add('duplicates', event.count);
    else {
      if (event.ad_id !== null) add('attributed', event.count);
      if (event.event_name === 'Purchase' || event.event_name === 'Subscribe') add('value_usd', event.value ?? 0);
    }
    days.set(key, day);
  }
  return [...days.values()];
}

/** The fault of a pixel at a time. A removed pixel reported until its last event. */
function pixelFaultsUntil(seed: string, asOf: Date) {
  const pixels = new Map(sandboxWorld(seed).pixels.map((pixel) => [pixel.id, pixel]));
  return (id: string, at: Date): PixelFault | null => {
    const { fault = null, silent_minutes = null } = pixels.get(id) ?? {};
    return fault === 'removed' && at.getTime() <= asOf.getTime() - (silent_minutes ?? 0) * MINUTE ? null : fault;
  };
}

/** Writes pixel events, individually for the last days and as sums before, and which purchases the server reported. */
export async function writePixels(
  db: Kysely<Database>,
  { seed, asOf, launched }: { seed: string; asOf: Date; launched: readonly LaunchedCampaign[] },
  histories: readonly AccountHistory[],
  sold: readonly SiteOrderTable[],
): Promise<void> {
  const { rows } = await sql<ServerPixel>`
    select p.id, p.platform_pixel_id, p.capi_enabled, x.timezone_name, coalesce((
        select jsonb_object_agg(s.domain, s.id) from site_pixel sp join site s on s.id = sp.site_id where sp.pixel_id = p.id), '{}') as sites
    from pixel p join ad_account x on x.id = p.owner_ad_account_id`.execute(db);
  const pixels = new Map(rows.map((pixel) => [pixel.platform_pixel_id, pixel]));
  const faultOf = pixelFaultsUntil(seed, asOf);
  const since = asOf.getTime() - EVENT_DAYS * DAY + HOUR;
  const recent: NewPixelEvent[] = [];
  const old: NewPixelEvent[] = [];
  const refused: string[] = [];
  const reported: string[] = [];
  for (const order of sold) {
    const { pixel_id, event_id } = order;
    if (order.status !== 'paid' || pixel_id === null) continue;
    const pixelOrder = { ...order, pixel_id };
    const target = order.at.getTime() >= since ? recent : old;
    target.push(...eventsOfOrder(seed, pixelOrder, faultOf(pixel_id, order.at)));
    if (!pixels.get(pixel_id)?.capi_enabled || event_id === null || order.at.getTime() > asOf.getTime() - MINUTE) continue;
    if (isRefused(seed, order)) refused.push(order.id);
    else {
      reported.push(order.id);
      target.push(toServerEvent({ ...pixelOrder, event_id }));
    }
  }
  for (const hour of sumPixelHours(histories, launched)) {
    (hour.hour.getTime() >= since ? recent : old).push(...eventsOfHour(seed, hour, faultOf(hour.pixel_id, hour.hour)));
  }
  // As received a day before, because events older than six days are refused.
  await ingestPixelEvents(db, recent, new Date(asOf.getTime() - DAY));
  // A day that is partly stored was summed up from its stored events, so the other events are added to it.
  const rowsOfDays = sumOldDays(old, pixels, sold);
  await sql`
    insert into pixel_event_daily as d (pixel_id, event_name, source, site_id, stat_date, received, duplicates, errors, matched_sum, attributed, value_usd)
    select r.* from json_to_recordset(${JSON.stringify(rowsOfDays)}::json) as r(pixel_id bigint, event_name text, source text, site_id bigint, stat_date date,
      received bigint, duplicates bigint, errors bigint, matched_sum bigint, attributed bigint, value_usd bigint)
    on conflict (pixel_id, event_name, source, site_id, stat_date) do update set received = d.received + excluded.received,
      duplicates = d.duplicates + excluded.duplicates, errors = d.errors + excluded.errors, matched_sum = d.matched_sum + excluded.matched_sum,
      attributed = d.attributed + excluded.attributed, value_usd = d.value_usd + excluded.value_usd`.execute(db);
  await sql`update biz_order set capi_status = 'sent' where order_no = any(${reported}::text[])`.execute(db);
  await sql`update biz_order set capi_status = 'failed' where order_no = any(${refused}::text[])`.execute(db);
  // Orders too new to have been reported keep their customers, because the server reports them next.
  const unreported = sold.filter(({ at }) => at.getTime() > asOf.getTime() - MINUTE);
  await keepCustomers(
    db,
    unreported.map((order) => toOrderEvent({ ...order, known_at: order.at, part: 'paid' })),
    asOf,
  );
  // On both sides, the last event of a pixel is that of its last hour, and that of a removed one is its last event.
  const removed = removedPixels(seed);
  await sql`
    with heard as (
      select g.pixel_id, max(h.last_at) as at from sbx_hour h join sbx_ad a on a.id = h.ad_id join sbx_group g on g.id = a.group_id
      where g.pixel_id <> all(${removed}::text[]) and h.lp_views > 0 group by 1),
    remote as (update sbx_pixel p set last_fired_at = heard.at from heard where heard.pixel_id = p.id)
    update pixel p set last_fired_at = heard.at from heard where heard.pixel_id = p.platform_pixel_id`.execute(db);
  await sql`
    update sbx_pixel r set last_fired_at = p.last_fired_at from pixel p
    where p.platform_pixel_id = r.id and r.id = any(${removed}::text[])`.execute(db);
}

/** Sets the feed cursors so that reading continues after the history. */
export async function writeCursors(db: Kysely<Database>, asOf: Date): Promise<void> {
  const at = asOf.toISOString();
  const before = new Date(asOf.getTime() - 1).toISOString();
  const hour = Math.floor(asOf.getTime() / HOUR) * HOUR;
  await saveCursor(db, 'orders', writeCursor(before, 'z', 'z'), asOf);
  await saveCursor(db, 'visits', `${writeCursor(before, 'z', '9999-12-31', 23)}~${new Date(hour - HOUR).toISOString()}`, asOf);
  await saveCursor(db, 'pixel_events', `${writeCursor(before, 'z')}~${at}`, asOf);
}

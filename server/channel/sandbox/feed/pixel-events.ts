import { sql } from 'kysely';
import type { Cursor, PixelEvent } from '../../site-feed.ts';
import { roundByChance, uniform } from '../chance.ts';
import type { Operation, Run } from '../operation.ts';
import type { SiteOrderTable } from '../tables.ts';
import { sandboxWorld } from '../world.ts';
import type { PixelFault } from '../world-plan.ts';
import { PAGE_SIZE, parseInstant, readCursor, writeCursor } from './feed-cursor.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Share of events that arrive twice when the pixel code is on a page twice. */
const DUPLICATED_SHARE = 0.61;
const FAULTY_SHARE = 0.006;
const REGISTRATION_SHARE = 0.4;

type ReportedEvent = Omit<PixelEvent, 'cursor'>;
type Fault = PixelFault | null;

/** Bounds of the match score of a browser, and of one that tells little about the person. */
const SCORES = { usual: [4.4, 6.8], anonymous: [2.6, 4.6] } as const;
/** Share of purchases that are not reported, or reported again. */
const LOST_SHARE = 0.3;
const RELOADED_SHARE = 0.7;

function score(seed: string, key: string, fault: Fault): number {
  const [least, most] = SCORES[fault === 'anonymous' ? 'anonymous' : 'usual'];
  return Math.round(10 * (least + (most - least) * uniform(seed, key, 'match'))) / 10;
}

/** Events that a buyer's browser reports. */
export function eventsOfOrder(seed: string, order: SiteOrderTable & { pixel_id: string }, fault: Fault): ReportedEvent[] {
  if (fault === 'removed') return [];
  const { id, pixel_id, at, amount, url } = order;
  const purchaseId = order.event_id ?? `pu.${id}`;
  const ad_id = order.touch === null ? null : order.ad_id;
  const event = (event_name: string, event_id: string, event_time: Date): ReportedEvent[] => {
    const isFaulty = uniform(seed, event_id, 'faulty') < FAULTY_SHARE;
    const reported: ReportedEvent = {
      pixel_id,
      event_name,
      event_id,
      source: 'browser',
      event_time,
      received_at: new Date(event_time.getTime() + 400 + Math.floor(uniform(seed, event_id, 'late') * 2_600)),
      count: 1,
      match_score: score(seed, event_id, fault),
      ad_id,
      order_no: id,
      value: isFaulty ? null : amount,
      currency: isFaulty ? null : 'USD',
      url,
      status: isFaulty ? 'error' : 'ok',
      error: isFaulty ? 'The event has no value.' : null,
    };
    return fault === 'twice' && uniform(seed, event_id, 'twice') < DUPLICATED_SHARE ? [reported, duplicateEvent(reported)] : [reported];
  };
  const browserPurchaseId = fault === 'ids' ? `${purchaseId}.b` : purchaseId;
  const isLost = fault === 'lost' && uniform(seed, id, 'lost purchase') < LOST_SHARE;
  const isReloaded = fault === 'reloaded' && uniform(seed, id, 'reloaded') < RELOADED_SHARE;
  return [
    ...event('InitiateCheckout', `ic.${id}`, new Date(at.getTime() - 20_000)),
    ...(isLost ? [] : event('Purchase', browserPurchaseId, at)),
    ...(isReloaded ? event('Purchase', `${purchaseId}.again`, new Date(at.getTime() + 2 * MINUTE)) : []),
    ...(order.order_type === 'subscribe' ? event('Subscribe', `su.${id}`, at) : []),
  ];
}

function duplicateEvent(reported: ReportedEvent): ReportedEvent {
  return {
    ...reported,
    event_time: new Date(reported.event_time.getTime() + 900),
    received_at: new Date(reported.received_at.getTime() + 950),
  };
}

interface PixelHour {
  pixel_id: string;
  hour: Date;
  lp_views: number;
  view_content: number;
  add_to_cart: number;
  checkouts: number;
  payers: number;
  new_users: number;
}

/** Events that the browsers of all visitors report in an hour. */
export function eventsOfHour(seed: string, { pixel_id, hour, ...row }: PixelHour, fault: Fault): ReportedEvent[] {
  if (fault === 'removed') return [];
  const received_at = new Date(hour.getTime() + HOUR - 1);
  const counted = {
    PageView: row.lp_views,
    ViewContent: row.view_content,
    CompleteRegistration: roundByChance(row.new_users * REGISTRATION_SHARE, seed, pixel_id, hour.getTime(), 'registers'),
    AddToCart: row.add_to_cart,
    InitiateCheckout: row.checkouts - row.payers,
  };
  return Object.entries(counted).flatMap(([event_name, count]) => {
    if (count <= 0) return [];
    const event_id = `${pixel_id}.${event_name}.${hour.getTime() / HOUR}`;
    const reported: ReportedEvent = {
      pixel_id,
      event_name,
      event_id,
      source: 'browser',
      event_time: new Date(received_at.getTime() - MINUTE),
      received_at,
      count,
      match_score: score(seed, event_id, fault),
      ad_id: null,
      order_no: null,
      value: null,
      currency: null,
      url: null,
      status: 'ok',
      error: null,
    };
    const twice = fault === 'twice' ? roundByChance(count * DUPLICATED_SHARE, seed, event_id, 'twice') : 0;
    return twice > 0 ? [reported, { ...duplicateEvent(reported), count: twice }] : [reported];
  });
}

/** Counts per whole UTC hour, by the time of the last delivery in a local hour. */
export async function loadPixelHours({ db }: Pick<Operation, 'db'>, from: Date, until: Date): Promise<PixelHour[]> {
  const found = await sql<PixelHour>`
    select g.pixel_id collate "C" as pixel_id, date_trunc('hour', h.last_at, 'UTC') as hour, sum(h.lp_views)::bigint as lp_views,
      sum(h.view_content)::bigint as view_content, sum(h.add_to_cart)::bigint as add_to_cart, sum(h.checkouts)::bigint as checkouts,
      sum(h.payers)::bigint as payers, sum(h.new_users)::bigint as new_users
    from sbx_hour h join sbx_ad a on a.id = h.ad_id join sbx_group g on g.id = a.group_id
    where g.pixel_id is not null and h.last_at >= ${from} and h.last_at < ${until}
    group by 1, 2 order by 2, 1`.execute(db);
  return found.rows;
}

type PixelOrder = SiteOrderTable & { pixel_id: string };

async function loadPaidOrders({ db }: Operation, [at = '', id = '']: readonly string[], until: Date): Promise<PixelOrder[]> {
  const after = parseInstant(at);
  const found = await sql<PixelOrder>`
    select o.* from sbx_order o
    where o.at between ${after} and ${until} and (o.at, o.id collate "C") > (${after}::timestamptz, ${id} collate "C")
      and o.status = 'paid' and o.pixel_id is not null
    order by o.at, o.id collate "C" limit ${PAGE_SIZE}`.execute(db);
  return found.rows;
}

const pixelFaults = (seed: string): ReadonlyMap<string, Fault> => new Map(sandboxWorld(seed).pixels.map(({ id, fault }) => [id, fault]));

/** Events of buyers up to an instant, in order of their purchases; then events of all visitors, hour by hour. */
export async function* readPixelEvents(run: Run, since: Cursor, until: Date): AsyncGenerator<PixelEvent> {
  const [byOrder = '', hours = ''] = (since ?? '').split('~');
  let orderCursor = byOrder;
  let faults: ReadonlyMap<string, Fault> | undefined;
  for (;;) {
    const { rows, seed } = await run(async (operation) => ({
      rows: await loadPaidOrders(operation, readCursor(orderCursor === '' ? null : orderCursor, 2), until),
      seed: operation.seed,
    }));
    faults ??= pixelFaults(seed);
    for (const order of rows) {
      const before = orderCursor;
      orderCursor = writeCursor(order.at.toISOString(), order.id);
      // The cursor moves past an order with the order's last event.
      const events = eventsOfOrder(seed, order, faults.get(order.pixel_id) ?? null);
      for (const [index, event] of events.entries())
        yield { cursor: `${index === events.length - 1 ? orderCursor : before}~${hours}`, ...event };
    }
    if (rows.length < PAGE_SIZE) break;
  }
  const end = new Date(Math.floor(until.getTime() / HOUR) * HOUR);
  const { told: pixelHours, seed } = await run(async (operation) => ({
    told: await loadPixelHours(operation, parseInstant(hours), end),
    seed: operation.seed,
  }));
  for (const [index, row] of pixelHours.entries()) {
    const next = pixelHours[index + 1];
    // The cursor moves past an hour with the hour's last pixel.
    const upTo = next === undefined || next.hour.getTime() !== row.hour.getTime() ? new Date(row.hour.getTime() + HOUR) : row.hour;
    const events = eventsOfHour(seed, row, faults?.get(row.pixel_id) ?? null);
    for (const [eventIndex, event] of events.entries()) {
      yield { cursor: `${orderCursor}~${(eventIndex === events.length - 1 ? upTo : row.hour).toISOString()}`, ...event };
    }
  }
}

import { sql } from 'kysely';
import type { Cursor, PixelEvent } from '../../site-feed.ts';
import { rounded, uniform } from '../chance.ts';
import type { Operation, Run } from '../operation.ts';
import type { SiteOrderTable } from '../tables.ts';
import { sandboxWorld } from '../world.ts';
import { instantIn, PAGE, readCursor, writeCursor } from './feed-cursor.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Where the code of a pixel stands twice, so many of its events come twice. */
const TWICE = 0.61;
const FAULTY = 0.006;
const REGISTERS = 0.4;

type Told = Omit<PixelEvent, 'cursor'>;
type Fault = 'twice' | 'ids' | null;

const score = (seed: string, key: string): number => Math.round(10 * (4.4 + 2.4 * uniform(seed, key, 'match'))) / 10;

/** What the browser of a buyer reports. */
export function eventsOfOrder(seed: string, order: SiteOrderTable & { pixel_id: string }, fault: Fault): Told[] {
  const { id, pixel_id, at, amount, url } = order;
  const known = order.event_id ?? `pu.${id}`;
  const ad_id = order.touch === null ? null : order.ad_id;
  const event = (event_name: string, event_id: string, event_time: Date): Told[] => {
    const isFaulty = uniform(seed, event_id, 'faulty') < FAULTY;
    const told: Told = {
      pixel_id,
      event_name,
      event_id,
      source: 'browser',
      event_time,
      received_at: new Date(event_time.getTime() + 400 + Math.floor(uniform(seed, event_id, 'late') * 2_600)),
      count: 1,
      match_score: score(seed, event_id),
      ad_id,
      order_no: id,
      value: isFaulty ? null : amount,
      currency: isFaulty ? null : 'USD',
      url,
      status: isFaulty ? 'error' : 'ok',
      error: isFaulty ? 'The event has no value.' : null,
    };
    return fault === 'twice' && uniform(seed, event_id, 'twice') < TWICE ? [told, again(told)] : [told];
  };
  const bought = fault === 'ids' ? `${known}.b` : known;
  return [
    ...event('InitiateCheckout', `ic.${id}`, new Date(at.getTime() - 20_000)),
    ...event('Purchase', bought, at),
    ...(order.order_type === 'subscribe' ? event('Subscribe', `su.${id}`, at) : []),
  ];
}

function again(told: Told): Told {
  return { ...told, event_time: new Date(told.event_time.getTime() + 900), received_at: new Date(told.received_at.getTime() + 950) };
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

/** What the browsers of all who came report in an hour. */
export function eventsOfHour(seed: string, { pixel_id, hour, ...row }: PixelHour, fault: Fault): Told[] {
  const received_at = new Date(hour.getTime() + HOUR - 1);
  const counted = {
    PageView: row.lp_views,
    ViewContent: row.view_content,
    CompleteRegistration: rounded(row.new_users * REGISTERS, seed, pixel_id, hour.getTime(), 'registers'),
    AddToCart: row.add_to_cart,
    InitiateCheckout: row.checkouts - row.payers,
  };
  return Object.entries(counted).flatMap(([event_name, count]) => {
    if (count <= 0) return [];
    const event_id = `${pixel_id}.${event_name}.${hour.getTime() / HOUR}`;
    const told: Told = {
      pixel_id,
      event_name,
      event_id,
      source: 'browser',
      event_time: new Date(received_at.getTime() - MINUTE),
      received_at,
      count,
      match_score: score(seed, event_id),
      ad_id: null,
      order_no: null,
      value: null,
      currency: null,
      url: null,
      status: 'ok',
      error: null,
    };
    const twice = fault === 'twice' ? rounded(count * TWICE, seed, event_id, 'twice') : 0;
    return twice > 0 ? [told, { ...again(told), count: twice }] : [told];
  });
}

/** By whole hours of the world: what was delivered in them last counts there. */
export async function pixelHours({ db }: Pick<Operation, 'db'>, from: Date, until: Date): Promise<PixelHour[]> {
  const found = await sql<PixelHour>`
    select g.pixel_id collate "C" as pixel_id, date_trunc('hour', h.last_at, 'UTC') as hour, sum(h.lp_views)::bigint as lp_views,
      sum(h.view_content)::bigint as view_content, sum(h.add_to_cart)::bigint as add_to_cart, sum(h.checkouts)::bigint as checkouts,
      sum(h.payers)::bigint as payers, sum(h.new_users)::bigint as new_users
    from sbx_hour h join sbx_ad a on a.id = h.ad_id join sbx_group g on g.id = a.group_id
    where g.pixel_id is not null and h.last_at >= ${from} and h.last_at < ${until}
    group by 1, 2 order by 2, 1`.execute(db);
  return found.rows;
}

type BuyersOrder = SiteOrderTable & { pixel_id: string };

async function paidOrders({ db }: Operation, [at = '', id = '']: readonly string[], until: Date): Promise<BuyersOrder[]> {
  const after = instantIn(at);
  const found = await sql<BuyersOrder>`
    select o.* from sbx_order o
    where o.at between ${after} and ${until} and (o.at, o.id collate "C") > (${after}::timestamptz, ${id} collate "C")
      and o.status = 'paid' and o.pixel_id is not null
    order by o.at, o.id collate "C" limit ${PAGE}`.execute(db);
  return found.rows;
}

export const faultsOfPixels = (seed: string): ReadonlyMap<string, Fault> =>
  new Map(sandboxWorld(seed).pixels.map(({ id, fault }) => [id, fault]));

/** What buyers did up to an instant, in the order they bought; then, hour by hour, what everybody did. */
export async function* pixelEventsUntil(run: Run, since: Cursor, until: Date): AsyncGenerator<PixelEvent> {
  const [byOrder = '', hours = ''] = (since ?? '').split('~');
  let mark = byOrder;
  let faults: ReadonlyMap<string, Fault> | undefined;
  for (;;) {
    const { rows, seed } = await run(async (operation) => ({
      rows: await paidOrders(operation, readCursor(mark === '' ? null : mark, 2), until),
      seed: operation.seed,
    }));
    faults ??= faultsOfPixels(seed);
    for (const order of rows) {
      const before = mark;
      mark = writeCursor(order.at.toISOString(), order.id);
      // Only whoever has the last event of an order has that order.
      const events = eventsOfOrder(seed, order, faults.get(order.pixel_id) ?? null);
      for (const [place, event] of events.entries()) yield { cursor: `${place === events.length - 1 ? mark : before}~${hours}`, ...event };
    }
    if (rows.length < PAGE) break;
  }
  const end = new Date(Math.floor(until.getTime() / HOUR) * HOUR);
  const { told, seed } = await run(async (operation) => ({
    told: await pixelHours(operation, instantIn(hours), end),
    seed: operation.seed,
  }));
  for (const [index, row] of told.entries()) {
    const next = told[index + 1];
    // Only whoever has the last pixel of an hour has that hour.
    const upTo = next === undefined || next.hour.getTime() !== row.hour.getTime() ? new Date(row.hour.getTime() + HOUR) : row.hour;
    const events = eventsOfHour(seed, row, faults?.get(row.pixel_id) ?? null);
    for (const [place, event] of events.entries()) {
      yield { cursor: `${mark}~${(place === events.length - 1 ? upTo : row.hour).toISOString()}`, ...event };
    }
  }
}

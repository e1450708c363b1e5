import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { PixelEventRow, pixelEventDetail } from '#contracts/endpoints/pixel-analysis.ts';
import { decimalsOf } from '#contracts/rules/currencies.ts';
import type { pixelEventFilters } from '#contracts/vocabulary/pixel-events.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { entityVisible } from '../ads/index.ts';
import { assetVisible } from '../assets/index.ts';
import { startOfDay } from '../instants.ts';
import { contains, type Position } from '../searching.ts';
import type { Caller } from '../work-context.ts';

type Db = Kysely<Database>;
/** The filters of the log, and the ads that its events are attributed to. */
export type EventLogFilter = SetFilters<typeof pixelEventFilters> & { ad_ids?: readonly number[] };

const allOf = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`${sql.join([...parts], sql` and `)}`;

/** SQL condition: the caller sees the pixel `p`. */
const isPixelVisible = (caller: Caller) =>
  sql<boolean>`(p.deleted_at is null and ${assetVisible(caller, 'pixel', { id: sql`p.id`, authoriser: sql`p.personal_account_id` })})`;

/** The name of a pixel that the caller sees. */
export async function findVisiblePixel(db: Db, caller: Caller, id: number): Promise<string | undefined> {
  const found = await sql<{ name: string }>`select p.name from pixel p where p.id = ${id} and ${isPixelVisible(caller)}`.execute(db);
  return found.rows[0]?.name;
}

/** Events `e` with their pixel, and their ad as far as the caller sees it. */
const sources = (caller: Caller) => sql`pixel_event e join pixel p on p.id = e.pixel_id
  left join ad a on a.id = e.ad_id and ${entityVisible(caller, 'a')} left join biz_order o on o.id = e.order_id`;

/** SQL condition: the events that match. Days are in the reader's timezone. */
function matches(caller: Caller, filter: EventLogFilter): RawBuilder<boolean> {
  const { date_from, date_to, pixel_id, event_name, source, dedupe, status, ad, ad_ids, order_no, event_id, id } = filter;
  const trimmed = (text: string | undefined) => (text?.trim() ? text.trim() : undefined);
  const [adText, orderNo, eventId] = [trimmed(ad), trimmed(order_no), trimmed(event_id)];
  return allOf([
    isPixelVisible(caller),
    ...(pixel_id === undefined ? [] : [sql<boolean>`e.pixel_id = ${pixel_id}`]),
    ...(date_from === undefined ? [] : [sql<boolean>`e.event_time >= ${startOfDay(date_from, caller.timezone)}`]),
    ...(date_to === undefined ? [] : [sql<boolean>`e.event_time < ${startOfDay(date_to, caller.timezone, 1)}`]),
    ...(event_name === undefined ? [] : [sql<boolean>`e.event_name = any(${[...event_name]}::text[])`]),
    ...(source === undefined ? [] : [sql<boolean>`e.source = ${source}`]),
    ...(dedupe === undefined ? [] : [sql<boolean>`e.dedupe = ${dedupe}`]),
    ...(status === undefined ? [] : [sql<boolean>`e.status = ${status}`]),
    ...(adText === undefined ? [] : [sql<boolean>`(a.name ilike ${contains(adText)} or a.platform_ad_id = ${adText})`]),
    ...(orderNo === undefined ? [] : [sql<boolean>`o.order_no = ${orderNo}`]),
    ...(eventId === undefined ? [] : [sql<boolean>`e.event_id = ${eventId}`]),
    ...(ad_ids === undefined ? [] : [sql<boolean>`e.ad_id = any(${[...ad_ids]}::bigint[])`]),
    ...(id === undefined ? [] : [sql<boolean>`e.id = ${id}`]),
  ]);
}

/** The number of matching events, counted up to `max`. */
export async function countPixelEvents(db: Db, caller: Caller, filter: EventLogFilter, max: number): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${sources(caller)} where ${matches(caller, filter)} limit ${max}) counted`.execute(db);
  return found.rows[0]?.total ?? 0;
}

interface EventRecord extends Omit<PixelEventRow, 'event_time' | 'received_at' | 'match_score'>, Position {
  received_at: Date;
  match_score: string;
  user_key: string | null;
  country: string | null;
}

/** SQL: the same event from the other source. */
const PAIR = sql`(
  select w.id from pixel_event w where w.pixel_id = e.pixel_id and w.event_name = e.event_name and w.event_id = e.event_id
    and w.source <> e.source order by w.received_at, w.id limit 1)`;

/** The matching events, newest first; convert the rows with `toPixelEventRow`. */
export const selectPixelEvents = (caller: Caller, filter: EventLogFilter, position?: Position): RawBuilder<EventRecord> => sql<EventRecord>`
  select e.id, e.event_time as at, e.received_at, round(extract(epoch from e.received_at - e.event_time))::int as delay_s, e.event_name,
    e.source, e.event_id, e.count, e.dedupe, ${PAIR} as pair_id, e.match_score, e.value, e.currency,
    case when a.id is not null then jsonb_build_object('id', a.id, 'label', a.name) end as ad, o.order_no, e.url, e.status, e.error,
    o.user_key, o.country
  from ${sources(caller)}
  where ${allOf([
    matches(caller, filter),
    ...(position === undefined ? [] : [sql<boolean>`(e.event_time, e.id) < (${position.at}::timestamptz, ${position.id}::bigint)`]),
  ])}
  order by e.event_time desc, e.id desc`;

export const toPixelEventRow = ({ at, received_at, match_score, user_key: _, country: __, ...found }: EventRecord): PixelEventRow => ({
  ...found,
  event_time: at.toISOString(),
  received_at: received_at.toISOString(),
  match_score: Number(match_score),
});

export async function loadPixelEvents(db: Db, caller: Caller, filter: EventLogFilter, limit: number, position?: Position) {
  return (await sql<EventRecord>`${selectPixelEvents(caller, filter, position)} limit ${limit}`.execute(db)).rows;
}

const hash = (text: string): string => createHash('sha256').update(text.trim().toLowerCase()).digest('hex');

/** An amount as the channel gets it: in whole units of its currency. */
function toMajorText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}

type Parameters = ReplyOf<typeof pixelEventDetail>['parameters'];

/** The parameters of an event by the names of the channel. What identifies a person is hashed, as the channel gets it. */
function toParameters({ value, currency, url, source, order_no, user_key, country, event_id, at }: EventRecord): Parameters {
  const plain: Record<string, string | null> = {
    event_id,
    event_time: String(Math.floor(at.getTime() / 1000)),
    action_source: source === 'browser' ? 'website' : 'system_generated',
    event_source_url: url,
    'custom_data.order_id': order_no,
    'custom_data.value': value === null ? null : toMajorText(value, currency ?? 'USD'),
    'custom_data.currency': currency,
  };
  const personal: Record<string, string | null> = { 'user_data.external_id': user_key, 'user_data.country': country };
  const list = (all: Record<string, string | null>, hashed: boolean): Parameters =>
    Object.entries(all).flatMap(([key, text]) => (text === null ? [] : [{ key, value: hashed ? hash(text) : text, hashed }]));
  return [...list(plain, false), ...list(personal, true)];
}

/** An event with its parameters and the same event from the other source; undefined when the caller does not see it. */
export async function findPixelEvent(db: Db, caller: Caller, id: number): Promise<ReplyOf<typeof pixelEventDetail> | undefined> {
  const [found] = await loadPixelEvents(db, caller, { id }, 1);
  if (found === undefined) return undefined;
  const [pair] = found.pair_id === null ? [] : await loadPixelEvents(db, caller, { id: found.pair_id }, 1);
  return {
    event: toPixelEventRow(found),
    parameters: toParameters(found),
    pair: pair === undefined ? null : { event: toPixelEventRow(pair), parameters: toParameters(pair) },
  };
}

import { adminEntityPixelEvents } from '#contracts/endpoints/admin-entities.ts';
import { exportPixelEvents, listPixelEvents, type PixelEventRow, pixelEventDetail } from '#contracts/endpoints/pixel-analysis.ts';
import { decimalsOf } from '#contracts/rules/currencies.ts';
import { isClockSkewed, isUnmatchedPurchase } from '#contracts/rules/pixel-events.ts';
import { dedupeWords, eventStatusWords, pixelEventColumnWords, pixelEventFilters } from '#contracts/vocabulary/pixel-events.ts';
import { eventSourceWords } from '#contracts/vocabulary/pixels.ts';
import { listAdIds, requireVisible } from '../ads/index.ts';
import { type Call, type CallContext, defineCall } from '../call.ts';
import { MAX_COUNT, parseCursor, toPage } from '../keyset-page.ts';
import { requireDateOrder } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { COUNT, describeById, describeFilters, exportFile, instant, MONEY, pick, withHeadings } from '../spreadsheet/index.ts';
import * as query from './pixel-event-log.query.ts';

const CLOCK_SKEW = { zh: '时钟偏差', en: 'Clock skew' };
const UNMATCHED = { zh: '未匹配订单', en: 'No matching order' };

const columns = withHeadings<PixelEventRow, keyof typeof pixelEventColumnWords>(pixelEventColumnWords, {
  event_time: { width: 18, cell: (row) => instant(row.event_time) },
  received_at: { width: 18, cell: (row) => instant(row.received_at) },
  delay: { width: 14, cell: (row, locale) => (isClockSkewed(row.delay_s) ? pick(CLOCK_SKEW, locale) : row.delay_s) },
  event_name: { width: 22, cell: (row) => row.event_name },
  source: { width: 10, cell: (row, locale) => pick(eventSourceWords[row.source], locale) },
  event_id: { width: 30, cell: (row) => row.event_id },
  count: { width: 10, format: COUNT, cell: (row) => row.count },
  dedupe: { width: 12, cell: (row, locale) => pick(dedupeWords[row.dedupe], locale) },
  match_score: { width: 10, format: '0.0', cell: (row) => row.match_score },
  value: { width: 14, format: MONEY, cell: (row) => (row.value === null ? null : row.value / 10 ** decimalsOf(row.currency ?? 'USD')) },
  currency: { width: 8, cell: (row) => row.currency },
  ad: { width: 36, cell: (row) => row.ad?.label ?? null },
  order_no: { width: 24, cell: (row, locale) => row.order_no ?? (isUnmatchedPurchase(row) ? pick(UNMATCHED, locale) : null) },
  url: { width: 40, cell: (row) => row.url },
  status: { width: 10, cell: (row, locale) => pick(eventStatusWords[row.status], locale) },
  error: { width: 36, cell: (row) => row.error },
});

/** One page of the events that match. */
async function loadPage(
  { db, caller }: Pick<CallContext, 'db' | 'caller'>,
  filter: query.EventLogFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
) {
  const position = parseCursor(cursor);
  const [counted, found] = await Promise.all([
    query.countPixelEvents(db, caller, filter, MAX_COUNT + 1),
    query.loadPixelEvents(db, caller, filter, limit + 1, position),
  ]);
  return toPage(found, { limit, counted, shape: query.toPixelEventRow });
}

/** The log of single pixel events. */
export const pixelEventCalls: readonly Call[] = [
  defineCall({
    endpoint: listPixelEvents,
    audit: 'read',
    async handle(context, { cursor, page_size: limit = 50, ...filter }) {
      requireDateOrder(filter);
      if ((await query.findVisiblePixel(context.db, context.caller, filter.pixel_id)) === undefined) throw refuse('NOT_FOUND');
      return await loadPage(context, filter, { cursor, limit });
    },
  }),
  defineCall({
    endpoint: adminEntityPixelEvents,
    audit: 'read',
    async handle(context, { level, id, cursor, page_size: limit = 50 }) {
      await requireVisible(context, level, id);
      return await loadPage(context, { ad_ids: await listAdIds(context.db, level, id) }, { cursor, limit });
    },
  }),
  defineCall({
    endpoint: pixelEventDetail,
    audit: 'read',
    async handle({ db, caller }, { id }) {
      const found = await query.findPixelEvent(db, caller, id);
      if (found === undefined) throw refuse('NOT_FOUND');
      return found;
    },
  }),
  defineCall({
    endpoint: exportPixelEvents,
    audit: 'read',
    async handle(context, request) {
      requireDateOrder(request);
      const { db, caller } = context;
      const pixel = await query.findVisiblePixel(db, caller, request.pixel_id);
      if (pixel === undefined) throw refuse('NOT_FOUND');
      const { date_from, date_to } = request;
      return await exportFile(context, request, {
        page: { zh: '像素明细', en: 'Pixel events' },
        slug: 'pixel-list',
        days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
        columns,
        count: (snapshot) => query.countPixelEvents(snapshot, caller, request, Number.MAX_SAFE_INTEGER),
        rows: query.selectPixelEvents(caller, request),
        shape: query.toPixelEventRow,
        filters: () => describeFilters(pixelEventFilters, request, { pixel_id: async () => pixel, id: describeById }),
      });
    },
  }),
];

import { type Static, Type } from 'typebox';
import { pixelAnalysis } from '../reports/pixels.ts';
import { dedupes, eventStatuses, pixelEventColumnWords, pixelEventFilters } from '../vocabulary/pixel-events.ts';
import { eventSources } from '../vocabulary/pixels.ts';
import { columnKeys } from '../vocabulary/vocabulary.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { newestFirst } from './row-order.ts';
import {
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  Instant,
  KeysetAnswer,
  KeysetRequest,
  Money,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
} from './shapes.ts';

const calls = reportEndpoints(pixelAnalysis, {
  dims: DimsOf(pixelAnalysis.groupBy),
  filters: filterSchemas(pixelAnalysis.filters),
  summaries: {
    query: { zh: '像素分析', en: 'Figures of pixels' },
    trend: { zh: '像素分析趋势', en: 'Figures of pixels over time' },
    export: { zh: '导出像素分析', en: 'Export figures of pixels' },
  },
});
export const queryPixelAnalysis = calls.query;
export const trendPixelAnalysis = calls.trend;
export const exportPixelAnalysis = calls.export;

export type PixelAnalysisRow = Static<typeof queryPixelAnalysis.reply>['list'][number];

const access = { pages: pixelAnalysis.pages };

export const PixelEventRow = Exact({
  id: Id,
  event_time: noted(Instant, { zh: '发生的时间。', en: 'When it happened.' }),
  received_at: noted(Instant, { zh: '收到的时间。', en: 'When it was received.' }),
  delay_s: noted(Type.Integer(), {
    zh: '接收减去发生，秒；低于 −300 为时钟偏差。',
    en: 'Received less happened, in seconds; below −300 a clock is wrong.',
  }),
  event_name: Type.String(),
  source: OneOf(eventSources),
  event_id: Type.String(),
  count: noted(Count, { zh: '这一行代表的相同事件数。', en: 'How many equal events the row stands for.' }),
  dedupe: OneOf(dedupes),
  pair_id: noted(Nullable(Id), {
    zh: '另一来源的同一事件；没有则为空。',
    en: 'The same event from the other source; null without one.',
  }),
  match_score: noted(Type.Number(), { zh: '0–10。', en: '0 to 10.' }),
  value: Nullable(Money),
  currency: Nullable(Currency),
  ad: noted(Nullable(Ref), {
    zh: '它归因到的广告；不在可见范围内则为空。',
    en: 'The ad it is attributed to; null where the reader does not see it.',
  }),
  order_no: noted(Nullable(Type.String()), {
    zh: '对应的订单；没有订单的 Purchase 为未匹配。',
    en: 'Its order; a Purchase without one is unmatched.',
  }),
  url: Nullable(Type.String()),
  status: OneOf(eventStatuses),
  error: Nullable(Type.String()),
});
export type PixelEventRow = Static<typeof PixelEventRow>;

const { pixel_id: _, ...narrowing } = filterSchemas(pixelEventFilters);
const filters = { pixel_id: noted(Id, { zh: '哪个像素。', en: 'Which pixel.' }), ...narrowing };

export const listPixelEvents = endpoint({
  name: 'pixelAnalysis.events',
  method: 'POST',
  path: '/analyse-pixel/event_list',
  summary: { zh: '像素的单条事件', en: 'Single events of a pixel' },
  access,
  effect: 'read',
  request: KeysetRequest(filters),
  order: newestFirst('event_time'),
  reply: KeysetAnswer(PixelEventRow),
  reasons: ['NOT_FOUND'],
});

const Parameters = Type.Array(
  Exact({
    key: noted(Type.String(), { zh: '平台的参数名。', en: 'The name the platform gives it.' }),
    value: Type.String(),
    hashed: noted(Type.Boolean(), { zh: '个人信息，值为其 SHA-256。', en: 'Personal; the value is its SHA-256.' }),
  }),
);

export const pixelEventDetail = endpoint({
  name: 'pixelAnalysis.event',
  method: 'POST',
  path: '/analyse-pixel/event_detail',
  summary: { zh: '一条事件的参数与另一来源的同一事件', en: 'Parameters of an event and the same one from the other source' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    event: PixelEventRow,
    parameters: Parameters,
    pair: noted(Nullable(Exact({ event: PixelEventRow, parameters: Parameters })), {
      zh: '另一来源的同一事件；没有则为空。',
      en: 'The same event from the other source; null without one.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});

export const exportPixelEvents = endpoint({
  name: 'pixelAnalysis.exportEvents',
  method: 'POST',
  path: '/analyse-pixel/event_export',
  summary: { zh: '导出像素的单条事件', en: 'Export single events of a pixel' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({ ...filters, ...exportOptions, columns: exportColumns(columnKeys(pixelEventColumnWords)) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['NOT_FOUND', 'EXPORT_TOO_LARGE'],
});

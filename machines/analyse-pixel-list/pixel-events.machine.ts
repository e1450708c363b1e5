import type { ActorRefFrom } from 'xstate';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { PixelEventRow, pixelEventDetail } from '#contracts/endpoints/pixel-analysis.ts';
import { pixelEventFilters } from '#contracts/vocabulary/pixel-events.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createListTools } from '../kernel/page/list-page.machine.ts';
import { createLogPage } from '../kernel/page/log-page.machine.ts';
import { pixelPicker } from '../parts/assets/asset-pickers.machine.ts';

export const pixelEventQuery = vocabularyQuery(pixelEventFilters, []);
export type PixelEventFilters = ReturnType<typeof pixelEventQuery.read>['filters'];

export const pixelEventList = createLogMachine<PixelEventRow, PixelEventFilters>({
  id: 'pixelEventList',
  description: 'Single events of a pixel, newest first.',
  query: pixelEventQuery,
});

export type PixelEventDetail = ReplyOf<typeof pixelEventDetail>;

export const shownEvent = createDetailMachine<{ id: number }, PixelEventDetail>({
  id: 'shownEvent',
  description: 'Parameters of an event and the same event from the other source.',
});

const eventTools = createListTools<PixelEventFilters, PixelEventFilters>({
  id: 'pixelEvent',
  of: 'the events of a pixel',
  query: pixelEventQuery,
});
export const { export: pixelEventExport, tableView: pixelEventTableView, views: pixelEventViews } = eventTools;

/** Single events of one pixel, each with its parameters on demand. */
export const pixelEventsMachine = createLogPage({
  id: 'pixelEvents',
  description: 'Single events of one pixel.',
  query: pixelEventQuery,
  list: pixelEventList,
  tools: eventTools,
  parts: { shown: shownEvent, pixels: pixelPicker },
  on: {
    'page.located': { shown: { type: 'detail.closed' } },
    'page.seen': { shown: { type: 'detail.seen' } },
    'log.moved': { shown: { type: 'detail.closed' } },
    'pixels.unseen': { list: ({ ids }) => ({ type: 'log.idsRefused' as const, filter: 'pixel_id', ids }) },
  },
});

export type PixelEvents = ActorRefFrom<typeof pixelEventsMachine>;

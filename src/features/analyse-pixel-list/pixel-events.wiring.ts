import { fromPromise } from 'xstate';
import { type PixelEventFilters, pixelEventsMachine, shownEvent } from '#machines/analyse-pixel-list/pixel-events.machine.ts';
import { pixels } from '#src/parts/assets/pickers.wiring.ts';
import { toLogRequestFilters } from '#src/parts/launches/index.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { exportPixelEvents, listPixelEvents, pixelEventDetail } from '#src/services/pixel-analysis.service.ts';

/** Nothing is asked before a pixel is chosen. */
const NOTHING = { list: [], next_cursor: null, total: 0, total_capped: false };

type ExportRequest = Parameters<typeof exportPixelEvents>[0];
type Rest = Parameters<typeof exportPixelEvents> extends [unknown, ...infer Others] ? Others : never;
/** Exports are offered only with a pixel. */
const withPixel = (request: PixelEventFilters & Pick<ExportRequest, 'columns' | 'locale'>): ExportRequest => ({
  ...request,
  pixel_id: request.pixel_id ?? 0,
});

/** Provides the events of a pixel with all actors. */
export const pixelEvents = logPageWith(pixelEventsMachine, {
  path: '/analyse/pixel-list',
  toRequestFilters: toLogRequestFilters,
  rows: async ({ pixel_id, ...request }, signal) =>
    pixel_id === undefined ? NOTHING : await listPixelEvents({ ...request, pixel_id }, signal),
  exportCall: Object.assign((request: Parameters<typeof withPixel>[0], ...rest: Rest) => exportPixelEvents(withPixel(request), ...rest), {
    path: exportPixelEvents.path,
    reads: exportPixelEvents.reads,
    count: (request: Parameters<typeof withPixel>[0], signal?: AbortSignal) => exportPixelEvents.count(withPixel(request), signal),
  }),
  exportFields: {},
  parts: {
    shown: shownEvent.provide({
      actors: { loadDetail: fromPromise(({ input: { subject }, signal }) => pixelEventDetail(subject, signal)) },
    }),
    pixels,
  },
});

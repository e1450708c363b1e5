import { fromPromise } from 'xstate';
import {
  adDetailsMachine,
  adminDetail,
  entityCohort,
  entityOrders,
  entityPixelEvents,
  entityRaw,
  entitySearch,
} from '#machines/admin-advertising/ad-details.machine.ts';
import { entityEvents, entityTrend } from '#machines/parts/launches/entity-drawer.machine.ts';
import { TREND_METRICS, toLastDays } from '#src/parts/launches/trend-days.wiring.ts';
import * as calls from '#src/services/admin-entities.service.ts';
import { ApiError } from '#src/services/api-error.ts';
import { logPage } from '#src/services/paging.ts';
import { emergencyCloseWithCalls } from './admin-entities.wiring.ts';

const ROWS_AT_ONCE = 50;

/** The object that the filters of a log name; the page opens a log only for an object. */
const placeOf = ({ level = 'ad', id = 0 }: { level?: 'campaign' | 'ad_group' | 'ad' | undefined; id?: number | undefined }) => ({
  level,
  id,
});

const nothingIfGone = (error: unknown): undefined => {
  if (error instanceof ApiError && error.reason === 'NOT_FOUND') return undefined;
  throw error;
};

/** One campaign, ad group or ad of the company, with all actors. */
export const adDetailsPage = adDetailsMachine.provide({
  actors: {
    found: entitySearch.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const { keyword, level } = subject;
          return (await calls.searchAdminEntities({ keyword, ...(level && { level }) }, signal)).list;
        }),
      },
    }),
    info: adminDetail.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => ({
          entity: await calls.adminEntityDetail(subject, signal).catch(nothingIfGone),
        })),
      },
    }),
    trend: entityTrend.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) => {
          const { level, id, by, days, timezone } = subject;
          return calls.trendAdminEntities({ level, id, by, metrics: [...TREND_METRICS[by]], ...toLastDays(days, timezone) }, signal);
        }),
      },
    }),
    cohort: entityCohort.provide({
      actors: { loadDetail: fromPromise(({ input: { subject }, signal }) => calls.adminEntityCohort(subject, signal)) },
    }),
    orders: entityOrders.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const { list: rows, total } = await calls.adminEntityOrders({ ...subject, page_size: ROWS_AT_ONCE }, signal);
          return { rows, total };
        }),
      },
    }),
    raw: entityRaw.provide({
      actors: { loadDetail: fromPromise(({ input: { subject }, signal }) => calls.adminEntityRaw(subject, signal)) },
    }),
    events: entityEvents.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) =>
          logPage(await calls.adminEntityEvents({ ...placeOf(filters), page_size: ROWS_AT_ONCE, ...(cursor && { cursor }) }, signal)),
        ),
      },
    }),
    pixelEvents: entityPixelEvents.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) =>
          logPage(await calls.adminEntityPixelEvents({ ...placeOf(filters), page_size: ROWS_AT_ONCE, ...(cursor && { cursor }) }, signal)),
        ),
      },
    }),
    batch: emergencyCloseWithCalls,
  },
});

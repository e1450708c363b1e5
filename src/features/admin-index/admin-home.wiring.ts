import { fromPromise } from 'xstate';
import {
  type AdminHomeDivision,
  type AdminTopDimension,
  adminHomeDivisions,
  adminTopDimensions,
  adminTrendMetrics,
} from '#contracts/vocabulary/home-board.ts';
import { adminHomeMachine, type CompanyScope, companyBlocks, systemBlocks } from '#machines/admin-index/admin-home.machine.ts';
import { alerts, incidents, readAlerts } from '#src/parts/board/alerts.wiring.ts';
import { getBusinessToday } from '#src/parts/reports/index.ts';
import { toTrendAnswer } from '#src/parts/reports/report-calls.wiring.ts';
import { whenVisible } from '#src/platform/browser-window.ts';
import { adminHealth, adminSummary, adminTop, adminTrend } from '#src/services/admin-home.service.ts';

const TOP = 10;

type Loaded<Key extends string, Value> = Record<Key, Value>;

/** Loads something for each key at once. */
async function loadEach<Key extends string, Value>(keys: readonly Key[], load: (key: Key) => Promise<Value>): Promise<Loaded<Key, Value>> {
  return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await load(key)]))) as Loaded<Key, Value>;
}

async function loadDivision(division: AdminHomeDivision, scope: CompanyScope, signal: AbortSignal) {
  const reply = await adminTrend({ ...scope, by: 'day', metrics: ['revenue'], series_by: division }, signal);
  const lines = reply.series.map(({ key, label, metric, data }) => ({ metric, part: key, label, data }));
  return toTrendAnswer(reply, 'day', lines);
}

async function loadHours(scope: CompanyScope, signal: AbortSignal) {
  const { clock, ...reply } = await adminTrend({ ...scope, by: 'hour', metrics: ['spend'] }, signal);
  const date = clock?.date ?? getBusinessToday();
  const lines = reply.series.map(({ key, label, metric, data }) => ({ metric, part: key, label, data }));
  return {
    ...toTrendAnswer({ ...reply, x: reply.x.map((hour) => `${date}T${hour}`) }, 'hour', lines),
    ...(clock && { clock: { timezone: clock.timezone, movingFrom: clock.moving_from } }),
  };
}

const loadTop = async (dim: AdminTopDimension, scope: CompanyScope, signal: AbortSignal) =>
  (await adminTop({ ...scope, dim, metric: 'revenue', order: 'desc', limit: TOP }, signal)).list;
const loadLosses = async (dim: AdminTopDimension, scope: CompanyScope, signal: AbortSignal) =>
  (await adminTop({ ...scope, dim, metric: 'profit', order: 'asc', limit: TOP }, signal)).list;

/** Provides the home page of a super admin with all actors. */
export const adminHome = adminHomeMachine.provide({
  actors: {
    summary: companyBlocks.summary.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => adminSummary(input.subject, signal)) },
    }),
    days: companyBlocks.days.provide({
      actors: {
        loadDetail: fromPromise(async ({ input, signal }) =>
          toTrendAnswer(await adminTrend({ ...input.subject, by: 'day', metrics: [...adminTrendMetrics] }, signal), 'day'),
        ),
      },
    }),
    hours: companyBlocks.hours.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => loadHours(input.subject, signal)) },
    }),
    divisions: companyBlocks.divisions.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) =>
          loadEach(adminHomeDivisions, (division) => loadDivision(division, subject, signal)),
        ),
      },
    }),
    tops: companyBlocks.tops.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) => loadEach(adminTopDimensions, (dim) => loadTop(dim, subject, signal))),
      },
    }),
    losses: companyBlocks.losses.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) =>
          loadEach(adminTopDimensions, (dim) => loadLosses(dim, subject, signal)),
        ),
      },
    }),
    health: systemBlocks.health.provide({ actors: { loadDetail: fromPromise(({ signal }) => adminHealth({}, signal)) } }),
    alerts,
    incidents,
    readAlerts,
    awaitReader: fromPromise(({ signal }) => whenVisible(signal)),
  },
});

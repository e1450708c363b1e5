import { fromPromise } from 'xstate';
import { boardTrendMetrics } from '#contracts/vocabulary/home-board.ts';
import { homeMachine } from '#machines/index/home.machine.ts';
import {
  type BoardScope,
  type BoardTrend,
  boardDays,
  boardHours,
  boardMissed,
  boardPacing,
  boardSummary,
  boardTodo,
  boardTops,
  endOthers,
  ownOperations,
  ownSessions,
  runningBatches,
  type TopDimension,
} from '#machines/index/home-parts.machine.ts';
import { alerts, incidents, readAlerts } from '#src/parts/board/alerts.wiring.ts';
import { getBusinessToday } from '#src/parts/reports/index.ts';
import { whenVisible } from '#src/platform/browser-window.ts';
import { listBatches } from '#src/services/batches.service.ts';
import {
  boardMissed as loadMissed,
  boardPacing as loadPacing,
  boardSummary as loadSummary,
  boardTodo as loadTodo,
  boardTop as loadTop,
  boardTrend as loadTrend,
} from '#src/services/home.service.ts';
import { ownOperations as listOperations } from '#src/services/oplogs.service.ts';
import { endOtherSessions, listOwnSessions } from '#src/services/session.service.ts';
import { beginVisit } from './last-visit.wiring.ts';

type Trend = Awaited<ReturnType<typeof loadTrend>>;

const toTrend = ({ series, provisional_from }: Omit<Trend, 'clock'>, x: string[]): BoardTrend => ({
  x,
  lines: series.map(({ key, metric, data }) => ({ key, metric, data })),
  provisionalFrom: provisional_from,
});

/** The hours of the business day as instants. */
function toHourTrend({ clock, ...answer }: Trend): BoardTrend {
  const date = clock?.date ?? getBusinessToday();
  return {
    ...toTrend(
      answer,
      answer.x.map((hour) => `${date}T${hour}`),
    ),
    ...(clock && { clock: { timezone: clock.timezone, movingFrom: clock.moving_from } }),
  };
}

const loadTopBy = async (dim: TopDimension, of: BoardScope, signal: AbortSignal) =>
  (await loadTop({ ...of, dim, metric: 'spend' }, signal)).list;

/** Provides home with all actors. */
export const home = homeMachine.provide({
  actors: {
    summary: boardSummary.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => loadSummary(input.subject, signal)) },
    }),
    hours: boardHours.provide({
      actors: {
        loadDetail: fromPromise(async ({ input, signal }) => {
          return toHourTrend(await loadTrend({ ...input.subject, by: 'hour', metrics: ['spend'] }, signal));
        }),
      },
    }),
    days: boardDays.provide({
      actors: {
        loadDetail: fromPromise(async ({ input, signal }) => {
          const answer = await loadTrend({ ...input.subject, by: 'day', metrics: [...boardTrendMetrics] }, signal);
          return toTrend(answer, answer.x);
        }),
      },
    }),
    pacing: boardPacing.provide({ actors: { loadDetail: fromPromise(({ input, signal }) => loadPacing(input.subject, signal)) } }),
    tops: boardTops.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const [drama, material, account] = await Promise.all([
            loadTopBy('drama', subject, signal),
            loadTopBy('material', subject, signal),
            loadTopBy('account', subject, signal),
          ]);
          return { drama, material, account };
        }),
      },
    }),
    todo: boardTodo.provide({ actors: { loadDetail: fromPromise(({ signal }) => loadTodo({}, signal)) } }),
    missed: boardMissed.provide({
      actors: {
        loadDetail: fromPromise(async ({ signal }) => {
          const since = await beginVisit(signal);
          return { since, list: since === undefined ? [] : (await loadMissed({ since }, signal)).list };
        }),
      },
    }),
    alerts,
    incidents,
    batches: runningBatches.provide({
      actors: { loadDetail: fromPromise(async ({ signal }) => (await listBatches({ mine: true, running: true }, signal)).list) },
    }),
    operations: ownOperations.provide({
      actors: { loadDetail: fromPromise(async ({ signal }) => (await listOperations({}, signal)).list) },
    }),
    sessions: ownSessions.provide({
      actors: { loadDetail: fromPromise(async ({ signal }) => (await listOwnSessions({}, signal)).list) },
    }),
    awaitReader: fromPromise(({ signal }) => whenVisible(signal)),
    endOthers: endOthers.provide({ actors: { run: fromPromise(() => endOtherSessions({})) } }),
    readAlerts,
  },
});

import type { ActorRefFrom } from 'xstate';
import type { CloseLogRow } from '#contracts/endpoints/ad-logs.ts';
import { closeLogFilters } from '#contracts/vocabulary/launch-logs.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { vocabularyFields, vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { createListTools } from '../kernel/page/list-page.machine.ts';
import { createLogPage } from '../kernel/page/log-page.machine.ts';
import { createTrendMachine } from '../kernel/report/trend.machine.ts';
import { defineTrendQuery } from '../kernel/report/trend-query.ts';
import { staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { adPickers } from '../parts/launches/ad-pickers.machine.ts';
import { launchHands } from '../parts/launches/launch-hands.machine.ts';

export const closeQuery = vocabularyQuery(closeLogFilters, []);
export type CloseFilters = ReturnType<typeof closeQuery.read>['filters'];

const { date_from: _from, date_to: _to, id: _id, ...charted } = closeLogFilters;
/** The chart is over the same days and filters. Its one number is how often something was closed, by whom. */
export const closeTrendQuery = defineTrendQuery({ fields: vocabularyFields(charted), metrics: ['closes'], defaultMetrics: ['closes'] });
export type CloseTrendFilters = ReturnType<typeof closeTrendQuery.read>['filters'];

export const closeList = createLogMachine<CloseLogRow, CloseFilters>({
  id: 'closeList',
  description: 'What was closed and opened again, newest first, with the numbers of that moment.',
  query: closeQuery,
});

export const closeTrend = createTrendMachine<CloseTrendFilters>({
  id: 'closeTrend',
  description: 'How often something was closed, by day and by who or what did it.',
  query: closeTrendQuery,
});

const closeTools = createListTools<CloseFilters, CloseFilters>({ id: 'close', of: 'the log of closes', query: closeQuery });
export const { export: closeExport, tableView: closeTableView, views: closeViews } = closeTools;

/** The chart shows the days and filters of the address. */
const locateTrend = (_: unknown, search: string) => ({ type: 'trend.located' as const, search });

/** Every close and opening with the numbers of that moment; what stands closed may be opened again from here. */
export const closeLogMachine = createLogPage({
  id: 'closeLog',
  description: 'Every close and opening with the numbers of that moment.',
  query: closeQuery,
  list: closeList,
  tools: closeTools,
  parts: { trend: closeTrend, hands: launchHands, pickers: adPickers, people: staffPicker },
  addresses: { 'trend.moved': closeTrendQuery },
  tells: ['launches.batchStarted'],
  on: {
    'page.located': { trend: locateTrend },
    'page.seen': { trend: { type: 'trend.seen' }, hands: { type: 'hands.seen' } },
    'page.left': { trend: { type: 'trend.left' }, hands: { type: 'hands.left' } },
    'page.refreshRequested': { trend: { type: 'trend.refreshRequested' } },
    'log.moved': { trend: locateTrend },
    'views.applied': { trend: locateTrend },
    'adPickers.unseen': { list: ({ filter, ids }) => ({ type: 'log.idsRefused' as const, filter, ids }) },
    'launches.changed': { list: [{ type: 'log.rowsChosen', ids: [] }, { type: 'log.refreshDue' }] },
  },
});

export type CloseLog = ActorRefFrom<typeof closeLogMachine>;

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
import { launchActions } from '../parts/launches/launch-actions.machine.ts';
import { rulePicker } from '../parts/rules/rule-picker.machine.ts';

export const closeQuery = vocabularyQuery(closeLogFilters, []);
export type CloseFilters = ReturnType<typeof closeQuery.read>['filters'];

const { date_from: _from, date_to: _to, id: _id, ...charted } = closeLogFilters;
/** The chart covers the same days and filters. Its one metric is the number of closes, by what closed them. */
export const closeTrendQuery = defineTrendQuery({ fields: vocabularyFields(charted), metrics: ['closes'], defaultMetrics: ['closes'] });
export type CloseTrendFilters = ReturnType<typeof closeTrendQuery.read>['filters'];

export const closeList = createLogMachine<CloseLogRow, CloseFilters>({
  id: 'closeList',
  description: 'Closes and openings, newest first, with the metrics at that time.',
  query: closeQuery,
  isChoosable: ({ reopenable }) => reopenable,
});

export const closeTrend = createTrendMachine<CloseTrendFilters>({
  id: 'closeTrend',
  description: 'Number of closes by day and by what closed them.',
  query: closeTrendQuery,
});

const closeTools = createListTools<CloseFilters, CloseFilters>({ id: 'close', of: 'the log of closes', query: closeQuery });
export const { export: closeExport, tableView: closeTableView, views: closeViews } = closeTools;

/** The chart follows the days and filters of the address. */
const locateTrend = (_: unknown, search: string) => ({ type: 'trend.located' as const, search });

/** Every close and opening with the metrics at that time. Closed objects can be opened again from here. */
export const closeLogMachine = createLogPage({
  id: 'closeLog',
  description: 'Every close and opening with the metrics at that time.',
  query: closeQuery,
  list: closeList,
  tools: closeTools,
  parts: { trend: closeTrend, launchActions: launchActions, pickers: adPickers, people: staffPicker, rules: rulePicker },
  addresses: { 'trend.moved': closeTrendQuery },
  tells: ['launches.batchStarted'],
  on: {
    'page.located': { trend: locateTrend },
    'page.seen': { trend: { type: 'trend.seen' }, launchActions: { type: 'launchActions.seen' } },
    'page.left': { trend: { type: 'trend.left' }, launchActions: { type: 'launchActions.left' } },
    'page.refreshRequested': { trend: { type: 'trend.refreshRequested' } },
    'log.moved': { trend: locateTrend },
    'views.applied': { trend: locateTrend },
    'adPickers.unseen': { list: ({ filter, ids }) => ({ type: 'log.idsRefused' as const, filter, ids }) },
    'launches.changed': { list: [{ type: 'log.rowsChosen', ids: [] }, { type: 'log.refreshDue' }] },
  },
});

export type CloseLog = ActorRefFrom<typeof closeLogMachine>;

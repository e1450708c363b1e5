import type { ActorRefFrom } from 'xstate';
import type { RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import { logFilters } from '#contracts/vocabulary/launch-logs.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createListTools } from '../kernel/page/list-page.machine.ts';
import { createLogPage } from '../kernel/page/log-page.machine.ts';
import { staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { adPickers } from '../parts/launches/ad-pickers.machine.ts';
import { launchActions } from '../parts/launches/launch-actions.machine.ts';
import { rulePicker } from '../parts/rules/rule-picker.machine.ts';

export const removalQuery = vocabularyQuery(logFilters, []);
export type RemovalFilters = ReturnType<typeof removalQuery.read>['filters'];

export const removalList = createLogMachine<RemoveLogRow, RemovalFilters>({
  id: 'removalList',
  description: 'Deleted objects, newest first, with their total metrics.',
  query: removalQuery,
});

/** The objects that were deleted together with one object. */
export interface RemovedBelow {
  rows: RemoveLogRow[];
  /** More than `rows` if not all were requested. */
  total: number;
}

export const removedBelow = createDetailMachine<{ id: number }, RemovedBelow>({
  id: 'removedBelow',
  description: 'The objects that were deleted together with one object.',
});

const removalTools = createListTools<RemovalFilters, RemovalFilters>({ id: 'removal', of: 'the log of removals', query: removalQuery });
export const { export: removalExport, tableView: removalTableView, views: removalViews } = removalTools;

/** Deleted objects. A deletion is final on the channel, but copies can be made from here. */
export const removeLogMachine = createLogPage({
  id: 'removeLog',
  description: 'Deleted objects, of which copies can be made.',
  query: removalQuery,
  list: removalList,
  tools: removalTools,
  parts: { below: removedBelow, launchActions: launchActions, pickers: adPickers, people: staffPicker, rules: rulePicker },
  tells: ['launches.batchStarted'],
  on: {
    'page.located': { below: { type: 'detail.closed' } },
    'page.seen': { below: { type: 'detail.seen' }, launchActions: { type: 'launchActions.seen' } },
    'page.left': { launchActions: { type: 'launchActions.left' } },
    'log.moved': { below: { type: 'detail.closed' } },
    'adPickers.unseen': { list: ({ filter, ids }) => ({ type: 'log.idsRefused' as const, filter, ids }) },
    'launches.changed': { list: [{ type: 'log.rowsChosen', ids: [] }, { type: 'log.refreshDue' }] },
  },
});

export type RemoveLog = ActorRefFrom<typeof removeLogMachine>;

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
import { launchHands } from '../parts/launches/launch-hands.machine.ts';

export const removalQuery = vocabularyQuery(logFilters, []);
export type RemovalFilters = ReturnType<typeof removalQuery.read>['filters'];

export const removalList = createLogMachine<RemoveLogRow, RemovalFilters>({
  id: 'removalList',
  description: 'What was deleted, newest first, with what it came to in all.',
  query: removalQuery,
});

/** What went with one object when it was deleted. */
export interface RemovedBelow {
  rows: RemoveLogRow[];
  /** More than `rows` where not all were asked for. */
  total: number;
}

export const removedBelow = createDetailMachine<{ id: number }, RemovedBelow>({
  id: 'removedBelow',
  description: 'What went with one object when it was deleted.',
});

const removalTools = createListTools<RemovalFilters, RemovalFilters>({ id: 'removal', of: 'the log of removals', query: removalQuery });
export const { export: removalExport, tableView: removalTableView, views: removalViews } = removalTools;

/** What was deleted, which is final on the channel; copies of it can be made from here. */
export const removeLogMachine = createLogPage({
  id: 'removeLog',
  description: 'What was deleted; copies of it can be made from here.',
  query: removalQuery,
  list: removalList,
  tools: removalTools,
  parts: { below: removedBelow, hands: launchHands, pickers: adPickers, people: staffPicker },
  tells: ['launches.batchStarted'],
  on: {
    'page.located': { below: { type: 'detail.closed' } },
    'page.seen': { below: { type: 'detail.seen' }, hands: { type: 'hands.seen' } },
    'page.left': { hands: { type: 'hands.left' } },
    'log.moved': { below: { type: 'detail.closed' } },
    'adPickers.unseen': { list: ({ filter, ids }) => ({ type: 'log.idsRefused' as const, filter, ids }) },
    'launches.changed': { list: [{ type: 'log.rowsChosen', ids: [] }, { type: 'log.refreshDue' }] },
  },
});

export type RemoveLog = ActorRefFrom<typeof removeLogMachine>;

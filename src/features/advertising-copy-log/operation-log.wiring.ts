import { operationLogMachine } from '#machines/advertising-copy-log/operation-log.machine.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { exportOpLogs, listOpLogs } from '#src/services/oplogs.service.ts';
import { toRequestFilters } from './log-period.ts';

/** Provides the operation log with all actors. */
export const operationLog = logPageWith(operationLogMachine, {
  path: '/advertising/copy-log',
  // Views from before the batches had any name no tab.
  under: { tab: 'operations', isFirst: true },
  toRequestFilters,
  rows: listOpLogs,
  exportCall: exportOpLogs,
  exportFields: {},
  parts: {},
});

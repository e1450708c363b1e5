import { operationLogMachine } from '#machines/advertising-copy-log/operation-log.machine.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { exportOpLogs, listOpLogs } from '#src/services/oplogs.service.ts';
import { askedFilters } from './log-period.ts';

/** Provides the operation log with all actors. */
export const operationLog = logPageWith(operationLogMachine, {
  path: '/advertising/copy-log',
  asked: askedFilters,
  rows: listOpLogs,
  exported: exportOpLogs,
  exportedWith: {},
  parts: {},
});

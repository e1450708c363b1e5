import { operationLogMachine } from '#machines/advertising-copy-log/operation-log.machine.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { exportOpLogs, listOpLogs } from '#src/services/oplogs.service.ts';
import { askedFilters } from './log-period.ts';

/** The operation log, with everything it needs from the outside world. */
export const operationLog = logPageWith(operationLogMachine, {
  path: '/advertising/copy-log',
  asked: askedFilters,
  rows: listOpLogs,
  exported: exportOpLogs,
  exportedWith: {},
  parts: {},
});

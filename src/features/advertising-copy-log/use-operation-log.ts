import { fromPromise } from 'xstate';
import {
  type OperationFilters,
  operationExport,
  operationList,
  operationLogMachine,
} from '#machines/operation-log/operation-log.machine.ts';
import { dateIn } from '#src/locale/format.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { storedUser } from '#src/platform/token-vault.ts';
import { exportOpLogs, listOpLogs } from '#src/services/oplogs.service.ts';
import { logPage } from '#src/services/paging.ts';
import { askedFilters } from './log-period.ts';

/** Rows that one request brings. */
const ROWS_AT_ONCE = 50;

const OPERATION_COLUMNS = ['at', 'account', 'action', 'target', 'summary', 'ip', 'result', 'ms'];

/** Filters as they are sent: days are the reader's, wherever the browser stands. */
function asked(filters: OperationFilters): OperationFilters {
  const timezone = storedUser()?.timezone;
  return askedFilters(filters, dateIn(new Date(), typeof timezone === 'string' ? timezone : 'Asia/Shanghai'));
}

/** The operation log, with everything it needs from the outside world. */
export const operationLog = operationLogMachine.provide({
  actors: {
    list: operationList.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) =>
          logPage(await listOpLogs({ ...asked(filters), page_size: ROWS_AT_ONCE, ...(cursor ? { cursor } : {}) }, signal)),
        ),
      },
    }),
    export: operationExport.provide({
      actors: {
        run: fromPromise(async ({ input, signal }) => {
          const file = await exportOpLogs({ ...asked(input.subject), columns: OPERATION_COLUMNS, locale: spokenLocale() }, signal);
          saveFile(file.name, file.content);
        }),
      },
    }),
  },
});

import { fromPromise } from 'xstate';
import {
  type OperationFilters,
  operationExport,
  operationList,
  operationLogMachine,
  operationTableView,
  operationViews,
} from '#machines/advertising-copy-log/operation-log.machine.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import { viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { dateIn } from '#src/locale/format.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { storedUser } from '#src/platform/token-vault.ts';
import { exportActors } from '#src/services/exporting.ts';
import { exportOpLogs, listOpLogs } from '#src/services/oplogs.service.ts';
import { logPage } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { askedFilters } from './log-period.ts';

/** Rows that one request brings. */
const ROWS_AT_ONCE = 50;

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
    tableView: tableViewWith(operationTableView, '/advertising/copy-log', prefs),
    views: viewsWith(operationViews, '/advertising/copy-log', { ...views, simpleRoles }),
    export: operationExport.provide({
      actors: exportActors({
        call: exportOpLogs,
        asked: ({ query, columns }: ExportSubject<OperationFilters>) => ({
          ...asked(query),
          columns: [...columns],
          locale: spokenLocale(),
        }),
        save: saveFile,
      }),
    }),
  },
});

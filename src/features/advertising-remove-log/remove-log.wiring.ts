import { fromPromise } from 'xstate';
import {
  removalExport,
  removalList,
  removalTableView,
  removalViews,
  removedBelow,
  removeLogMachine,
} from '#machines/advertising-remove-log/remove-log.machine.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import { viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import type { LogFilters } from '#machines/parts/launches/log-filters.ts';
import { dateIn } from '#src/locale/format.ts';
import { staff } from '#src/parts/assets/pickers.wiring.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { launchHands } from '#src/parts/launches/launches.wiring.ts';
import { meantDays } from '#src/parts/reports/index.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { storedUser } from '#src/platform/token-vault.ts';
import * as logs from '#src/services/ad-logs.service.ts';
import { exportActors } from '#src/services/exporting.ts';
import { logPage } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

const PATH = '/advertising/remove-log';
const ROWS_AT_ONCE = 50;
/** As many as are shown below one entry. */
const BELOW_AT_ONCE = 200;

/** Filters as they are sent: days are the reader's, wherever the browser stands. One entry that a link names is shown whenever it was. */
function asked(filters: LogFilters): LogFilters {
  if (filters.id !== undefined) return filters;
  const timezone = storedUser()?.timezone;
  const today = dateIn(new Date(), typeof timezone === 'string' ? timezone : 'Asia/Shanghai');
  const { from, to } = meantDays({ dateFrom: filters.date_from, dateTo: filters.date_to }, today);
  return { ...filters, date_from: from, date_to: to };
}

/** What was deleted, with everything the log needs from the outside world. */
export const removeLog = removeLogMachine.provide({
  actors: {
    list: removalList.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) =>
          logPage(await logs.listRemovals({ ...asked(filters), page_size: ROWS_AT_ONCE, ...(cursor && { cursor }) }, signal)),
        ),
      },
    }),
    below: removedBelow.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const { list: rows, total } = await logs.listRemovals({ under: subject.id, page_size: BELOW_AT_ONCE }, signal);
          return { rows, total };
        }),
      },
    }),
    hands: launchHands,
    pickers: adPickers,
    people: staff,
    export: removalExport.provide({
      actors: exportActors({
        call: logs.exportLogs,
        asked: ({ query, columns }: ExportSubject<LogFilters>) => ({
          kind: 'remove' as const,
          ...asked(query),
          columns: [...columns],
          locale: spokenLocale(),
        }),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(removalTableView, PATH, prefs),
    views: viewsWith(removalViews, PATH, { ...views, simpleRoles }),
  },
});

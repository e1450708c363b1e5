import { fromPromise } from 'xstate';
import {
  type CloseFilters,
  closeExport,
  closeList,
  closeLogMachine,
  closeTableView,
  closeTrend,
  closeViews,
} from '#machines/advertising-close-log/close-log.machine.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import { viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { dateIn } from '#src/locale/format.ts';
import { staff } from '#src/parts/assets/pickers.wiring.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { launchHands } from '#src/parts/launches/launches.wiring.ts';
import { meantDays, meantStep } from '#src/parts/reports/index.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { storedUser } from '#src/platform/token-vault.ts';
import * as logs from '#src/services/ad-logs.service.ts';
import { exportActors } from '#src/services/exporting.ts';
import { logPage } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

const PATH = '/advertising/close-log';
const ROWS_AT_ONCE = 50;

/** The reader's date, wherever the browser stands. */
function today(): string {
  const timezone = storedUser()?.timezone;
  return dateIn(new Date(), typeof timezone === 'string' ? timezone : 'Asia/Shanghai');
}

/** Filters as they are sent. One entry that a link names is shown whenever it was. */
function asked(filters: CloseFilters): CloseFilters {
  if (filters.id !== undefined) return filters;
  const { from, to } = meantDays({ dateFrom: filters.date_from, dateTo: filters.date_to }, today());
  return { ...filters, date_from: from, date_to: to };
}

/** Every close and opening, with everything the log needs from the outside world. */
export const closeLog = closeLogMachine.provide({
  actors: {
    list: closeList.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) =>
          logPage(await logs.listCloses({ ...asked(filters), page_size: ROWS_AT_ONCE, ...(cursor && { cursor }) }, signal)),
        ),
      },
    }),
    trend: closeTrend.provide({
      actors: {
        loadTrend: fromPromise(async ({ input: query, signal }) => {
          const { from, to } = meantDays(query, today());
          const fitting = meantStep(query, today());
          const step = fitting === 'hour' ? 'day' : fitting;
          const { x, series } = await logs.closeTrend({ ...query.filters, date_from: from, date_to: to, by: step }, signal);
          return {
            x,
            step,
            lines: series.map(({ key, label, data }) => ({ metric: 'closes', part: key, label, data })),
            marks: [],
            asOf: '',
            provisionalFrom: '',
          };
        }),
      },
    }),
    hands: launchHands,
    pickers: adPickers,
    people: staff,
    export: closeExport.provide({
      actors: exportActors({
        call: logs.exportLogs,
        asked: ({ query, columns }: ExportSubject<CloseFilters>) => ({
          kind: 'close' as const,
          ...asked(query),
          columns: [...columns],
          locale: spokenLocale(),
        }),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(closeTableView, PATH, prefs),
    views: viewsWith(closeViews, PATH, { ...views, simpleRoles }),
  },
});

import { type AnyStateMachine, fromPromise } from 'xstate';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { LogPage, LogRequest } from '#machines/kernel/list/log.machine.ts';
import type { ListTools, LogMachine, LogPageMachine, Parts } from '#machines/kernel/page/list-page-contract.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import type { ExportCall } from '#src/services/call.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { type KeysetReply, logPage } from '#src/services/paging.ts';
import { getUserToday } from '../reports/days.wiring.ts';
import { keptTools, type ListPlace } from './list-tools.wiring.ts';

const ROWS_AT_ONCE = 50;

interface KeysetPage {
  page_size: typeof ROWS_AT_ONCE;
  cursor?: string;
}
interface FileOptions {
  columns: string[];
  locale: 'zh-cn' | 'en';
}

interface Wiring<Row, Filters, All extends Parts, ExportFields extends object> extends ListPlace {
  /** Builds the filters of a request. `today` is the date of the user. */
  toRequestFilters: (filters: Filters, today: string) => Filters;
  /** The call for a page of entries. */
  rows: (request: NoInfer<Filters> & KeysetPage, signal: AbortSignal) => Promise<KeysetReply<NoInfer<Row>>>;
  /** The export call. */
  exportCall: ExportCall<NoInfer<Filters> & FileOptions & NoInfer<ExportFields>>;
  /** Further fields of every export request. */
  exportFields: ExportFields;
  /** The page's own parts with their actors. */
  parts: { [Part in keyof All]?: All[Part] };
}

/** Provides a log page with all its actors. */
export function logPageWith<Row extends { id: number }, Filters extends object, All extends Parts, ExportFields extends object>(
  page: LogPageMachine<Row, Filters, All>,
  { toRequestFilters, rows, exportCall, exportFields, parts, ...place }: Wiring<Row, Filters, All, ExportFields>,
): AnyStateMachine {
  const own: { list: LogMachine<Row, Filters> } & ListTools<Filters> = page.parts;
  const machine: AnyStateMachine = page;
  return machine.provide({
    actors: {
      list: own.list.provide({
        actors: {
          loadPage: fromPromise<LogPage<Row>, LogRequest<Filters>>(async ({ input: { filters, cursor }, signal }) =>
            logPage(
              await rows({ ...toRequestFilters(filters, getUserToday()), page_size: ROWS_AT_ONCE, ...(cursor && { cursor }) }, signal),
            ),
          ),
        },
      }),
      export: own.export.provide({
        actors: exportActors({
          call: exportCall,
          toRequest: ({ query, columns }: ExportSubject<Filters>) => ({
            ...toRequestFilters(query, getUserToday()),
            ...exportFields,
            columns: [...columns],
            locale: currentLocale(),
          }),
          save: saveFile,
        }),
      }),
      ...keptTools(own, place),
      ...parts,
    },
  });
}

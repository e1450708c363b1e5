import { type AnyStateMachine, fromPromise } from 'xstate';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListAnswer, ListRequest } from '#machines/kernel/list/list.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import type { ListMachine, ListPageMachine, Parts, SomeTools } from '#machines/kernel/page/list-page-contract.ts';
import type { DataFreshness } from '#machines/kernel/report/report-tree.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import type { ExportCall } from '#src/services/call.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { toFreshness } from '#src/services/list-freshness.ts';
import { type ExportRequest, exportRequest, type PageRequest, pageRequest } from '#src/services/paging.ts';
import { getUserToday } from '../reports/days.wiring.ts';
import { keptTools, type ListPlace } from './list-tools.wiring.ts';

/** The sort fields depend on the list; its query type admits only those. */
type SortField = never;

/** Freshness of the figures of a reply, where it has figures. */
interface ReplyFreshness {
  as_of?: string | undefined;
  newest_at?: string | undefined;
  warnings?: DataFreshness['warnings'];
}

type RowsCall<Row, Filters, Totals> = (
  request: PageRequest<SortField, Filters>,
  signal: AbortSignal,
) => Promise<{ list: NoInfer<Row>[]; total: number; totals?: NoInfer<Totals> | undefined } & ReplyFreshness>;

interface Wiring<Row, Filters, All extends Parts, Totals> extends ListPlace {
  /** The call for one page of rows, with what all that match come to where the list says that. */
  rows: RowsCall<Row, Filters, Totals>;
  /** The same call when the clock asks and a failure should interrupt nobody; default: `rows`. */
  rowsByClock?: RowsCall<Row, Filters, Totals>;
  /** Builds the filters of a request; default: those of the address. `today` is the date of the user. */
  toRequestFilters?: (filters: Filters, today: string) => Filters;
  /** The page's own parts with their actors. */
  parts: { [Part in keyof All]?: All[Part] };
}

/** The export call, where the page has an export. */
type ExportWiring<Filters, Tools> = Tools extends { export: unknown }
  ? { exportCall: ExportCall<ExportRequest<SortField, Filters>> }
  : object;

/** Provides a list page with all its actors. */
export function listPageWith<Row, Filters extends object, All extends Parts, Tools extends SomeTools<Filters>, Totals>(
  page: ListPageMachine<Row, Filters, All, Tools, Totals>,
  wiring: Wiring<Row, Filters, All, Totals> & ExportWiring<Filters, Tools>,
): AnyStateMachine {
  const given: Wiring<Row, Filters, All, Totals> & { exportCall?: ExportCall<ExportRequest<SortField, Filters>> } = wiring;
  const { rows, rowsByClock = rows, toRequestFilters, parts, exportCall } = given;
  const toRequestQuery = <Query extends { filters: Filters }>(query: Query): Query =>
    toRequestFilters ? { ...query, filters: toRequestFilters(query.filters, getUserToday()) } : query;
  const { list, ...tools }: { list: ListMachine<Row, Filters, Totals> } & SomeTools<Filters> = page.parts;
  const machine: AnyStateMachine = page;
  return machine.provide({
    actors: {
      list: list.provide({
        actors: {
          loadRows: fromPromise<ListAnswer<Row, Totals>, ListRequest<Filters>>(async ({ input, signal }) => {
            const ask = input.isByClock ? rowsByClock : rows;
            const reply = await ask(pageRequest<SortField, Filters>(toRequestQuery(input)), signal);
            return { rows: reply.list, total: reply.total, totals: reply.totals, fresh: toFreshness(reply) };
          }),
        },
      }),
      ...(tools.export &&
        exportCall && {
          export: tools.export.provide({
            actors: exportActors({
              call: exportCall,
              toRequest: ({ query, columns }: ExportSubject<ListQuery<Filters>>) =>
                exportRequest<SortField, Filters>(toRequestQuery(query), [...columns], currentLocale()),
              save: saveFile,
            }),
          }),
        }),
      ...keptTools(tools, given),
      ...parts,
    },
  });
}

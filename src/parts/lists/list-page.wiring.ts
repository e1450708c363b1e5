import { type AnyStateMachine, fromPromise } from 'xstate';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListAnswer, ListQuestion } from '#machines/kernel/list/list.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import type { ListMachine, ListPageMachine, Parts, SomeTools } from '#machines/kernel/page/list-page-contract.ts';
import type { DataFreshness } from '#machines/kernel/report/report-tree.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import type { ExportCall } from '#src/services/call.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { toFreshness } from '#src/services/list-freshness.ts';
import { type ExportRequest, exportRequest, type PageRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

/** The sort fields depend on the list; its query type admits only those. */
type SortField = never;

/** Freshness of the figures of a reply, where it has figures. */
interface ReplyFreshness {
  as_of?: string | undefined;
  newest_at?: string | undefined;
  warnings?: DataFreshness['warnings'];
}

interface Wiring<Row, Filters, All extends Parts> {
  /** Path of the page, under which its views and table view are saved. */
  path: string;
  /** The call for a page of rows. */
  rows: (
    request: PageRequest<SortField, Filters>,
    signal: AbortSignal,
  ) => Promise<{ list: NoInfer<Row>[]; total: number } & ReplyFreshness>;
  /** The page's own parts with their actors. */
  parts: { [Part in keyof All]?: All[Part] };
}

/** The export call, where the page has an export. */
type ExportWiring<Filters, Tools> = Tools extends { export: unknown }
  ? { exportCall: ExportCall<ExportRequest<SortField, Filters>> }
  : object;

/** Provides a list page with all its actors. */
export function listPageWith<Row, Filters extends object, All extends Parts, Tools extends SomeTools<Filters>>(
  page: ListPageMachine<Row, Filters, All, Tools>,
  wiring: Wiring<Row, Filters, All> & ExportWiring<Filters, Tools>,
): AnyStateMachine {
  const { path, rows, parts, exportCall }: Wiring<Row, Filters, All> & { exportCall?: ExportCall<ExportRequest<SortField, Filters>> } =
    wiring;
  const { list, ...tools }: { list: ListMachine<Row, Filters> } & SomeTools<Filters> = page.parts;
  const machine: AnyStateMachine = page;
  return machine.provide({
    actors: {
      list: list.provide({
        actors: {
          loadRows: fromPromise<ListAnswer<Row>, ListQuestion<Filters>>(async ({ input, signal }) => {
            const reply = await rows(pageRequest<SortField, Filters>(input), signal);
            return { rows: reply.list, total: reply.total, fresh: toFreshness(reply) };
          }),
        },
      }),
      ...(tools.export &&
        exportCall && {
          export: tools.export.provide({
            actors: exportActors({
              call: exportCall,
              toRequest: ({ query, columns }: ExportSubject<ListQuery<Filters>>) =>
                exportRequest<SortField, Filters>(query, [...columns], currentLocale()),
              save: saveFile,
            }),
          }),
        }),
      ...(tools.tableView && { tableView: tableViewWith(tools.tableView, path, prefs) }),
      ...(tools.views && { views: viewsWith(tools.views, path, { ...views, simpleRoles }) }),
      ...parts,
    },
  });
}

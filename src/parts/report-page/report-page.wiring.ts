import { fromPromise } from 'xstate';
import type { ReportDeclaration } from '#contracts/reports/report.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import { savedViewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import type { ReportQueryDefinition } from '#machines/kernel/report/report-query.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import type { AdFilters } from '#machines/parts/launches/ad-filters.ts';
import { type PlotSubject, type ReportParts, type RowDetailSubject, reportWords } from '#machines/parts/reports/report-page.machine.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { readStoredUser } from '#src/platform/token-vault.ts';
import * as dicts from '#src/services/dicts.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { adPickers } from '../launches/ad-pickers.wiring.ts';
import {
  type FileCallOf,
  type FiltersIn,
  type QueryCall,
  reportActors,
  reportExportActors,
  type TrendCall,
  trendActors,
} from '../reports/report-calls.wiring.ts';

type OwnCodes = Readonly<Record<string, (signal: AbortSignal) => Promise<readonly string[]>>>;

/** The dictionaries, and the codes of filters that the report knows itself. */
const wordsWith = (ownCodes: OwnCodes) =>
  reportWords.provide({
    actors: {
      loadOptions: fromPromise(async ({ signal }) => {
        const [{ languages = [], genres = [] }, ...own] = await Promise.all([
          dicts.listDicts({ names: ['languages', 'genres'] }, signal),
          ...Object.entries(ownCodes).map(async ([of, load]) =>
            (await load(signal)).map((code) => ({ value: code, label_zh: code, label_en: code, of })),
          ),
        ]);
        return [
          ...languages.map((entry) => ({ ...entry, of: 'languages' })),
          ...genres.map((entry) => ({ ...entry, of: 'genres' })),
          ...own.flat(),
        ];
      }),
    },
  });

/** A report that is opened without a query starts with the business line of the user. */
export const startWithLine =
  <Filters extends AdFilters>({ isBare, read, write }: ReportQueryDefinition<Filters>) =>
  (search: string): string => {
    if (!isBare(search)) return search;
    const query = read(search);
    return write({ ...query, filters: { ...query.filters, biz: readStoredUser()?.['platform'] === 'ec' ? 'ec' : 'dj' } });
  };

interface Calls<Filters, Row extends ReportRow, RowDetail, PlotData, RequestBody, TrendBody, FileBody, RowFileBody> {
  query: QueryCall<Row, RequestBody>;
  trend: TrendCall<TrendBody>;
  export: FileCallOf<FileBody>;
  /** Converts the filters of the address for the calls. */
  filtersOf: (filters: Filters) => FiltersIn<RequestBody> & FiltersIn<TrendBody> & FiltersIn<FileBody>;
  /** The metric by which rows are sorted where the address says nothing; spend by default. */
  usualSort?: MetricKey;
  /** Loads the codes of filters that no dictionary has, by the name of the filter. */
  ownCodes?: OwnCodes;
  /** Loads the details of one value for the days and filters of the report. */
  rowDetail?: (subject: RowDetailSubject<Filters>, signal: AbortSignal) => Promise<RowDetail>;
  /** Exports the details of one value. */
  rowExport?: Pick<Parameters<typeof exportActors<RowFileBody, ExportSubject<RowDetailSubject<Filters>>>>[0], 'call' | 'toRequest'>;
  /** Loads the data of a special chart for the days and filters of the report. */
  plotData?: (subject: PlotSubject<Filters>, signal: AbortSignal) => Promise<PlotData>;
}

/** Provides a report page with all its actors. */
export function reportPageWith<
  Filters extends AdFilters,
  Row extends ReportRow,
  RowDetail,
  PlotData,
  RequestBody,
  TrendBody,
  FileBody,
  RowFileBody = never,
>(
  { pages: [path], groupBy: [division], chartedBy = division }: Pick<ReportDeclaration, 'pages' | 'groupBy' | 'chartedBy'>,
  parts: ReportParts<Filters, Row, RowDetail, PlotData>,
  {
    query,
    trend,
    export: exporting,
    filtersOf,
    rowDetail,
    rowExport,
    plotData,
    usualSort,
    ownCodes = {},
  }: Calls<Filters, Row, RowDetail, PlotData, RequestBody, TrendBody, FileBody, RowFileBody>,
) {
  return parts.page.provide({
    actors: {
      report: parts.report.provide({ actors: reportActors<Filters, Row, RequestBody>(query, filtersOf, usualSort) }),
      trend: parts.trend.provide({ actors: trendActors<Filters, TrendBody>(trend, filtersOf, () => chartedBy) }),
      export: parts.export.provide({ actors: reportExportActors<Filters, FileBody>(exporting, filtersOf, usualSort) }),
      tableView: tableViewWith(parts.tableView, path, prefs),
      views: savedViewsWith(parts.views, path, { ...views, simpleRoles }),
      rowDetail: parts.rowDetail.provide({
        actors: { ...(rowDetail && { loadDetail: fromPromise(({ input, signal }) => rowDetail(input.subject, signal)) }) },
      }),
      rowExport: parts.rowExport.provide({ actors: { ...(rowExport && exportActors({ ...rowExport, save: saveFile })) } }),
      plotData: parts.plotData.provide({
        actors: { ...(plotData && { loadDetail: fromPromise(({ input, signal }) => plotData(input.subject, signal)) }) },
      }),
      pickers: adPickers,
      words: wordsWith(ownCodes),
    },
  });
}

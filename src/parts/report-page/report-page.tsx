import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { chartedMetrics, type ReportDeclaration } from '#contracts/reports/report.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import { type Days, type ReportQueryDefinition, viewPartOf } from '#machines/kernel/report/report-query.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import type { AdFilters } from '#machines/parts/launches/ad-filters.ts';
import type { ReportPageActor, ShownMetrics } from '#machines/parts/reports/report-page.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AnyAdFilterLine } from '#src/parts/launches/index.ts';
import {
  FiguresTable,
  type FiguresTableProps,
  ReportRange,
  ReportTrend,
  ReportWarnings,
  Segments,
  useNarrowedDaysChip,
} from '#src/parts/reports/index.ts';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { useReport } from '#src/ui/report/use-report.ts';
import { ReportCards } from './report-cards.tsx';
import { ReportGroups, useReportCodes } from './report-filters.tsx';

type Page<Filters extends AdFilters, Row extends ReportRow, RowDetail, PlotData> = ReportPageActor<Filters, Row, RowDetail, PlotData>;
type Children<Filters extends AdFilters, Row extends ReportRow, RowDetail, PlotData> = ReturnType<
  Page<Filters, Row, RowDetail, PlotData>['getSnapshot']
>['children'];
/** The parts that every report page has. */
type PartName = 'report' | 'trend' | 'pickers' | 'export' | 'tableView' | 'views' | 'words';
type ReportPageParts<Filters extends AdFilters, Row extends ReportRow, RowDetail, PlotData> = {
  [Name in PartName]: NonNullable<Children<Filters, Row, RowDetail, PlotData>[Name]>;
};

/** A plot that replaces the trend chart. A plot that loads data of its own draws the third argument. */
export interface ReportPlot<Filters extends object, Row extends ReportRow, PlotData = null> {
  key: string;
  text: string;
  draw: (
    report: ReturnType<typeof useReport<Filters, Row, ReportAnswer<Row>>>,
    choice: ReactNode,
    loaded: ReturnType<typeof useDetail<PlotData>>,
  ) => ReactNode;
}

type TableSlots<Filters extends object, Row extends ReportRow> = Pick<
  FiguresTableProps<Filters, Row>,
  | 'label'
  | 'rowsName'
  | 'titleOf'
  | 'presets'
  | 'usualSort'
  | 'leading'
  | 'exportKeys'
  | 'attributes'
  | 'actions'
  | 'renderName'
  | 'nameWidth'
  | 'targetOf'
  | 'doubtOf'
  | 'onOpen'
  | 'empty'
>;

interface Props<Filters extends AdFilters, Row extends ReportRow, RowDetail, PlotData> {
  page: Page<Filters, Row, RowDetail, PlotData>;
  declared: ReportDeclaration;
  query: ReportQueryDefinition<Filters>;
  title: string;
  /** Must be referentially stable. */
  metrics: ShownMetrics;
  /** Label of the dimension that splits the first metric. */
  splitLabel: string;
  plots: readonly ReportPlot<Filters, Row, PlotData>[];
  table: TableSlots<Filters, Row>;
  /** Shown above the cards. */
  remark?: (report: ReturnType<typeof useReport<Filters, Row, ReportAnswer<Row>>>) => ReactNode;
  /** Shown below the table. */
  footnote?: (report: ReturnType<typeof useReport<Filters, Row, ReportAnswer<Row>>>) => ReactNode;
  /** Shown instead of everything below the filters when the user may not see the object the page is about. */
  unknownSubject?: ReactNode;
}

/** A report page: filters, cards, a chart and the table. Content of a single page goes into its slots. */
export function ReportPage<Filters extends AdFilters, Row extends ReportRow, RowDetail, PlotData>(
  props: Props<Filters, Row, RowDetail, PlotData>,
) {
  const { report, trend, pickers, export: exporting, tableView, views, words } = useSelector(props.page, (state) => state.children);
  if (!report || !trend || !pickers || !exporting || !tableView || !views || !words) return null;
  return <LoadedPage {...props} parts={{ report, trend, pickers, export: exporting, tableView, views, words }} />;
}

const TREND = 'trend';
/** Attributes before the metrics; the others follow them, so that a narrow window shows figures. */
const ATTRIBUTES_FIRST = 1;

function LoadedPage<Filters extends AdFilters, Row extends ReportRow, RowDetail, PlotData>(
  props: Props<Filters, Row, RowDetail, PlotData> & { parts: ReportPageParts<Filters, Row, RowDetail, PlotData> },
) {
  const { page, parts, declared, query: address, title, metrics, splitLabel, plots, table, remark, footnote, unknownSubject } = props;
  const t = useText();
  const report = useReport<Filters, Row, ReportAnswer<Row>>(parts.report);
  const { query } = report;
  const { filters } = query;
  const plot = useSelector(page, (state) => state.context.plot);
  const isSubjectUnknown = useSelector(page, (state) => state.hasTag('unknownSubject'));
  const plotData = useDetail<PlotData>(useSelector(page, (state) => state.children.plotData));
  const savedView = useSelector(parts.tableView, (state) => state.context.view);
  const trend = useSelector(parts.trend, (state) => state.context.answer?.trend);
  const viewQuery = useMemo(() => viewPartOf(address), [address]);
  const [attributes, trailing] = useMemo(
    () => [table.attributes?.slice(0, ATTRIBUTES_FIRST), table.attributes?.slice(ATTRIBUTES_FIRST)],
    [table.attributes],
  );
  const chartableMetrics = useMemo(() => chartedMetrics(declared).filter((key) => key !== 'payback_day'), [declared]);
  const onOnly = (only: Days | undefined) => parts.report.send({ type: 'report.onlyChosen', only });
  const chips = useNarrowedDaysChip(query.only, onOnly);
  const change = (changes: object) => parts.report.send({ type: 'report.filtersChosen', filters: { ...filters, ...changes } });
  const codes = useReportCodes({ declared: declared.filters, filters, words: parts.words });
  const reset = () => {
    if (query.only) onOnly(undefined);
    parts.report.send({ type: 'report.filtersChosen', filters: {} as Filters });
  };
  const isFiltered = query.only !== undefined || Object.values(filters).some((value) => value !== undefined);
  const choice = (
    <Segments
      label={t('reports.plot')}
      options={[{ key: TREND, text: t('reports.plot.trend') }, ...plots.map(({ key, text }) => ({ key, text }))]}
      chosen={plot}
      onChoose={(next) => page.send({ type: 'plot.chosen', plot: next })}
    />
  );
  const other = plots.find(({ key }) => key === plot);
  const { only: _, ...rest } = query;
  return (
    <Page
      title={title}
      note={<SavedViews views={parts.views} search={viewQuery.write({ ...query, page: 1 })} table={savedView} />}
      filters={
        <AnyAdFilterLine
          vocabulary={declared.filters}
          filters={filters}
          pickers={parts.pickers}
          codes={codes}
          onChange={change}
          onReset={reset}
          first={<ReportRange query={rest} report={parts.report} />}
          chips={chips}
        />
      }
    >
      {isSubjectUnknown ? (
        unknownSubject
      ) : (
        <>
          <ReportWarnings warnings={report.page?.warnings} />
          {remark?.(report)}
          <ReportCards metrics={metrics.cards} totals={report.page?.totals} trend={trend} />
          {other ? (
            other.draw(report, choice, plotData)
          ) : (
            <ReportTrend
              trend={parts.trend}
              label={t('reports.chart', { page: title })}
              metrics={chartableMetrics}
              splitLabel={splitLabel}
              only={query.only}
              onOnly={onOnly}
              plots={choice}
              empty={table.empty.text}
            />
          )}
          <FiguresTable<Filters, Row>
            {...table}
            {...(attributes && { attributes })}
            {...(trailing && { trailing })}
            report={report}
            actor={parts.report}
            exporting={parts.export}
            tableView={parts.tableView}
            metrics={declared.metrics}
            usual={metrics.usual}
            controls={
              <ReportGroups
                declared={declared}
                groupBy={query.groupBy}
                titleOf={table.titleOf}
                onChoose={(groupBy) => parts.report.send({ type: 'report.groupsChosen', groupBy })}
              />
            }
            onResetFilters={isFiltered ? reset : undefined}
          />
          {footnote?.(report)}
        </>
      )}
    </Page>
  );
}

import { type ReactNode, useCallback, useMemo } from 'react';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { type MetricPreset, metricPresets } from '#machines/kernel/report/metric-presets.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { DIMENSIONS, ReportTable, useReportColumns } from '#src/ui/report/report-table.tsx';
import type { useReport } from '#src/ui/report/use-report.ts';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useMetricColumns } from './metric-columns.ts';
import { ReportCompare } from './report-range.tsx';
import { Segments } from './segments.tsx';
import { useReportView } from './use-report-view.ts';

type ReportActor = Parameters<typeof ReportCompare>[0]['report'] & {
  send(event: { type: 'report.presetChosen'; preset: string | undefined }): void;
};

export interface FiguresTableProps<Filters extends object, Row extends ReportRow> {
  report: ReturnType<typeof useReport<Filters, Row, ReportAnswer<Row>>>;
  actor: ReportActor;
  exporting: Parameters<typeof ExportCommand<ReportQuery<Filters>>>[0]['exporting'];
  tableView: Parameters<typeof useReportView>[0];
  label: string;
  /** The rows in the name of an export. */
  rowsName: string;
  /** The title of a dimension. Must be referentially stable. */
  titleOf: (dimension: string) => string;
  /** All metrics that can be shown. Must be referentially stable. */
  metrics: readonly MetricKey[];
  /** Metrics shown by default, in order. */
  usual: readonly MetricKey[];
  /** Column presets. Must be referentially stable. */
  presets?: readonly MetricPreset[];
  /** The metric by which rows are sorted by default; spend where not given. */
  usualSort?: MetricKey;
  /** Metrics that precede every preset when they are usual. */
  leading?: readonly MetricKey[];
  /** Export keys of columns; columns without one are left out. */
  exportKeys: Readonly<Record<string, string>>;
  attributes?: readonly Column<Row>[];
  /** Columns after the metrics. */
  trailing?: readonly Column<Row>[];
  actions?: Column<Row>;
  renderName?: (row: Row, depth: number) => ReactNode | undefined;
  nameWidth?: number;
  onOpen?: (row: Row, depth: number, path: string) => void;
  /** Within one account: spend is shown in its currency. */
  isLocal?: boolean;
  targetOf?: (row: unknown) => number | undefined;
  /** Why the ratios of a row are unreliable. Must be referentially stable. */
  doubtOf?: (row: unknown, metric: MetricKey) => string | undefined;
  whySingle?: string | undefined;
  choice?: Parameters<typeof ReportTable<Row>>[0]['choice'];
  /** Left side of the toolbar. */
  controls?: ReactNode;
  /** Replaces the toolbar while rows are chosen. */
  selection?: ReactNode;
  empty: { text: string; action?: ReactNode };
  /** Resets the filters; undefined when there are none. */
  onResetFilters: (() => void) | undefined;
}

const ALL_PRESETS = Object.keys(metricPresets) as MetricPreset[];
const NO_COLUMNS: readonly never[] = [];
const NO_METRICS: readonly MetricKey[] = [];

/** The table of a report with its toolbar: presets, comparison, export, pages. */
export function FiguresTable<Filters extends object, Row extends ReportRow>(props: FiguresTableProps<Filters, Row>) {
  const { report, actor, exporting, tableView, label, rowsName, titleOf, metrics: keys, usual, exportKeys: names } = props;
  const { presets: offeredPresets = ALL_PRESETS, leading = NO_METRICS, usualSort = 'spend' } = props;
  const attributes: readonly Column<Row>[] = props.attributes ?? NO_COLUMNS;
  const trailing: readonly Column<Row>[] = props.trailing ?? NO_COLUMNS;
  const {
    actions,
    renderName,
    nameWidth,
    isLocal = false,
    targetOf,
    doubtOf,
    whySingle,
    choice,
    controls,
    selection,
    empty,
    onOpen,
  } = props;
  const t = useText();
  const { query, table, pager, page } = report;
  const metrics = useMetricColumns({ keys, usual, targetOf, doubtOf, whySingle });
  const groups = query.groupBy.join();
  const dimensions = useMemo(() => groups.split(',').map((key) => ({ key, title: titleOf(key) })), [groups, titleOf]);
  const columns = useReportColumns<Row>({
    dimensions,
    metrics,
    attributes,
    trailing,
    ...(actions && { actions }),
    ...(renderName && { renderName }),
    ...(nameWidth !== undefined && { nameWidth }),
    provisionalFrom: page?.provisionalFrom,
    onBranchRetry: table.onBranchRetry,
    isLocal,
  });
  const presets = useMemo(() => {
    const keysOf = (columns: readonly Column<Row>[]) => columns.filter(({ defaultHidden }) => !defaultHidden).map(({ key }) => key);
    const base = [DIMENSIONS, ...keysOf(attributes)];
    const first = leading.filter((key) => usual.includes(key));
    return offeredPresets.map((key) => ({
      key,
      title: t(`reports.preset.${key}`),
      shown: [...base, ...first, ...metricPresets[key], ...keysOf(trailing), ...(actions ? [actions.key] : [])],
    }));
  }, [t, attributes, trailing, usual, actions, offeredPresets, leading]);
  const onPreset = useCallback((preset: string | undefined) => actor.send({ type: 'report.presetChosen', preset }), [actor]);
  const view = useReportView(tableView, columns, { presets, preset: query.preset, onPreset });
  const exportKeys = view.drawn.flatMap(({ key, title }) => {
    if (key === DIMENSIONS) return query.groupBy.map((one) => ({ key: one, title: titleOf(one) }));
    const exportKey = names[key] ?? keys.find((one) => one === key);
    return exportKey === undefined ? [] : [{ key: exportKey, title }];
  });
  return (
    <>
      <Toolbar
        selection={selection}
        end={
          <>
            {offeredPresets.length > 0 && (
              <Segments
                label={t('ui.columnSets')}
                options={[
                  { key: 'own', text: t('reports.preset.own'), hint: t('reports.preset.ownHint') },
                  ...offeredPresets.map((key) => ({ key, text: t(`reports.preset.${key}`) })),
                ]}
                chosen={query.preset ?? 'own'}
                onChoose={(key) => onPreset(key === 'own' ? undefined : key)}
              />
            )}
            <ExportCommand exporting={exporting} what={rowsName} query={query} columns={exportKeys} />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={report.refresh} />
          </>
        }
      >
        {controls}
        <ReportCompare query={query} report={actor} />
      </Toolbar>
      <ReportTable<Row>
        {...table}
        {...view.table}
        onResetFilters={props.onResetFilters}
        sort={table.sort ?? { field: props.usualSort !== undefined && query.groupBy[0] === 'date' ? 'date' : usualSort, order: 'desc' }}
        label={label}
        columns={columns}
        dimensions={dimensions}
        metrics={metrics}
        isLocal={isLocal}
        onOpen={onOpen}
        choice={choice}
        empty={empty}
      />
      <Pager {...pager} />
    </>
  );
}

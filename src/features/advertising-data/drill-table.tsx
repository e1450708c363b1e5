import { type ReactNode, useCallback, useMemo } from 'react';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { DrillRow } from '#machines/ad-data/drill-parts.machine.ts';
import { DRILL_METRICS, type DrillFilters, parentsIn } from '#machines/ad-data/drill-query.ts';
import type { ReportAnswer } from '#machines/kernel/report.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type MetricPreset, metricPresets, ReportCompare, Segments, useMetricColumns, useReportView } from '#src/parts/reports/index.ts';
import { AutoRefresh } from '#src/ui/auto-refresh.tsx';
import { ColumnSettings } from '#src/ui/column-settings.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { ExportCommand } from '#src/ui/export-command.tsx';
import { Toolbar } from '#src/ui/page.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { DIMENSIONS, ReportTable, useReportColumns } from '#src/ui/report-table.tsx';
import { ReloadButton } from '#src/ui/table-buttons.tsx';
import type { useReport } from '#src/ui/use-report.ts';
import type { DrillBodyProps } from './drill-frame.tsx';
import { dimensionWords } from './drill-words.ts';

export type DrillReport = ReturnType<typeof useReport<DrillFilters, DrillRow, ReportAnswer<DrillRow>>>;

const PRESET_KEYS = Object.keys(metricPresets) as MetricPreset[];

/** Columns of the table by their names in an export; what has none there is left out. */
const EXPORTED: Readonly<Record<string, string>> = {
  user_department: 'department_name',
  platform_account_id: 'platform_id',
  platform_id: 'platform_id',
  account_status: 'account_status',
  currency: 'currency',
  timezone_name: 'timezone_name',
  balance: 'balance',
  cap_left: 'cap_left',
  effective_status: 'effective_status',
  owner: 'owner',
};

/** Counts of what stands below a person or an account. */
const COUNTS: readonly MetricKey[] = ['accounts', 'campaigns_running', 'ads_created', 'ads_running', 'ads_spending'];

export interface DrillTableProps extends Omit<DrillBodyProps, 'report'> {
  report: DrillReport;
  tableView: DrillBodyProps['parts']['tableView'];
  label: string;
  /** Metrics shown where nobody chose others, in order. */
  usual: readonly MetricKey[];
  /** Metrics that mean nothing here. */
  unwanted?: readonly MetricKey[];
  attributes?: readonly Column<DrillRow>[];
  /** Behind the numbers. */
  trailing?: readonly Column<DrillRow>[];
  actions?: Column<DrillRow>;
  renderName?: (row: DrillRow, depth: number) => ReactNode | undefined;
  nameWidth?: number;
  onOpen?: (row: DrillRow, depth: number) => void;
  /** Inside of one account: what was spent is shown in its currency. */
  isLocal?: boolean;
  targetOf?: (row: unknown) => number | undefined;
  whySingle?: string | undefined;
  choice?: Parameters<typeof ReportTable<DrillRow>>[0]['choice'];
  /** At the left of the toolbar. */
  controls?: ReactNode;
  /** In place of the toolbar, while rows are chosen. */
  selection?: ReactNode;
  empty: { text: string; action?: ReactNode };
}

const NO_ATTRIBUTES: readonly Column<DrillRow>[] = [];
const NO_METRICS: readonly MetricKey[] = [];

/** The table of a level with everything around it: sets of columns, export, pages. */
export function DrillTable(props: DrillTableProps) {
  const {
    kind,
    parts,
    report,
    tableView,
    label,
    usual,
    unwanted = NO_METRICS,
    attributes = NO_ATTRIBUTES,
    trailing = NO_ATTRIBUTES,
  } = props;
  const { actions, renderName, nameWidth, isLocal = false, targetOf, whySingle, choice, controls, selection, empty, onOpen } = props;
  const t = useText();
  const { query, table, pager, page } = report;
  const keys = useMemo(() => DRILL_METRICS.filter((key) => !unwanted.includes(key)), [unwanted]);
  const metrics = useMetricColumns({ keys, usual, targetOf, whySingle });
  const groups = query.groupBy.join();
  const dimensions = useMemo(
    () => groups.split(',').map((key) => ({ key, title: t(dimensionWords[key as keyof typeof dimensionWords]) })),
    [groups, t],
  );
  const columns = useReportColumns<DrillRow>({
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
    const base = [DIMENSIONS, ...attributes.filter(({ defaultHidden }) => !defaultHidden).map(({ key }) => key)];
    const counts = COUNTS.filter((key) => usual.includes(key));
    return PRESET_KEYS.map((key) => ({
      key,
      title: t(`reports.preset.${key}`),
      shown: [...base, ...counts, ...metricPresets[key], ...(actions ? [actions.key] : [])],
    }));
  }, [t, attributes, usual, actions]);
  const onPreset = useCallback((preset: string | undefined) => parts.report.send({ type: 'report.presetChosen', preset }), [parts.report]);
  const look = useReportView(tableView, columns, { presets, preset: query.preset, onPreset });
  // What stands above the rows is no filter: it stays.
  const above = parentsIn(kind, query.filters);
  const isFiltered =
    query.only !== undefined || Object.entries(query.filters).some(([name, value]) => value !== undefined && !(name in above));
  const reset = () => {
    if (query.only) parts.report.send({ type: 'report.onlyChosen', only: undefined });
    parts.report.send({ type: 'report.filtersChosen', filters: above });
  };
  const exported = look.drawn.flatMap(({ key, title }) => {
    if (key === DIMENSIONS) return query.groupBy.map((one) => ({ key: one, title: t(dimensionWords[one as keyof typeof dimensionWords]) }));
    const known = EXPORTED[key] ?? (DRILL_METRICS.find((one) => one === key) as string | undefined);
    return known === undefined ? [] : [{ key: known, title }];
  });
  return (
    <>
      <Toolbar
        selection={selection}
        end={
          <>
            <Segments
              label={t('ui.columnSets')}
              options={[
                { key: 'own', text: t('reports.preset.own'), hint: t('reports.preset.ownHint') },
                ...PRESET_KEYS.map((key) => ({ key, text: t(`reports.preset.${key}`) })),
              ]}
              chosen={query.preset ?? 'own'}
              onChoose={(key) => onPreset(key === 'own' ? undefined : key)}
            />
            <ExportCommand exporting={parts.export} what={t('data.things')} query={query} columns={exported} />
            <ColumnSettings {...look.settings} />
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={report.refresh} />
          </>
        }
      >
        {controls}
        <ReportCompare query={query} report={parts.report} />
      </Toolbar>
      <ReportTable<DrillRow>
        {...table}
        {...look.table}
        onResetFilters={isFiltered ? reset : undefined}
        sort={table.sort ?? { field: 'spend', order: 'desc' }}
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

import { useMemo } from 'react';
import type { Failure } from '#machines/kernel/faults.ts';
import type { Sort } from '#machines/kernel/list-query.ts';
import type { ReportAnswer } from '#machines/kernel/report.machine.ts';
import type { Branches, ReportRow } from '#machines/kernel/report-tree.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type Column, DataTable, type DataTableProps } from './data-table.tsx';
import { NameText } from './name-text.tsx';
import { type ReportLine, reportLines } from './report-lines.ts';
import { type Metric, metricCell } from './report-metrics.tsx';
import './report-table.css';

export type { Metric } from './report-metrics.tsx';

/** Key of the one column that the dimensions share: rows nest in it. */
export const DIMENSIONS = 'dims';

export interface Dimension {
  key: string;
  title: string;
}

type Look = Pick<DataTableProps<never, string>, 'density' | 'widths' | 'onWidth'>;

interface ReportTableProps<Row extends ReportRow> extends Look {
  label: string;
  /** What the rows nest by, the outermost first. Keep the array between renders. */
  dimensions: readonly Dimension[];
  /** Those of the set shown, in order. Keep the array between renders. */
  metrics: readonly Metric[];
  /** Undefined until something was loaded. */
  page: ReportAnswer<Row> | undefined;
  branches: Branches<Row>;
  expanded: readonly string[];
  branchFailures: Readonly<Record<string, Failure>>;
  onToggle: (path: string) => void;
  onBranchRetry: (path: string) => void;
  busy: boolean;
  failure?: Failure | undefined;
  onRetry: () => void;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  /** Rows on earlier pages. */
  before?: number;
  /** Of money; default: US dollars. */
  currency?: string;
  /** Where a click on a row, or Enter, leads. */
  onOpen?: (row: Row) => void;
  onResetFilters?: (() => void) | undefined;
  empty?: DataTableProps<never, string>['empty'];
}

/** Numbers by dimension: what they are of stands still at the left, what they come to in all stands still on top. */
export function ReportTable<Row extends ReportRow>(props: ReportTableProps<Row>) {
  const { dimensions, metrics, page, branches, expanded, branchFailures, onBranchRetry, currency = 'USD', onOpen } = props;
  const t = useText();
  const format = useFormat();
  const rows = page?.rows;
  const from = page?.provisionalFrom;

  const lines = useMemo(
    () => rows && reportLines<Row>({ rows, branches, expanded, failures: branchFailures, depth: dimensions.length }),
    [rows, branches, expanded, branchFailures, dimensions],
  );

  const columns = useMemo((): Column<ReportLine<Row>>[] => {
    const words = { t, format, currency };
    const nameOf = (row: Row, depth: number) => row.dims[dimensions[depth - 1]?.key ?? '']?.label ?? row.key;
    const first = (line: ReportLine<Row>) => {
      if (line.kind === 'loading') return <span className="ads-report-note">{t('ui.loading')}</span>;
      if (line.kind === 'rest') return <span className="ads-report-note">{t('ui.rowsLeftOut', { count: line.count })}</span>;
      if (line.kind === 'failed') {
        return (
          <span className="ads-report-note" title={line.failure.message}>
            {t('ui.loadFailed')}{' '}
            <button type="button" className="ads-link-button" onClick={() => onBranchRetry(line.parent)}>
              {t('ui.retry')}
            </button>
          </span>
        );
      }
      const { row, depth } = line;
      const name = nameOf(row, depth);
      const isProvisional = dimensions[depth - 1]?.key === 'date' && from !== undefined && name >= from;
      if (!isProvisional) return <NameText text={name} />;
      return (
        <span className="ads-report-provisional" title={t('ui.stillChanging')}>
          {name}
        </span>
      );
    };
    return [
      {
        key: DIMENSIONS,
        title: dimensions.map(({ title }) => title).join(' › '),
        width: 240,
        frozen: true,
        render: first,
      },
      ...metrics.map(
        (metric): Column<ReportLine<Row>> => ({
          key: metric.key,
          title: metric.title,
          width: metric.width ?? 120,
          align: 'right',
          sortable: true,
          ...(metric.hint !== undefined && { hint: metric.hint }),
          render: (line) => (line.kind === 'row' ? metricCell(metric, line.row, words) : null),
        }),
      ),
    ];
  }, [t, format, currency, dimensions, metrics, from, onBranchRetry]);

  const totalsOf = (key: string) => {
    const metric = metrics.find((one) => one.key === key);
    if (!metric) {
      return (
        <span className="ads-name">
          {t('ui.totals')}
          {page && <small>{t('ui.asOf', { time: format.clock(page.asOf) })}</small>}
        </span>
      );
    }
    return page && metricCell(metric, page.totals, { t, format, currency }, true);
  };
  const nameOfLine = (line: ReportLine<Row>) => {
    const row = line.kind === 'row' ? line.row : line.below;
    const depth = line.kind === 'row' ? line.depth : 1;
    return row.dims[dimensions[depth - 1]?.key ?? '']?.label ?? row.key;
  };
  const nests = dimensions.length > 1;
  return (
    <DataTable<ReportLine<Row>, string>
      label={props.label}
      columns={columns}
      rows={lines}
      rowKey={({ path }) => path}
      rowName={nameOfLine}
      total={page?.total}
      {...(props.before !== undefined && { before: props.before })}
      busy={props.busy}
      failure={props.failure}
      onRetry={props.onRetry}
      sort={props.sort}
      onSort={props.onSort}
      totals={totalsOf}
      {...(props.density && { density: props.density })}
      widths={props.widths}
      onWidth={props.onWidth}
      onResetFilters={props.onResetFilters}
      {...(props.empty && { empty: props.empty })}
      {...(onOpen && { onRowClick: (line: ReportLine<Row>) => line.kind === 'row' && onOpen(line.row) })}
      {...(nests && {
        expanded,
        onToggle: props.onToggle,
        tree: {
          childrenOf: (line: ReportLine<Row>) => (line.kind === 'row' ? line.children : []),
          hasChildren: (line: ReportLine<Row>) => line.kind === 'row' && line.hasChildren,
        },
      })}
    />
  );
}

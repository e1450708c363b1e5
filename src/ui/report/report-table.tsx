import { type ReactNode, useMemo } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { Sort } from '#machines/kernel/list/list-query.ts';
import type { ChosenRow, ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { Branches, ReportRow } from '#machines/kernel/report/report-tree.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type Column, DataTable, type DataTableProps } from '../table/data-table.tsx';
import type { RowTone } from '../table/table-row.tsx';
import { NameText } from '../text/name-text.tsx';
import { DataAsOf } from './data-as-of.tsx';
import { type ReportLine, toReportLines } from './report-lines.ts';
import { type Metric, metricCell } from './report-metrics.tsx';
import './report-table.css';

export type { Metric } from './report-metrics.tsx';

/** Key of the one column that all dimensions share: rows are nested in it. */
export const DIMENSIONS = 'dims';

export interface Dimension {
  key: string;
  title: string;
}

type TableLook = Pick<DataTableProps<never, string>, 'density' | 'widths' | 'onWidth' | 'shown'>;

/** A chosen row with its path in the tree. */
interface ReportChoice {
  chosen: readonly ChosenRow[];
  onChoose: (chosen: ChosenRow[]) => void;
  /** Undefined when the row cannot be chosen. */
  idOf: (line: { row: ReportRow; depth: number }) => number | undefined;
}

interface ColumnOptions<Row extends ReportRow> {
  /** Dimensions that rows are nested by, outermost first. Must be referentially stable. */
  dimensions: readonly Dimension[];
  /** In order. Must be referentially stable. */
  metrics: readonly Metric[];
  /** Attributes between the name of a row and its metrics; not shown for days. Must be referentially stable. */
  attributes?: readonly Column<Row>[];
  /** Attributes after the metrics, for details that are read less often. */
  trailing?: readonly Column<Row>[];
  /** Row actions at the right end. */
  actions?: Column<Row>;
  /** Custom content of the first cell. Must be referentially stable. */
  renderName?: (row: Row, depth: number) => ReactNode | undefined;
  nameWidth?: number;
  provisionalFrom: string | undefined;
  onBranchRetry: (path: string) => void;
  /** Currency of amounts; default: US dollars. */
  currency?: string;
  /** Spend is shown in the currency of its account. */
  isLocal?: boolean;
}

// Without a row type, so that it fits any.
const NO_COLUMNS: readonly never[] = [];

/** The columns of a report: dimensions, attributes, metrics and actions. */
export function useReportColumns<Row extends ReportRow>(options: ColumnOptions<Row>): Column<ReportLine<Row>>[] {
  const {
    dimensions,
    metrics,
    attributes = NO_COLUMNS as readonly Column<Row>[],
    actions,
    renderName,
    nameWidth = 208,
    provisionalFrom: from,
  } = options;
  const { onBranchRetry, currency = 'USD', isLocal = false, trailing = NO_COLUMNS as readonly Column<Row>[] } = options;
  const t = useText();
  const format = useFormat();
  return useMemo((): Column<ReportLine<Row>>[] => {
    const words = { t, format, currency, isLocal };
    const keyAt = (depth: number) => dimensions[depth - 1]?.key ?? '';
    const nameOf = (row: Row, depth: number) => row.dims[keyAt(depth)]?.label ?? row.key;
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
      const own = renderName?.(row, depth);
      if (own !== undefined) return own;
      const name = nameOf(row, depth);
      const isProvisional = keyAt(depth) === 'date' && from !== undefined && name >= from;
      if (!isProvisional) return <NameText text={name} />;
      return (
        <span className="ads-report-provisional" title={t('ui.stillChanging')}>
          {name}
        </span>
      );
    };
    const forRows = ({ render, leadsTo, ...column }: Column<Row>): Column<ReportLine<Row>> => ({
      ...column,
      render: (line) => (line.kind === 'row' && keyAt(line.depth) !== 'date' ? render(line.row) : null),
      leadsTo: (line) => (line.kind === 'row' && keyAt(line.depth) !== 'date' ? leadsTo?.(line.row) : undefined),
    });
    return [
      {
        key: DIMENSIONS,
        title: dimensions.map(({ title }) => title).join(' › '),
        width: nameWidth,
        frozen: true,
        sortable: true,
        render: first,
      },
      ...attributes.map(forRows),
      ...metrics.map(
        (metric): Column<ReportLine<Row>> => ({
          key: metric.key,
          title: metric.title,
          width: metric.width ?? 132,
          align: 'right',
          sortable: true,
          ...(metric.hidden && { defaultHidden: true }),
          ...(metric.hint !== undefined && { hint: metric.hint }),
          render: (line) => (line.kind === 'row' ? metricCell(metric, line.row, words) : null),
        }),
      ),
      ...trailing.map(forRows),
      ...(actions ? [forRows(actions)] : []),
    ];
  }, [t, format, currency, isLocal, dimensions, metrics, attributes, trailing, actions, renderName, nameWidth, from, onBranchRetry]);
}

interface ReportTableProps<Row extends ReportRow> extends TableLook {
  label: string;
  /** Created by `useReportColumns` with the same dimensions and metrics. */
  columns: Column<ReportLine<Row>>[];
  dimensions: readonly Dimension[];
  metrics: readonly Metric[];
  /** Undefined until the first load. */
  page: ReportAnswer<Row> | undefined;
  branches: Branches<Row>;
  expanded: readonly string[];
  branchFailures: Readonly<Record<string, Failure>>;
  onToggle: (path: string) => void;
  busy: boolean;
  failure?: Failure | undefined;
  onRetry: () => void;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  /** Number of rows on earlier pages. */
  before?: number;
  currency?: string;
  isLocal?: boolean;
  /** Called for a click on a row, or Enter. */
  onOpen?: ((row: Row, depth: number, path: string) => void) | undefined;
  choice?: ReportChoice | undefined;
  rowTone?: ((row: Row) => RowTone | undefined) | undefined;
  onResetFilters?: (() => void) | undefined;
  empty?: DataTableProps<never, string>['empty'];
}

/** The server sorts by the first dimension; in the table all dimensions share one column. */
const toColumnSort = (sort: Sort | undefined, dimension: string | undefined): Sort | undefined =>
  sort && sort.field === dimension ? { ...sort, field: DIMENSIONS } : sort;

/** Metrics by dimension, with frozen dimensions at the left and pinned totals on top. */
export function ReportTable<Row extends ReportRow>(props: ReportTableProps<Row>) {
  const { dimensions, metrics, columns, page, branches, expanded, branchFailures, currency = 'USD', isLocal = false, onOpen } = props;
  const { choice, rowTone } = props;
  const t = useText();
  const format = useFormat();
  const rows = page?.rows;
  const outermost = dimensions[0]?.key;

  const lines = useMemo(
    () => rows && toReportLines<Row>({ rows, branches, expanded, failures: branchFailures, depth: dimensions.length }),
    [rows, branches, expanded, branchFailures, dimensions],
  );

  const totalsOf = (key: string) => {
    const metric = metrics.find((one) => one.key === key);
    if (key === DIMENSIONS) {
      return (
        <span className="ads-name">
          {t('ui.totals')}
          {page && (
            <small className="ads-report-fresh">
              <DataAsOf fresh={page} />
            </small>
          )}
        </span>
      );
    }
    return page && metric && metricCell(metric, page.totals, { t, format, currency, isLocal }, true);
  };
  const nameOfLine = (line: ReportLine<Row>) => {
    const row = line.kind === 'row' ? line.row : line.below;
    const depth = line.kind === 'row' ? line.depth : 1;
    return row.dims[dimensions[depth - 1]?.key ?? '']?.label ?? row.key;
  };
  const isNested = dimensions.length > 1;
  const toChoiceId = (line: ReportLine<Row>) => (line.kind === 'row' ? choice?.idOf(line) : undefined);
  const choose = (paths: readonly string[]) => {
    const allRows = (function* walk(part: readonly ReportLine<Row>[]): Generator<ReportLine<Row>> {
      for (const line of part) {
        yield line;
        if (line.kind === 'row') yield* walk(line.children);
      }
    })(lines ?? []);
    const ids = new Map(
      [...allRows].flatMap((line) => (toChoiceId(line) === undefined ? [] : [[line.path, toChoiceId(line) as number] as const])),
    );
    for (const { path, id } of choice?.chosen ?? []) if (!ids.has(path)) ids.set(path, id);
    choice?.onChoose(paths.flatMap((path) => (ids.has(path) ? [{ path, id: ids.get(path) as number }] : [])));
  };
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
      sort={toColumnSort(props.sort, outermost)}
      onSort={(sort) => props.onSort(sort?.field === DIMENSIONS && outermost !== undefined ? { ...sort, field: outermost } : sort)}
      shown={props.shown}
      {...(choice && {
        chosen: choice.chosen.map(({ path }) => path),
        onChoose: choose,
        canChoose: (line: ReportLine<Row>) => toChoiceId(line) !== undefined,
      })}
      {...(rowTone && { rowTone: (line: ReportLine<Row>) => (line.kind === 'row' ? rowTone(line.row) : undefined) })}
      totals={totalsOf}
      {...(props.density && { density: props.density })}
      widths={props.widths}
      onWidth={props.onWidth}
      onResetFilters={props.onResetFilters}
      {...(props.empty && { empty: props.empty })}
      {...(onOpen && { onRowClick: (line: ReportLine<Row>) => line.kind === 'row' && onOpen(line.row, line.depth, line.path) })}
      {...(isNested && {
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

import type { ReactNode } from 'react';
import type { ListAnswer, Selection } from '#machines/kernel/list/list.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { Toolbar } from '../page/page.tsx';
import { DataAsOf } from '../report/data-as-of.tsx';
import { ColumnSettings } from '../table/column-settings.tsx';
import { type Column, DataTable, type DataTableProps } from '../table/data-table.tsx';
import { ReloadButton } from '../table/table-buttons.tsx';
import { type ColumnPreset, useTableView } from '../table/use-table-view.ts';
import { AutoRefresh } from './auto-refresh.tsx';
import { CardGrid } from './card-grid.tsx';
import { ChosenBar, isChosen } from './chosen-bar.tsx';
import { ExportCommand } from './export-command.tsx';
import { LayoutSwitch } from './layout-switch.tsx';
import { Pager } from './pager.tsx';
import type { ExportActor } from './use-export.ts';
import { useList } from './use-list.ts';

/** A file has no more. */
const EXPORTED_COLUMNS_MAX = 60;

/** Columns as a file has them: it has none of what can be done with a row. */
const exportedOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns
    .flatMap(({ key, title, exported = key !== 'do' && key, exportedBeside = [] }) =>
      exported === false ? [] : [{ key: exported, title }, ...exportedBeside],
    )
    .slice(0, EXPORTED_COLUMNS_MAX);

type Shown<Row> = Pick<
  DataTableProps<Row, number>,
  | 'label'
  | 'columns'
  | 'rowName'
  | 'rowTone'
  | 'onRowOpen'
  | 'onResetFilters'
  | 'canChoose'
  | 'expanded'
  | 'onToggle'
  | 'renderExpanded'
  | 'empty'
>;

interface ListTableProps<Row, Filters extends object, Totals> extends Shown<Row> {
  parts: {
    list: Parameters<typeof useList<Filters, ListAnswer<Row, Totals>>>[0];
    export: ExportActor<ListQuery<Filters>>;
    tableView: Parameters<typeof useTableView<Row>>[0];
  };
  /** What the rows are, as an export names them. */
  things: string;
  /** What can be done with chosen rows. Without it none can be chosen. */
  chosenActions?: ((selection: Selection<number>, query: ListQuery<Filters>) => ReactNode) | undefined;
  /** Whether all that match can be chosen at once; default: yes. */
  canChooseAll?: boolean | undefined;
  /** Named sets of columns that the page offers. */
  presets?: readonly ColumnPreset[];
  /** What all rows come to in a column. Without it no totals are shown. */
  totalOf?: ((column: string, totals: Totals) => ReactNode) | undefined;
  /** How a row looks as a picture. With it rows come side by side, and the reader may turn to the table. */
  cards?: { render: (row: Row) => ReactNode; onOpen: (row: Row) => void };
  /** The rows to draw, for pages that know newer states of them than the list; default: those of the list. */
  drawnRows?: ((rows: readonly Row[] | undefined) => readonly Row[] | undefined) | undefined;
  /** Between toolbar and rows. */
  remarks?: ReactNode;
  /** Asks for more than the rows again; default: for the rows. */
  onReload?: () => void;
  /** At the left end of the toolbar. */
  children?: ReactNode;
}

/** The rows of a list: toolbar with export, columns and pace, table, pager. */
export function ListTable<Row extends { id: number }, Filters extends object, Totals = unknown>({
  parts,
  things,
  chosenActions,
  canChooseAll,
  presets,
  totalOf,
  cards,
  drawnRows = (rows) => rows,
  remarks,
  onReload,
  children,
  ...shown
}: ListTableProps<Row, Filters, Totals>) {
  const { query, answer, table, choosing, choice, selection, pager, refresh } = useList(parts.list);
  const look = useTableView(parts.tableView, shown.columns, presets);
  const layout = cards ? (look.layout ?? 'grid') : 'table';
  const rows = {
    ...table,
    ...choosing,
    rows: drawnRows(table.rows),
    onChoose: chosenActions && choosing.onChoose,
    rowKey: ({ id }: Row) => id,
  };
  const totals = answer?.totals;
  return (
    <>
      <Toolbar
        selection={
          chosenActions &&
          isChosen(choice) && (
            <ChosenBar {...choice} allowAll={canChooseAll}>
              {chosenActions(selection, query)}
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand exporting={parts.export} what={things} query={query} columns={exportedOf(look.drawn)} />
            {cards && <LayoutSwitch layout={layout} onLayout={look.onLayout} />}
            {layout === 'table' && <ColumnSettings {...look.settings} />}
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={onReload ?? refresh} />
          </>
        }
      >
        {children}
        {answer?.fresh && <DataAsOf fresh={answer.fresh} />}
      </Toolbar>
      {remarks}
      {cards && layout === 'grid' ? (
        <CardGrid {...rows} {...shown} renderCard={cards.render} onOpen={cards.onOpen} />
      ) : (
        <DataTable
          {...rows}
          {...look.table}
          {...shown}
          totals={totalOf && totals !== undefined ? (column) => totalOf(column, totals) : undefined}
        />
      )}
      <Pager {...pager} />
    </>
  );
}

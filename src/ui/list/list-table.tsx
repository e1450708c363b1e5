import type { ReactNode } from 'react';
import type { ListAnswer, Selection } from '#machines/kernel/list/list.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { Toolbar } from '../page/page.tsx';
import { DataAsOf } from '../report/data-as-of.tsx';
import { ColumnSettings } from '../table/column-settings.tsx';
import { type Column, DataTable, type DataTableProps } from '../table/data-table.tsx';
import { ReloadButton } from '../table/table-buttons.tsx';
import { useTableView } from '../table/use-table-view.ts';
import { AutoRefresh } from './auto-refresh.tsx';
import { ChosenBar, isChosen } from './chosen-bar.tsx';
import { ExportCommand } from './export-command.tsx';
import { Pager } from './pager.tsx';
import type { ExportActor } from './use-export.ts';
import { useList } from './use-list.ts';

/** Columns as a file has them: it has none of what can be done with a row. */
const exportedOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ key, title, exported = key !== 'do' && key }) => (exported === false ? [] : [{ key: exported, title }]));

type Shown<Row> = Pick<
  DataTableProps<Row, number>,
  'label' | 'columns' | 'rowName' | 'rowTone' | 'onRowOpen' | 'onResetFilters' | 'canChoose' | 'empty'
>;

interface ListTableProps<Row, Filters extends object> extends Shown<Row> {
  parts: {
    list: Parameters<typeof useList<Filters, ListAnswer<Row>>>[0];
    export: ExportActor<ListQuery<Filters>>;
    tableView: Parameters<typeof useTableView<Row>>[0];
  };
  /** What the rows are, as an export names them. */
  things: string;
  /** What can be done with chosen rows. Without it none can be chosen. */
  chosenActions?: ((selection: Selection<number>, query: ListQuery<Filters>) => ReactNode) | undefined;
  /** Asks for more than the rows again; default: for the rows. */
  onReload?: () => void;
  /** At the left end of the toolbar. */
  children?: ReactNode;
}

/** The rows of a list: toolbar with export, columns and pace, table, pager. */
export function ListTable<Row extends { id: number }, Filters extends object>({
  parts,
  things,
  chosenActions,
  onReload,
  children,
  ...shown
}: ListTableProps<Row, Filters>) {
  const { query, answer, table, choosing, choice, selection, pager, refresh } = useList(parts.list);
  const look = useTableView(parts.tableView, shown.columns);
  return (
    <>
      <Toolbar
        selection={chosenActions && isChosen(choice) && <ChosenBar {...choice}>{chosenActions(selection, query)}</ChosenBar>}
        end={
          <>
            <ExportCommand exporting={parts.export} what={things} query={query} columns={exportedOf(look.drawn)} />
            <ColumnSettings {...look.settings} />
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={onReload ?? refresh} />
          </>
        }
      >
        {answer?.fresh && <DataAsOf fresh={answer.fresh} />}
        {children}
      </Toolbar>
      <DataTable {...table} {...look.table} {...shown} rowKey={({ id }) => id} {...(chosenActions && choosing)} />
      <Pager {...pager} />
    </>
  );
}

import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { TableView, TableViewEvent } from '#machines/kernel/list/table-view.machine.ts';
import { type Column, selectColumns } from './table-columns.ts';

/** A running table view of the kernel. */
interface TableViewActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { view: TableView | undefined } };
  send(event: TableViewEvent): void;
}

/** A named set of columns that a page offers. */
export interface ColumnPreset {
  key: string;
  title: string;
  /** Shown columns in order, besides the frozen ones. */
  shown: readonly string[];
}

/**
 * Connects a table view: `table` is spread into a DataTable, `settings` into ColumnSettings, `pace` into AutoRefresh; `onLayout` is for
 * pages with a picture layout. `drawn` are the shown columns in order.
 */
export function useTableView<Row>(actor: TableViewActor, columns: Column<Row>[], presets?: readonly ColumnPreset[]) {
  const saved = useSelector(actor, (state) => state.context.view);
  return useMemo(() => {
    const view: TableView = saved ?? { shown: selectColumns(columns, undefined).map(({ key }) => key), density: 'regular' };
    const onChange = (changed: TableView) => actor.send({ type: 'view.changed', view: changed });
    const onReset = () => actor.send({ type: 'view.reset' });
    return {
      view,
      drawn: selectColumns(columns, saved?.shown),
      table: {
        shown: saved?.shown,
        density: view.density,
        widths: saved?.widths,
        onWidth: (column: string, width: number) => onChange({ ...view, widths: { ...view.widths, [column]: width } }),
      },
      settings: { columns, view, presets, onChange, onReset },
      /** Undefined for the default layout. */
      layout: saved?.layout,
      onLayout: (layout: NonNullable<TableView['layout']>) => onChange({ ...view, layout }),
      pace: {
        seconds: view.autoRefresh ?? 0,
        onChoose: (autoRefresh: NonNullable<TableView['autoRefresh']>) => onChange({ ...view, autoRefresh }),
      },
    };
  }, [actor, saved, columns, presets]);
}

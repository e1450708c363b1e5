import { useMemo } from 'react';
import { type Column, selectColumns } from '#src/ui/table/table-columns.ts';
import { type ColumnPreset, useTableView } from '#src/ui/table/use-table-view.ts';

type Settings = ReturnType<typeof useTableView>['settings'];

interface PresetChoice {
  presets: readonly ColumnPreset[];
  /** The preset in the address. */
  preset: string | undefined;
  onPreset: (preset: string | undefined) => void;
}

/** The table view of a report: a preset in the address takes precedence over the saved view; changing a column leaves the preset. */
export function useReportView<Row>(actor: Parameters<typeof useTableView<Row>>[0], columns: Column<Row>[], chosen: PresetChoice) {
  const { presets, preset, onPreset } = chosen;
  const tableView = useTableView(actor, columns, presets);
  const active = presets.find(({ key }) => key === preset);
  return useMemo(() => {
    const shown = active?.shown ?? tableView.table.shown;
    const onChange: Settings['onChange'] = (changed) => {
      const { preset: chosenPreset, ...view } = changed;
      if (chosenPreset === undefined) {
        onPreset(undefined);
        tableView.settings.onChange(view);
        return;
      }
      if (chosenPreset !== active?.key) onPreset(chosenPreset);
      // Density belongs to the user; the preset only determines the columns.
      if (view.density !== tableView.view.density) tableView.settings.onChange({ ...tableView.view, density: view.density });
    };
    return {
      drawn: selectColumns(columns, shown),
      table: { ...tableView.table, shown },
      pace: tableView.pace,
      settings: {
        ...tableView.settings,
        view: active ? { ...tableView.view, shown: [...active.shown], preset: active.key } : tableView.view,
        onChange,
        onReset: () => {
          onPreset(undefined);
          tableView.settings.onReset();
        },
      },
    };
  }, [tableView, active, columns, onPreset]);
}

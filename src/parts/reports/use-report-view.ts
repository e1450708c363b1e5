import { useMemo } from 'react';
import { type Column, chosenColumns } from '#src/ui/table/table-columns.ts';
import { type ColumnPreset, useTableView } from '#src/ui/table/use-table-view.ts';

type Settings = ReturnType<typeof useTableView>['settings'];

interface Chosen {
  presets: readonly ColumnPreset[];
  /** The preset in the address. */
  preset: string | undefined;
  onPreset: (preset: string | undefined) => void;
}

/** The table view of a report: a preset in the address takes precedence over the saved view; changing a column leaves the preset. */
export function useReportView<Row>(actor: Parameters<typeof useTableView<Row>>[0], columns: Column<Row>[], chosen: Chosen) {
  const { presets, preset, onPreset } = chosen;
  const look = useTableView(actor, columns, presets);
  const active = presets.find(({ key }) => key === preset);
  return useMemo(() => {
    const shown = active?.shown ?? look.table.shown;
    const onChange: Settings['onChange'] = (changed) => {
      const { preset: chosenSet, ...view } = changed;
      if (chosenSet === undefined) {
        onPreset(undefined);
        look.settings.onChange(view);
        return;
      }
      if (chosenSet !== active?.key) onPreset(chosenSet);
      // Density belongs to the user; the preset only determines the columns.
      if (view.density !== look.view.density) look.settings.onChange({ ...look.view, density: view.density });
    };
    return {
      drawn: chosenColumns(columns, shown),
      table: { ...look.table, shown },
      pace: look.pace,
      settings: {
        ...look.settings,
        view: active ? { ...look.view, shown: [...active.shown], preset: active.key } : look.view,
        onChange,
        onReset: () => {
          onPreset(undefined);
          look.settings.onReset();
        },
      },
    };
  }, [look, active, columns, onPreset]);
}

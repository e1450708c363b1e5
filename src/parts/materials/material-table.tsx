import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { isMetric } from '#contracts/rules/metrics.ts';
import { metricPresets } from '#machines/kernel/report/metric-presets.ts';
import type { Biz, MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { ReportWarnings } from '../reports/index.ts';
import { ChosenMaterials } from './chosen-materials.tsx';
import type { LibraryParts } from './library-parts.ts';
import { useMaterialActions } from './material-actions.ts';
import { MaterialCard } from './material-card.tsx';
import { useMaterialColumns } from './material-columns.tsx';

interface Props {
  parts: LibraryParts;
  biz: Biz;
  /** The way to a new material; the first one too. */
  upload: ReactNode;
  /** Whether the reasons why files failed are shown by default. */
  showsFaults?: boolean;
}

/** The materials, as pictures or as a table. */
export function MaterialTable({ parts, biz, upload, showsFaults = false }: Props) {
  const t = useText();
  const viewer = useViewer();
  const format = useFormat();
  const { list, batch, glance, languages } = parts;
  const { nameOf: languageOf } = useDictionary(languages);
  const actions = useMaterialActions(parts);
  const { columns, metrics } = useMaterialColumns({ biz, actions, languageOf, showsFaults });
  const presets = usePresets(columns);
  const warnings = useSelector(list, (state) => state.context.answer?.fresh?.warnings);
  const mayChoose = viewer.can('material') || viewer.canOpen('/advertising/post');
  return (
    <ListTable
      parts={parts}
      label={t('materials.things')}
      things={t('materials.things')}
      columns={columns}
      presets={presets}
      rowName={({ title }) => title}
      onRowOpen={(row) => actions.canEdit(row) && actions.edit(row)}
      cards={{ render: (row) => <MaterialCard row={row} glance={glance} actions={actions} />, onOpen: actions.show }}
      totalOf={(key, totals) => {
        if (key === 'title') return t('ui.totals');
        if (key === 'used_ads') return <span className="ads-numbers">{format.number(totals.used_ads)}</span>;
        return metrics.totalOf(key, totals);
      }}
      chosenActions={
        mayChoose
          ? (selection, { filters }) => <ChosenMaterials batch={batch} biz={biz} selection={selection} filters={filters} />
          : undefined
      }
      canChooseAll={viewer.can('material')}
      remarks={<ReportWarnings warnings={warnings} />}
      empty={{ text: t('materials.empty'), action: upload }}
    >
      {upload}
    </ListTable>
  );
}

/** The usual columns with the metrics of one question. */
function usePresets(columns: Column<MaterialRow>[]) {
  const t = useText();
  return useMemo(() => {
    const base = columns.filter(({ key, defaultHidden, frozen }) => !defaultHidden && !frozen && !isMetric(key)).map(({ key }) => key);
    const known = (key: string) => columns.some((column) => column.key === key);
    return (['launch', 'recovery', 'video'] as const).map((key) => ({
      key,
      title: t(`reports.preset.${key}`),
      shown: [...base, ...metricPresets[key].filter(known)],
    }));
  }, [columns, t]);
}

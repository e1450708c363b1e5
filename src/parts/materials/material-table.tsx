import { type ReactNode, useMemo } from 'react';
import { isMetric } from '#contracts/rules/metrics.ts';
import type { Biz, MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { CardGrid } from '#src/ui/list/card-grid.tsx';
import { ChosenBar, isChosen } from '#src/ui/list/chosen-bar.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { LayoutSwitch } from '#src/ui/list/layout-switch.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { metricPresets, ReportWarnings } from '../reports/index.ts';
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
}

const NOT_EXPORTED = ['cover', 'do'];
/** A file has no more. */
const EXPORTED_MOST = 60;

/** The materials, as pictures or as a table. */
export function MaterialTable({ parts, biz, upload }: Props) {
  const t = useText();
  const viewer = useViewer();
  const { list, tableView, glance, languages } = parts;
  const format = useFormat();
  const { query, answer, table, choosing, choice, pager, refresh } = useList(list);
  const { nameOf: languageOf } = useDictionary(languages);
  const actions = useMaterialActions(parts);
  const { columns, metrics } = useMaterialColumns({ biz, actions, languageOf });
  const presets = useMemo(() => {
    const base = columns.filter(({ key, defaultHidden, frozen }) => !defaultHidden && !frozen && !isMetric(key)).map(({ key }) => key);
    const known = (key: string) => columns.some((column) => column.key === key);
    return (['launch', 'recovery', 'video'] as const).map((key) => ({
      key,
      title: t(`reports.preset.${key}`),
      shown: [...base, ...metricPresets[key].filter(known)],
    }));
  }, [columns, t]);
  const look = useTableView(tableView, columns, presets);
  const totals = answer?.totals;
  const totalOf = (key: string) => {
    if (key === 'title') return t('ui.totals');
    if (key === 'used_ads') return <span className="ads-numbers">{format.number(totals?.used_ads ?? null)}</span>;
    return metrics.totalOf(key, totals);
  };
  const layout = look.layout ?? 'grid';
  const mayChoose = viewer.can('material') || viewer.canOpen('/advertising/post');

  const shown = {
    ...table,
    ...choosing,
    onChoose: mayChoose ? choosing.onChoose : undefined,
    label: t('materials.things'),
    rowKey: (row: MaterialRow) => row.id,
    rowName: (row: MaterialRow) => row.title,
    empty: { text: t('materials.empty'), action: upload },
  };
  return (
    <>
      <Toolbar
        selection={
          isChosen(choice) && (
            <ChosenBar {...choice} allowAll={viewer.can('material')}>
              <ChosenMaterials parts={parts} biz={biz} chosen={choosing.chosen} isAll={choosing.allChosen} />
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand
              exporting={parts.export}
              what={t('materials.things')}
              query={query}
              columns={look.drawn.filter(({ key }) => !NOT_EXPORTED.includes(key)).slice(0, EXPORTED_MOST)}
            />
            <LayoutSwitch layout={layout} onLayout={look.onLayout} />
            {layout === 'table' && <ColumnSettings {...look.settings} />}
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        {upload}
        {answer?.fresh && <DataAsOf fresh={answer.fresh} />}
      </Toolbar>
      <ReportWarnings warnings={answer?.fresh?.warnings} />
      {layout === 'grid' ? (
        <CardGrid<MaterialRow>
          {...shown}
          onOpen={actions.show}
          renderCard={(row) => <MaterialCard row={row} glance={glance} actions={actions} />}
        />
      ) : (
        <DataTable<MaterialRow>
          {...shown}
          {...look.table}
          columns={columns}
          totals={totals && totalOf}
          onRowOpen={(row) => actions.canEdit(row) && actions.edit(row)}
        />
      )}
      <Pager {...pager} />
    </>
  );
}

import type { ReactNode } from 'react';
import type { Biz, MaterialRow } from '#machines/kernel/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AutoRefresh } from '#src/ui/auto-refresh.tsx';
import { CardGrid } from '#src/ui/card-grid.tsx';
import { ChosenBar, isChosen } from '#src/ui/chosen-bar.tsx';
import { ColumnSettings } from '#src/ui/column-settings.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { ExportCommand } from '#src/ui/export-command.tsx';
import { LayoutSwitch } from '#src/ui/layout-switch.tsx';
import { Toolbar } from '#src/ui/page.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { ReloadButton } from '#src/ui/table-buttons.tsx';
import { useDictionary } from '#src/ui/use-dictionary.ts';
import { useList } from '#src/ui/use-list.ts';
import { useTableView } from '#src/ui/use-table-view.ts';
import { useViewer } from '#src/ui/viewer.tsx';
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

/** The materials, as pictures or as a table. */
export function MaterialTable({ parts, biz, upload }: Props) {
  const t = useText();
  const viewer = useViewer();
  const { list, tableView, glance, languages } = parts;
  const { query, table, choosing, choice, pager, refresh } = useList(list);
  const { nameOf: languageOf } = useDictionary(languages);
  const actions = useMaterialActions(parts);
  const columns = useMaterialColumns({ biz, actions, languageOf });
  const look = useTableView(tableView, columns);
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
              columns={look.drawn.filter(({ key }) => !NOT_EXPORTED.includes(key))}
            />
            <LayoutSwitch layout={layout} onLayout={look.onLayout} />
            {layout === 'table' && <ColumnSettings {...look.settings} />}
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        {upload}
      </Toolbar>
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
          onRowOpen={(row) => actions.canEdit(row) && actions.edit(row)}
        />
      )}
      <Pager {...pager} />
    </>
  );
}

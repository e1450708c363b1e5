import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { {{thing}}Export, {{thing}}List, {{thing}}TableView } from '#machines/{{name}}-management/{{name}}-management.machine.ts';
import { type {{Thing}}Row, {{thing}}Draft } from '#machines/{{name}}-management/{{name}}-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ColumnSettings } from '#src/ui/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/data-table.tsx';
import { ExportCommand } from '#src/ui/export-command.tsx';
import { NameText } from '#src/ui/name-text.tsx';
import { Toolbar } from '#src/ui/page.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { RowActions } from '#src/ui/row-actions.tsx';
import { ReloadButton } from '#src/ui/table-buttons.tsx';
import { chosenColumns } from '#src/ui/table-columns.ts';
import { useList } from '#src/ui/use-list.ts';

interface Props {
  list: ActorRefFrom<typeof {{thing}}List>;
  tableView: ActorRefFrom<typeof {{thing}}TableView>;
  download: ActorRefFrom<typeof {{thing}}Export>;
  onCreate: () => void;
  onEdit: (draft: ReturnType<typeof {{thing}}Draft>) => void;
  onDelete: (row: {{Thing}}Row) => void;
}

export function {{Thing}}Table({ list, tableView, download, onCreate, onEdit, onDelete }: Props) {
  const t = useText();
  const format = useFormat();
  const { query, table, pager, refresh } = useList(list);
  const wanted = useSelector(tableView, (state) => state.context.view);

  const columns = useMemo(
    (): Column<{{Thing}}Row>[] => [
      {
        key: 'name',
        title: t('{{thing}}.name'),
        width: 200,
        frozen: true,
        sortable: true,
        render: (row) => <NameText text={row.name} onOpen={() => onEdit({{thing}}Draft(row))} />,
      },
      { key: 'remark', title: t('{{thing}}.remark'), render: (row) => <NameText text={row.remark ?? ''} /> },
      {
        key: 'created_at',
        title: t('{{thing}}.createdAt'),
        width: 160,
        sortable: true,
        defaultHidden: true,
        render: (row) => format.instant(row.created_at),
      },
      {
        key: 'updated_at',
        title: t('{{thing}}.updatedAt'),
        width: 160,
        sortable: true,
        render: (row) => format.instant(row.updated_at),
      },
      {
        key: 'do',
        title: t('{{thing}}.do'),
        width: 128,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.name}
            actions={[
              { key: 'edit', text: t('{{thing}}.edit'), onRun: () => onEdit({{thing}}Draft(row)) },
              { key: 'delete', text: t('{{thing}}.delete'), danger: true, onRun: () => onDelete(row) },
            ]}
          />
        ),
      },
    ],
    [t, format, onEdit, onDelete],
  );

  const view = wanted ?? { shown: chosenColumns(columns, undefined).map(({ key }) => key), density: 'regular' as const };
  return (
    <>
      <Toolbar
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('{{thing}}.title')}
              query={query}
              columns={chosenColumns(columns, view.shown).filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings
              columns={columns}
              view={view}
              onChange={(changed) => tableView.send({ type: 'view.changed', view: changed })}
              onReset={() => tableView.send({ type: 'view.reset' })}
            />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable
        {...table}
        label={t('{{thing}}.title')}
        columns={columns}
        shown={wanted?.shown}
        density={view.density}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        empty={{
          text: t('{{thing}}.empty'),
          action: (
            <Button type="primary" onClick={onCreate}>
              {t('{{thing}}.create')}
            </Button>
          ),
        }}
      />
      <Pager {...pager} />
    </>
  );
}

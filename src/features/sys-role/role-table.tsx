import { Button } from '@arco-design/web-react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { roleExport, roleList, roleTableView } from '#machines/role-management/role-management.machine.ts';
import { type RoleRow, roleDraft } from '#machines/role-management/role-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AutoRefresh } from '#src/ui/auto-refresh.tsx';
import { ColumnSettings } from '#src/ui/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/data-table.tsx';
import { ExportCommand } from '#src/ui/export-command.tsx';
import { NameText } from '#src/ui/name-text.tsx';
import { Toolbar } from '#src/ui/page.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { RowActions } from '#src/ui/row-actions.tsx';
import { PlainTag } from '#src/ui/status-tag.tsx';
import { ReloadButton } from '#src/ui/table-buttons.tsx';
import { TagLine } from '#src/ui/tag-line.tsx';
import { useList } from '#src/ui/use-list.ts';
import { useTableView } from '#src/ui/use-table-view.ts';

interface Props {
  list: ActorRefFrom<typeof roleList>;
  download: ActorRefFrom<typeof roleExport>;
  tableView: ActorRefFrom<typeof roleTableView>;
  onCreate: () => void;
  onEdit: (draft: ReturnType<typeof roleDraft>) => void;
  onCopy: (role: RoleRow) => void;
  onMembers: (role: RoleRow) => void;
  onDelete: (role: RoleRow) => void;
}

export function RoleTable({ list, download, tableView, onCreate, onEdit, onCopy, onMembers, onDelete }: Props) {
  const t = useText();
  const format = useFormat();
  const { query, answer, table, pager, refresh } = useList(list);

  const columns = useMemo(
    (): Column<RoleRow>[] => [
      {
        key: 'name',
        title: t('role.name'),
        width: 160,
        frozen: true,
        sortable: true,
        render: (role) => <NameText text={role.name} onOpen={() => onEdit(roleDraft(role))} />,
      },
      { key: 'remark', title: t('role.remark'), render: (role) => <NameText text={role.remark ?? ''} /> },
      { key: 'pages', title: t('role.pages'), width: 96, align: 'right', render: (role) => format.number(role.paths.length) },
      {
        key: 'actions',
        title: t('role.actions'),
        width: 240,
        render: (role) => <TagLine tags={role.actions.map((action) => ({ key: action, text: t(`role.action.${action}`) }))} shown={3} />,
      },
      {
        key: 'users',
        title: t('role.users'),
        width: 96,
        align: 'right',
        sortable: true,
        render: (role) => (
          <button type="button" className="ads-link-button" onClick={() => onMembers(role)}>
            {format.number(role.users)}
          </button>
        ),
      },
      {
        key: 'is_builtin',
        title: t('role.kind'),
        width: 96,
        render: (role) => <PlainTag text={t(role.is_builtin ? 'role.builtin' : 'role.own')} />,
      },
      { key: 'updated_at', title: t('role.updatedAt'), width: 170, sortable: true, render: (role) => format.instant(role.updated_at) },
      {
        key: 'do',
        title: t('role.do'),
        width: 190,
        frozen: 'right',
        render: (role) => (
          <RowActions
            subject={role.name}
            inline={2}
            actions={[
              { key: 'edit', text: t('role.edit'), onRun: () => onEdit(roleDraft(role)) },
              { key: 'members', text: t('role.members'), onRun: () => onMembers(role) },
              { key: 'copy', text: t('role.copy'), onRun: () => onCopy(role) },
              {
                key: 'delete',
                text: t('role.delete'),
                danger: true,
                refusal: role.is_builtin ? t('role.builtinStays') : undefined,
                onRun: () => onDelete(role),
              },
            ]}
          />
        ),
      },
    ],
    [t, format, onEdit, onCopy, onMembers, onDelete],
  );

  const look = useTableView(tableView, columns);
  const onlyBuiltin = answer !== undefined && answer.rows.length > 0 && answer.rows.every((role) => role.is_builtin);
  return (
    <>
      <Toolbar
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('role.things')}
              query={query}
              columns={look.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...look.settings} />
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        {onlyBuiltin && query.filters.keyword === undefined && <span className="ads-quiet">{t('role.onlyBuiltin')}</span>}
      </Toolbar>
      <DataTable
        {...table}
        {...look.table}
        label={t('role.title')}
        columns={columns}
        rowKey={(role) => role.id}
        rowName={(role) => role.name}
        onRowOpen={(role) => onEdit(roleDraft(role))}
        empty={{
          text: t('role.empty'),
          action: (
            <Button type="primary" onClick={onCreate}>
              {t('role.create')}
            </Button>
          ),
        }}
      />
      <Pager {...pager} />
    </>
  );
}

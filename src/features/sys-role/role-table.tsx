import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { roleActionWords, roleColumnWords, roleKindWords } from '#contracts/vocabulary/roles.ts';
import type { RoleManagement } from '#machines/sys-role/role-management.machine.ts';
import { type RoleRow, roleDraft } from '#machines/sys-role/role-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';

const ACTIONS_WIDTH = 240;

interface Props {
  parts: Pick<PartsOf<RoleManagement>, 'list' | 'export' | 'tableView'>;
  onCreate: () => void;
  onEdit: (draft: ReturnType<typeof roleDraft>) => void;
  onCopy: (role: RoleRow) => void;
  onMembers: (role: RoleRow) => void;
  onDelete: (role: RoleRow) => void;
}

export function RoleTable({ parts, onCreate, onEdit, onCopy, onMembers, onDelete }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { query, answer } = useSelector(parts.list, (state) => state.context);

  const columns = useMemo(
    (): Column<RoleRow>[] => [
      {
        key: 'name',
        title: w(roleColumnWords.name),
        width: 160,
        frozen: true,
        sortable: true,
        render: (role) => <NameText text={role.name} onOpen={() => onEdit(roleDraft(role))} />,
      },
      { key: 'remark', title: w(roleColumnWords.remark), render: (role) => <NameText text={role.remark ?? ''} /> },
      { key: 'pages', title: w(roleColumnWords.pages), width: 96, align: 'right', render: (role) => format.number(role.paths.length) },
      {
        key: 'actions',
        title: w(roleColumnWords.actions),
        width: ACTIONS_WIDTH,
        render: (role) => (
          <TagLine
            tags={role.actions.map((action) => ({ key: action, text: w(roleActionWords[action]) }))}
            shown={3}
            room={ACTIONS_WIDTH}
          />
        ),
      },
      {
        key: 'users',
        title: w(roleColumnWords.users),
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
        title: w(roleColumnWords.is_builtin),
        width: 96,
        render: (role) => <PlainTag text={w(roleKindWords[role.is_builtin ? 'builtin' : 'own'])} />,
      },
      {
        key: 'updated_at',
        title: w(roleColumnWords.updated_at),
        width: 170,
        sortable: true,
        render: (role) => format.instant(role.updated_at),
      },
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
    [t, w, format, onEdit, onCopy, onMembers, onDelete],
  );

  const isOnlyBuiltin = answer !== undefined && answer.rows.length > 0 && answer.rows.every((role) => role.is_builtin);
  return (
    <ListTable
      parts={parts}
      label={t('role.title')}
      things={t('role.things')}
      columns={columns}
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
    >
      {isOnlyBuiltin && query.filters.keyword === undefined && <span className="ads-quiet">{t('role.onlyBuiltin')}</span>}
    </ListTable>
  );
}

import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { DEPARTMENT_DEPTH_MAX } from '#contracts/rules/people-limits.ts';
import type { departmentList, dragPlan } from '#machines/sys-department/department-management.machine.ts';
import { type Department, filterDepartments, flatten } from '#machines/sys-department/department-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';

interface Props {
  list: ActorRefFrom<typeof departmentList>;
  planning: ActorRefFrom<typeof dragPlan>;
  folded: readonly number[];
  selected: number | undefined;
  onFold: (id: number) => void;
  onSelect: (department: Department) => void;
  onCreate: (parent: Department) => void;
  onEdit: (department: Department) => void;
  onMove: (department: Department) => void;
  onDrag: (department: Department, parentId: number) => void;
  onLeaders: (department: Department) => void;
  onDelete: (department: Department) => void;
}

export function DepartmentTable(props: Props) {
  const { list, planning, folded, selected, onFold, onSelect, onCreate, onEdit, onMove, onDrag, onLeaders, onDelete } = props;
  const t = useText();
  const format = useFormat();
  const { query, answer, table, refresh } = useList(list);
  const isPlanning = useSelector(planning, (state) => state.hasTag('writing'));
  const { keyword } = query.filters;

  const all = useMemo(() => new Map(flatten(answer?.rows ?? []).map((department) => [department.id, department])), [answer]);
  const shown = useMemo(() => answer && filterDepartments(answer.rows, keyword ?? ''), [answer, keyword]);
  const expanded = useMemo(() => [...all.keys()].filter((id) => !folded.includes(id)), [all, folded]);

  const columns = useMemo(
    (): Column<Department>[] => [
      { key: 'name', title: t('department.name'), width: 200, frozen: true, render: ({ name }) => <NameText text={name} /> },
      {
        key: 'leaders',
        title: t('department.leaders'),
        render: ({ leaders }) => <NameText text={leaders.map(({ label }) => label).join(t('department.comma'))} />,
      },
      {
        key: 'members',
        title: t('department.members'),
        width: 112,
        align: 'right',
        render: ({ member_count, subtree_count }) => `${format.number(member_count)} / ${format.number(subtree_count)}`,
        leadsTo: ({ id, subtree_count }) => (subtree_count > 0 ? `/sys/accounts?department_id=${id}` : undefined),
      },
      { key: 'sort', title: t('department.sort'), width: 64, align: 'right', render: ({ sort }) => format.number(sort) },
      {
        key: 'created_at',
        title: t('department.createdAt'),
        width: 156,
        render: ({ created_at }) => <span className="ads-numbers">{format.instant(created_at)}</span>,
      },
      {
        key: 'do',
        title: t('department.do'),
        width: actionsWidth(t('department.createBelow'), t('department.edit'), t('ui.more')),
        frozen: 'right',
        render: (department) => {
          const isRoot = department.parent_id === null;
          const isOccupied = department.children.length > 0 || department.member_count > 0;
          return (
            <RowActions
              subject={department.name}
              inline={2}
              actions={[
                {
                  key: 'create',
                  text: t('department.createBelow'),
                  refusal: department.depth >= DEPARTMENT_DEPTH_MAX ? t('department.tooDeep', { max: DEPARTMENT_DEPTH_MAX }) : undefined,
                  onRun: () => onCreate(department),
                },
                { key: 'edit', text: t('department.edit'), onRun: () => onEdit(department) },
                {
                  key: 'move',
                  text: t('department.move'),
                  refusal: isRoot ? t('department.rootStays') : undefined,
                  onRun: () => onMove(department),
                },
                { key: 'leaders', text: t('department.setLeaders'), onRun: () => onLeaders(department) },
                {
                  key: 'delete',
                  text: t('department.delete'),
                  danger: true,
                  refusal: isRoot
                    ? t('department.rootRemains')
                    : isOccupied
                      ? t('department.notEmpty', { children: department.children.length, members: department.member_count })
                      : undefined,
                  onRun: () => onDelete(department),
                },
              ]}
            />
          );
        },
      },
    ],
    [t, format, onCreate, onEdit, onMove, onLeaders, onDelete],
  );

  const [root] = answer?.rows ?? [];
  const isOnlyRoot = root !== undefined && all.size === 1;
  return (
    <>
      <Toolbar end={<ReloadButton onReload={refresh} />}>
        {isOnlyRoot ? (
          <>
            <span>{t('department.onlyRoot')}</span>
            <Button size="small" onClick={() => onCreate(root)}>
              {t('department.createBelow')}
            </Button>
          </>
        ) : (
          <span className="ads-departments-hint">{t('department.dragHint')}</span>
        )}
      </Toolbar>
      <DataTable
        {...table}
        label={t('department.title')}
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        total={all.size}
        busy={table.busy || isPlanning}
        expanded={expanded}
        onToggle={onFold}
        onRowClick={onSelect}
        current={selected}
        tree={{
          childrenOf: ({ children }) => children,
          drag: {
            canDrag: ({ parent_id }) => parent_id !== null && !isPlanning,
            // All other targets are checked by the server, which explains its refusal.
            canDrop: (dragged, target) => all.get(dragged)?.parent_id !== target,
            onDrop: (dragged, target) => {
              const department = all.get(dragged);
              if (department) onDrag(department, target);
            },
          },
        }}
        empty={{ text: t('department.empty') }}
      />
    </>
  );
}

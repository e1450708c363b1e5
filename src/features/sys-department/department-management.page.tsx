import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { departmentFilters } from '#contracts/vocabulary/departments.ts';
import type { DepartmentManagement } from '#machines/sys-department/department-management.machine.ts';
import { blankDepartment, type Department, departmentDraft, departmentQuery, flatten } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ListPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { DepartmentDeletionDialog } from './department-deletion-dialog.tsx';
import { DepartmentDrawer } from './department-drawer.tsx';
import { DepartmentMembers } from './department-members.tsx';
import { DepartmentTable } from './department-table.tsx';
import { LeaderDrawer } from './leader-drawer.tsx';
import { MoveDialogs } from './move-dialogs.tsx';
import { MoveDrawer } from './move-drawer.tsx';
import './department.css';

type DepartmentParts = PartsOf<DepartmentManagement>;

const NO_DEPARTMENTS: Department[] = [];

export function DepartmentManagementPage({ page }: { page: DepartmentManagement }) {
  const t = useText();
  return (
    <ListPage
      page={page}
      query={departmentQuery}
      title={t('department.title')}
      actions={(parts) => <CreateButton {...parts} />}
      filters={({ list }) => <VocabularyFilterLine vocabulary={departmentFilters} list={list} pickers={{}} />}
    >
      {(parts) => <Departments {...parts} />}
    </ListPage>
  );
}

/** All departments, parents first, and the selected one. */
function useDepartments({ list, tree }: Pick<DepartmentParts, 'list' | 'tree'>) {
  const roots = useSelector(list, (state) => state.context.answer?.rows ?? NO_DEPARTMENTS);
  const selected = useSelector(tree, (state) => state.context.selected);
  const departments = useMemo(() => flatten(roots), [roots]);
  return { roots, departments, current: departments.find(({ id }) => id === selected) };
}

function createBelow({ form, tree }: Pick<DepartmentParts, 'form' | 'tree'>, parent: Department | undefined) {
  // Expands the parent, so that a new department is visible.
  if (parent && tree.getSnapshot().context.folded.includes(parent.id)) tree.send({ type: 'department.folded', id: parent.id });
  form.send({ type: 'form.opened', draft: { values: { ...blankDepartment, parent_id: parent?.id }, subject: undefined } });
}

function CreateButton(parts: DepartmentParts) {
  const t = useText();
  const { roots, current } = useDepartments(parts);
  return (
    <ActionButton
      action="create"
      type="primary"
      icon={<IconPlus />}
      disabled={roots.length === 0}
      onClick={() => createBelow(parts, current ?? roots[0])}
    >
      {t('department.create')}
    </ActionButton>
  );
}

function Departments(parts: DepartmentParts) {
  const { list, form, moveForm, dragPlan, move, leaderForm, deletion, members, assets, tree } = parts;
  const { roots, departments, current } = useDepartments(parts);
  const folded = useSelector(tree, (state) => state.context.folded);

  const select = (id: number) => tree.send({ type: 'department.selected', id });
  const openLeaders = (department: Department) => {
    // Selects the department, because panel and drawer show the same members.
    select(department.id);
    leaderForm.send({
      type: 'form.opened',
      draft: { values: { user_ids: department.leaders.map(({ id }) => id) }, subject: { id: department.id, name: department.name } },
    });
  };

  return (
    <>
      <div className="ads-departments">
        <div className="ads-departments-body">
          <div className="ads-departments-tree">
            <DepartmentTable
              list={list}
              planning={dragPlan}
              folded={folded}
              selected={current?.id}
              onFold={(id) => tree.send({ type: 'department.folded', id })}
              onSelect={({ id }) => select(id)}
              onCreate={(parent) => createBelow(parts, parent)}
              onEdit={(department) => form.send({ type: 'form.opened', draft: departmentDraft(department) })}
              onMove={({ id, name, parent_id, sort }) =>
                moveForm.send({
                  type: 'form.opened',
                  draft: { values: { parent_id: parent_id ?? undefined, sort }, subject: { id, name } },
                })
              }
              onDrag={({ id, name, sort }, parentId) =>
                dragPlan.send({ type: 'command.runRequested', subject: { id, name, parentId, sort } })
              }
              onLeaders={openLeaders}
              onDelete={(department) => deletion.send({ type: 'command.requested', subject: department })}
            />
          </div>
          <DepartmentMembers members={members} assets={assets} department={current} onLeaders={openLeaders} />
        </div>
      </div>
      <DepartmentDrawer form={form} tree={roots} />
      <MoveDrawer form={moveForm} tree={roots} />
      <MoveDialogs plan={dragPlan} move={move} departments={departments} />
      <LeaderDrawer form={leaderForm} members={members} />
      <DepartmentDeletionDialog deletion={deletion} />
    </>
  );
}

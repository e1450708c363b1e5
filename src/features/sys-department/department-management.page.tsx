import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { departmentFilters } from '#contracts/vocabulary/departments.ts';
import type { DepartmentManagement } from '#machines/sys-department/department-management.machine.ts';
import { blankDepartment, type Department, departmentDraft, flattened } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { DepartmentDeletionDialog } from './department-deletion-dialog.tsx';
import { DepartmentDrawer } from './department-drawer.tsx';
import { DepartmentMembers } from './department-members.tsx';
import { DepartmentTable } from './department-table.tsx';
import { LeaderDrawer } from './leader-drawer.tsx';
import { MoveDialogs } from './move-dialogs.tsx';
import { MoveDrawer } from './move-drawer.tsx';
import './department.css';

const NO_DEPARTMENTS: Department[] = [];

export function DepartmentManagementPage({ page }: { page: DepartmentManagement }) {
  const t = useText();
  const { list, form, moveForm, dragPlan, move, leaderForm, deletion, members } = useSelector(page, (state) => state.children);
  const { folded, selected } = useSelector(page, (state) => state.context);
  const query = useSelector(list, (state) => state?.context.query);
  const tree = useSelector(list, (state) => state?.context.answer?.rows ?? NO_DEPARTMENTS);
  const departments = useMemo(() => flattened(tree), [tree]);
  if (!list || !form || !moveForm || !dragPlan || !move || !leaderForm || !deletion || !members || !query) return null;

  const current = departments.find(({ id }) => id === selected);
  const select = (id: number) => page.send({ type: 'department.selected', id });
  const create = (parent: Department | undefined) => {
    // What is made must not vanish in a folded parent.
    if (parent && folded.includes(parent.id)) page.send({ type: 'department.folded', id: parent.id });
    form.send({ type: 'form.opened', draft: { values: { ...blankDepartment, parent_id: parent?.id }, subject: undefined } });
  };
  const appoint = (department: Department) => {
    // The panel and the drawer show the same people: those of the department selected.
    select(department.id);
    leaderForm.send({
      type: 'form.opened',
      draft: { values: { user_ids: department.leaders.map(({ id }) => id) }, subject: { id: department.id, name: department.name } },
    });
  };

  return (
    <Page
      title={t('department.title')}
      actions={
        <Button type="primary" icon={<IconPlus />} disabled={tree.length === 0} onClick={() => create(current ?? tree[0])}>
          {t('department.create')}
        </Button>
      }
      filters={<VocabularyFilterLine vocabulary={departmentFilters} list={list} pickers={{}} />}
    >
      <div className="ads-departments">
        <div className="ads-departments-body">
          <div className="ads-departments-tree">
            <DepartmentTable
              list={list}
              planning={dragPlan}
              folded={folded}
              selected={current?.id}
              onFold={(id) => page.send({ type: 'department.folded', id })}
              onSelect={({ id }) => select(id)}
              onCreate={create}
              onEdit={(department) => form.send({ type: 'form.opened', draft: departmentDraft(department) })}
              onMove={({ id, name, parent_id, sort }) =>
                moveForm.send({
                  type: 'form.opened',
                  draft: { values: { parent_id: parent_id ?? undefined, sort }, subject: { id, name } },
                })
              }
              onDrag={({ id, name, sort }, parentId) => dragPlan.send({ type: 'command.ordered', subject: { id, name, parentId, sort } })}
              onLeaders={appoint}
              onDelete={(department) => deletion.send({ type: 'command.requested', subject: department })}
            />
          </div>
          <DepartmentMembers members={members} department={current} onLeaders={appoint} />
        </div>
      </div>
      <DepartmentDrawer form={form} tree={tree} />
      <MoveDrawer form={moveForm} tree={tree} />
      <MoveDialogs plan={dragPlan} move={move} departments={departments} />
      <LeaderDrawer form={leaderForm} members={members} />
      <DepartmentDeletionDialog deletion={deletion} />
    </Page>
  );
}

import { fromPromise } from 'xstate';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import {
  departmentAssets,
  departmentDeletion,
  departmentForm,
  departmentManagementMachine,
  departmentMembers,
  dragPlan,
  leaderForm,
  move,
  moveForm,
} from '#machines/sys-department/department-management.machine.ts';
import { flatten, type MovePlan } from '#machines/sys-department/department-rules.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import {
  createDepartment,
  deleteDepartment,
  departmentTree,
  editDepartment,
  departmentAssets as loadAssets,
  moveDepartment,
  setDepartmentLeaders,
} from '#src/services/departments.service.ts';
import { simpleUsers } from '#src/services/users.service.ts';

type Place = Omit<MovePlan, 'changes'>;

const loadPlan = async ({ id, name, parentId, sort }: Place): Promise<MovePlan> => {
  const { visibility_changes: changes } = await moveDepartment({ id, parent_id: parentId, sort, dry_run: true });
  return { id, name, parentId, sort, changes };
};

const form = departmentForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key } }) => {
      const name = values.name.trim();
      const sort = values.sort ?? 0;
      const asking = subject
        ? editDepartment({ id: subject.id, name, sort, idempotency_key: key }).then(() => ({ id: subject.id }))
        : createDepartment({ name, sort, parent_id: values.parent_id ?? 0, idempotency_key: key });
      return toSaveOutcome(asking, {
        fields: ['name', 'parent_id', 'sort'],
        fieldOf: { DUPLICATE: 'name', DEPT_TOO_DEEP: 'parent_id' },
      });
    }),
  },
});

/** Provides department management with all actors. */
export const departmentManagement = listPageWith(departmentManagementMachine, {
  path: '/sys/department',
  rows: async (_, signal) => {
    const { list } = await departmentTree({}, signal);
    return { list, total: flatten(list).length };
  },
  parts: {
    form,
    moveForm: moveForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject } }) =>
          toSaveOutcome(
            loadPlan({ id: subject?.id ?? 0, name: subject?.name ?? '', parentId: values.parent_id ?? 0, sort: values.sort ?? 0 }),
            {
              fields: ['parent_id', 'sort'],
              fieldOf: { DEPT_CYCLE: 'parent_id', DEPT_TOO_DEEP: 'parent_id', DUPLICATE: 'parent_id' },
            },
          ),
        ),
      },
    }),
    dragPlan: dragPlan.provide({ actors: { run: fromPromise(({ input }) => loadPlan(input.subject)) } }),
    move: move.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) => moveDepartment({ id: subject.id, parent_id: subject.parentId, sort: subject.sort })),
      },
    }),
    leaderForm: leaderForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) => {
          const id = subject?.id ?? 0;
          return toSaveOutcome(
            setDepartmentLeaders({ id, user_ids: values.user_ids, idempotency_key: key }).then(() => ({ id })),
            { fields: ['user_ids'] },
          );
        }),
      },
    }),
    deletion: departmentDeletion.provide({
      actors: { run: fromPromise(({ input }) => deleteDepartment({ id: input.subject.id })) },
    }),
    assets: departmentAssets.provide({
      actors: { loadDetail: fromPromise(async ({ input, signal }) => (await loadAssets({ id: input.subject.id }, signal)).list) },
    }),
    members: departmentMembers.provide({
      actors: {
        loadDetail: fromPromise(
          async ({ input, signal }) =>
            (await simpleUsers({ department_id: input.subject.id, direct: true, include_disabled: true }, signal)).list,
        ),
      },
    }),
  },
});

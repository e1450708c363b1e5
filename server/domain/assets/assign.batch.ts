import { assignAssets } from '#contracts/endpoints/asset-assigning.ts';
import { type BatchType, requireExpected } from '../batches/index.ts';
import type { AssetType } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { requireLockedAsset } from './asset-access.ts';
import {
  type Assignment,
  endAssignmentRows,
  findAssignableDepartments,
  findAssignableUsers,
  insertAssignment,
  loadAssignments,
  loadSortedNames,
} from './assign.repository.ts';
import { type AssignParams, planReassignment } from './assign.rules.ts';

/** Refuses, at their fields, users and departments that cannot be assigned to. Removal is not checked, because users may have left. */
export async function requireAssignable(
  context: { db: Parameters<typeof findAssignableUsers>[0]; caller: Parameters<typeof findAssignableUsers>[1] },
  { mode, user_ids, department_ids, primary_user_id }: AssignParams,
): Promise<void> {
  if (mode === 'remove') return;
  const { db, caller } = context;
  const users = await findAssignableUsers(db, caller, [...user_ids, ...(primary_user_id === null ? [] : [primary_user_id])]);
  const wrongUser = user_ids.findIndex((id) => !users.has(id));
  if (wrongUser >= 0) throw refuseField(`user_ids.${wrongUser}`, 'exists');
  if (primary_user_id !== null && !users.has(primary_user_id)) throw refuseField('primary_user_id', 'exists');
  const departments = await findAssignableDepartments(db, caller, department_ids);
  const wrongDepartment = department_ids.findIndex((id) => !departments.has(id));
  if (wrongDepartment >= 0) throw refuseField(`department_ids.${wrongDepartment}`, 'exists');
}

type Assignees = Pick<AssignParams, 'user_ids' | 'department_ids' | 'primary_user_id'>;

const sortNumbers = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

/** Who an asset is assigned to, in an order that can be compared. */
const toAssignees = (rows: readonly Assignment[]): Assignees => ({
  user_ids: sortNumbers(rows.flatMap((row) => row.user_id ?? [])),
  department_ids: sortNumbers(rows.flatMap((row) => row.department_id ?? [])),
  primary_user_id: rows.find((row) => row.is_primary)?.user_id ?? null,
});

/** Assigns the users of assets and the primary user of ad accounts. Ended assignments are kept as history. */
export const assignBatch: BatchType<AssignParams, object> = {
  type: 'assign',
  targetType: 'ad_account',
  access: assignAssets.access,
  action: 'asset',
  effect: 'database',
  retryable: true,
  async run(context, item) {
    const { db, caller, now } = context;
    if (item.targetId === null) throw refuse('NOT_FOUND');
    const type = item.targetType as AssetType;
    const asset = await requireLockedAsset(db, caller, type, item.targetId);
    const current = await loadAssignments(db, type, asset.id);
    if (item.expected !== null) requireExpected(item.expected, { assigned: toAssignees(current) });
    await requireAssignable(context, item.params);
    const change = planReassignment(current, item.params);
    if (change.ended.length + change.users.length + change.departments.length === 0) return { outcome: 'skipped', reason: 'NO_CHANGE' };
    await endAssignmentRows(db, change.ended, now);
    for (const user of change.users) {
      await insertAssignment(
        db,
        { asset_type: type, asset_id: asset.id, user_id: user.id, is_primary: user.is_primary },
        { now, by: caller.userId },
      );
    }
    for (const department_id of change.departments) {
      await insertAssignment(db, { asset_type: type, asset_id: asset.id, department_id }, { now, by: caller.userId });
    }
    const describe = async (rows: typeof current) => ({
      users: await loadSortedNames(
        db,
        'sys_user',
        rows.flatMap((row) => row.user_id ?? []),
      ),
      departments: await loadSortedNames(
        db,
        'sys_department',
        rows.flatMap((row) => row.department_id ?? []),
      ),
      primary:
        (
          await loadSortedNames(
            db,
            'sys_user',
            rows.flatMap((row) => (row.is_primary ? (row.user_id ?? []) : [])),
          )
        )[0] ?? null,
    });
    const changed = await loadAssignments(db, type, asset.id);
    const [before, after] = [await describe(current), await describe(changed)];
    context.audit({ targetType: type, targetId: asset.id, targetLabel: asset.name, summary: { codes: ['assign'] }, before, after });
    return {
      outcome: 'succeeded',
      before: { ...before, assigned: toAssignees(current) },
      after: { ...after, assigned: toAssignees(changed) },
    };
  },
  invert({ before, after }) {
    // Changes from before this was recorded hold names only.
    if (before.assigned === undefined) return null;
    const { user_ids, department_ids, primary_user_id } = before.assigned as Assignees;
    const { primary_user_id: primary } = after.assigned as Assignees;
    // Who is primary and stays assigned cannot stop being primary without a successor.
    if (primary_user_id === null && primary !== null && user_ids.includes(primary)) return null;
    return { params: { mode: 'replace', user_ids, department_ids, primary_user_id } satisfies AssignParams };
  },
};

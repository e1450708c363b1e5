import type { RoleRow as WholeRoleRow } from '#contracts/endpoints/roles.ts';
import { NAME_MAX, REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { type RoleAction, roleFilters, roleSortable } from '#contracts/vocabulary/roles.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import { faultsIn, firstFault, required, stringMaximum, stringRange } from '../kernel/form/field-rules.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type RoleRow = Pick<
  WholeRoleRow,
  'id' | 'version' | 'name' | 'remark' | 'paths' | 'actions' | 'users' | 'is_builtin' | 'updated_at'
>;

export interface RoleValues {
  name: string;
  remark: string;
  paths: string[];
  actions: RoleAction[];
}

export const blankRole: RoleValues = { name: '', remark: '', paths: [], actions: [] };

export const roleQuery = vocabularyQuery(roleFilters, roleSortable);

export type RoleFilters = ReturnType<typeof roleQuery.read>['filters'];

const nameFault = (name: string) => firstFault(name, required, stringRange(1, NAME_MAX));

export const checkRole = ({ name, remark }: RoleValues): FieldFaults<RoleValues> =>
  faultsIn<RoleValues>({ name: nameFault(name), remark: firstFault(remark, stringMaximum(REMARK_MAX)) });

export interface CopyValues {
  name: string;
}

export const checkCopy = ({ name }: CopyValues): FieldFaults<CopyValues> => faultsIn<CopyValues>({ name: nameFault(name) });

export const roleDraft = (role: RoleRow) => ({
  values: { name: role.name, remark: role.remark ?? '', paths: role.paths, actions: role.actions },
  subject: { id: role.id, version: role.version },
});

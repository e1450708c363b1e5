import type { UserRow } from '#contracts/endpoints/users.ts';
import { ACCOUNT_PATTERN, NAME_MAX, REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { type RoleMode, userFilters, userSortable } from '#contracts/vocabulary/users.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import { arrayMinimum, faultsIn, firstFault, required, requiredChoice, stringMaximum, stringRange } from '../kernel/form/field-rules.ts';
import { type PasswordVerdict, passwordFaults } from '../kernel/form/password-verdict.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type AccountRow = Pick<
  UserRow,
  | 'id'
  | 'version'
  | 'account'
  | 'name'
  | 'remark'
  | 'is_admin'
  | 'is_leader'
  | 'platform'
  | 'status'
  | 'department'
  | 'roles'
  | 'login_at'
  | 'running'
  | 'timezone'
  | 'password_state'
  | 'created_at'
  | 'can'
>;

/** The fields of the drawer, except the password, which never enters a machine. */
export interface AccountValues {
  account: string;
  name: string;
  department_id: number | undefined;
  role_ids: number[];
  is_admin: 0 | 1;
  is_leader: 0 | 1;
  platform: 'dj' | 'ec';
  timezone: string;
  remark: string;
  /** Only for a new account; empty means that a password is generated. */
  pwd: PasswordVerdict;
}

export const blankAccount: AccountValues = {
  account: '',
  name: '',
  department_id: undefined,
  role_ids: [],
  is_admin: 0,
  is_leader: 0,
  platform: 'dj',
  timezone: 'Asia/Shanghai',
  remark: '',
  pwd: 'empty',
};

/** The edited account, and the fields the user may not change. */
export interface AccountSubject {
  id: number;
  version: number;
  account: string;
  status: 'enabled' | 'disabled';
}

const accountName = (typed: string): FieldFault | undefined => (ACCOUNT_PATTERN.test(typed) ? undefined : { rule: 'accountName' });

export const checkAccount = (values: AccountValues, subject: AccountSubject | undefined): FieldFaults<AccountValues> =>
  faultsIn<AccountValues>({
    account: subject ? undefined : firstFault(values.account, required, accountName),
    name: firstFault(values.name, required, stringRange(1, NAME_MAX)),
    department_id: firstFault(values.department_id, requiredChoice),
    role_ids: values.is_admin === 1 ? undefined : firstFault(values.role_ids, arrayMinimum(1)),
    timezone: firstFault(values.timezone, requiredChoice),
    remark: firstFault(values.remark, stringMaximum(REMARK_MAX)),
    pwd: subject ? undefined : passwordFaults[values.pwd],
  });

export const accountQuery = vocabularyQuery(userFilters, userSortable);

export type AccountFilters = ReturnType<typeof accountQuery.read>['filters'];

export const accountDraft = (row: AccountRow) => ({
  values: {
    account: row.account,
    name: row.name,
    department_id: row.department?.id,
    role_ids: row.roles.map((role) => role.id),
    is_admin: row.is_admin,
    is_leader: row.is_leader,
    platform: row.platform,
    timezone: row.timezone,
    remark: row.remark ?? '',
    pwd: 'empty' as const,
  },
  subject: { id: row.id, version: row.version, account: row.account, status: row.status },
});

/** The parameters of a bulk action on accounts. */
export interface AccountBatchParams {
  action: 'roles' | 'enable' | 'disable' | 'delete';
  /** Only for `roles`. */
  role_ids: number[];
  mode: RoleMode;
  /** Only for `delete`: the successor of owned objects. Without one, accounts that own something fail. */
  handover_user_id: number | undefined;
}

export const blankAccountBatch: AccountBatchParams = { action: 'roles', role_ids: [], mode: 'add', handover_user_id: undefined };

export const checkAccountBatch = ({ action, role_ids }: AccountBatchParams): FieldFaults<AccountBatchParams> =>
  faultsIn<AccountBatchParams>({ role_ids: action === 'roles' ? firstFault(role_ids, arrayMinimum(1)) : undefined });

/** The fields of a deletion: the typed name, and the successor. */
export interface DeletionValues {
  typed: string;
  handover_user_id: number | undefined;
}

export interface DeletionSubject {
  id: number;
  account: string;
  /** Numbers of living objects by type. */
  owned: Record<string, number>;
}

export const ownsSomething = ({ owned }: DeletionSubject): boolean => Object.values(owned).some((count) => count > 0);

export const checkDeletion = (
  { typed, handover_user_id }: DeletionValues,
  subject: DeletionSubject | undefined,
): FieldFaults<DeletionValues> =>
  faultsIn<DeletionValues>({
    typed:
      firstFault(typed, required) ??
      (typed.trim() === subject?.account ? undefined : { rule: 'retyped', params: { expected: subject?.account ?? '' } }),
    handover_user_id: subject && ownsSomething(subject) ? firstFault(handover_user_id, requiredChoice) : undefined,
  });

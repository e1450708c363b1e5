import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { accountForm, DepartmentChoice, RoleChoice } from '#machines/sys-accounts/account-management.machine.ts';
import type { AccountValues } from '#machines/sys-accounts/account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import type { FormDrawerProps } from '#src/ui/form/form-drawer.tsx';
import { findDepartment } from './department-nodes.ts';

/** Who changed the account meanwhile, when, and what. */
export function useAccountConflict(
  form: ActorRefFrom<typeof accountForm>,
  { tree, roles }: { tree: readonly DepartmentChoice[]; roles: readonly RoleChoice[] },
): FormDrawerProps['conflict'] {
  const t = useText();
  const collision = useSelector(form, (state) => state.context);
  const labels = {
    name: t('account.name'),
    department_id: t('account.department'),
    role_ids: t('account.roles'),
    is_admin: t('account.isAdmin'),
    is_leader: t('account.isLeader'),
    platform: t('account.platform'),
    timezone: t('account.timezone'),
    remark: t('account.remark'),
  };
  return conflictChanges(collision, labels, (account: AccountValues) => ({
    name: account.name,
    department_id: findDepartment(tree, account.department_id)?.name ?? '',
    role_ids: account.role_ids.map((id) => roles.find((role) => role.id === id)?.name ?? `#${id}`).join(', '),
    is_admin: t(`account.level.${account.is_admin}`),
    is_leader: t(account.is_leader === 1 ? 'account.yes' : 'account.no'),
    platform: t(`account.platform.${account.platform}`),
    timezone: account.timezone,
    remark: account.remark,
  }));
}

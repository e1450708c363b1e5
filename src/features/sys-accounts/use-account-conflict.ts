import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { ordinaryLevelWords, userColumnWords } from '#contracts/vocabulary/users.ts';
import { yesNoWords } from '#contracts/vocabulary/vocabulary.ts';
import type { accountForm, DepartmentChoice, RoleChoice } from '#machines/sys-accounts/account-management.machine.ts';
import type { AccountValues } from '#machines/sys-accounts/account-rules.ts';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import type { FormDrawerProps } from '#src/ui/form/form-drawer.tsx';
import { findDepartment } from './department-nodes.ts';

/** Who changed the account in the meantime, when, and what. */
export function useAccountConflict(
  form: ActorRefFrom<typeof accountForm>,
  { tree, roles }: { tree: readonly DepartmentChoice[]; roles: readonly RoleChoice[] },
): FormDrawerProps['conflict'] {
  const w = useWords();
  const collision = useSelector(form, (state) => state.context);
  const labels = {
    name: w(userColumnWords.name),
    department_id: w(userColumnWords.department),
    role_ids: w(userColumnWords.roles),
    is_admin: w(userColumnWords.is_admin),
    is_leader: w(userColumnWords.is_leader),
    platform: w(userColumnWords.platform),
    timezone: w(userColumnWords.timezone),
    remark: w(userColumnWords.remark),
  };
  return conflictChanges(collision, labels, (account: AccountValues) => ({
    name: account.name,
    department_id: findDepartment(tree, account.department_id)?.name ?? '',
    role_ids: account.role_ids.map((id) => roles.find((role) => role.id === id)?.name ?? `#${id}`).join(', '),
    is_admin: w(ordinaryLevelWords[account.is_admin]),
    is_leader: w(account.is_leader === 1 ? yesNoWords.yes : yesNoWords.no),
    platform: w(bizWords[account.platform]),
    timezone: account.timezone,
    remark: account.remark,
  }));
}

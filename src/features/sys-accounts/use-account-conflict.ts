import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { accountForm, DepartmentChoice, RoleChoice } from '#machines/account-management/account-management.machine.ts';
import type { AccountValues } from '#machines/account-management/account-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { FormDrawerProps } from '#src/ui/form-drawer.tsx';
import { findDepartment } from './department-nodes.ts';

const FIELDS = ['name', 'department_id', 'role_ids', 'is_admin', 'is_leader', 'platform', 'timezone', 'remark'] as const;
type Shown = Record<(typeof FIELDS)[number], string>;

/** Who changed the account meanwhile, when, and what; a field left alone here keeps what is newest. */
export function useAccountConflict(
  form: ActorRefFrom<typeof accountForm>,
  { tree, roles }: { tree: readonly DepartmentChoice[]; roles: readonly RoleChoice[] },
): FormDrawerProps['conflict'] {
  const t = useText();
  const { conflict, values, origin } = useSelector(form, (state) => state.context);
  if (!conflict) return undefined;

  const labels: Shown = {
    name: t('account.name'),
    department_id: t('account.department'),
    role_ids: t('account.roles'),
    is_admin: t('account.isAdmin'),
    is_leader: t('account.isLeader'),
    platform: t('account.platform'),
    timezone: t('account.timezone'),
    remark: t('account.remark'),
  };
  const words = (account: AccountValues): Shown => ({
    name: account.name,
    department_id: findDepartment(tree, account.department_id)?.name ?? DASH,
    role_ids: account.role_ids.map((id) => roles.find((role) => role.id === id)?.name ?? DASH).join(', ') || DASH,
    is_admin: t(`account.level.${account.is_admin}`),
    is_leader: t(account.is_leader === 1 ? 'account.yes' : 'account.no'),
    platform: t(`account.platform.${account.platform}`),
    timezone: account.timezone,
    remark: account.remark || DASH,
  });
  const [before, mine, latest] = [words(origin), words(values), words(conflict.latest.values)];
  return {
    by: conflict.by,
    at: conflict.at,
    changes: FIELDS.filter((field) => latest[field] !== mine[field]).map((field) => ({
      label: labels[field],
      mine: mine[field] === before[field] ? t('account.leftAlone') : mine[field],
      latest: latest[field],
    })),
  };
}

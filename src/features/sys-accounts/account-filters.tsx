import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { accountList, departmentChoice, roleChoice } from '#machines/sys-accounts/account-management.machine.ts';
import type { AccountFilters } from '#machines/sys-accounts/account-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter, TreeFilter } from '#src/ui/list/filter-line.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { departmentOptions, findDepartment } from './department-nodes.ts';

/** Filters that stand behind a button. */
const MORE: readonly (keyof AccountFilters)[] = ['is_admin', 'is_leader', 'platform', 'password_state'];

interface Props {
  list: ActorRefFrom<typeof accountList>;
  departments: ActorRefFrom<typeof departmentChoice>;
  roles: ActorRefFrom<typeof roleChoice>;
}

export function AccountFilterLine({ list, departments, roles }: Props) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const { options: tree, control: treeControl } = useOptions(departments);
  const { options: known, control: rolesControl } = useOptions(roles);

  // A filter that came with the address is named before anybody opens its list.
  const wantsTree = filters.department_id !== undefined;
  const wantsRoles = filters.role_id !== undefined;
  useEffect(() => {
    if (wantsTree) departments.send({ type: 'options.wanted' });
    if (wantsRoles) roles.send({ type: 'options.wanted' });
  }, [wantsTree, wantsRoles, departments, roles]);

  const change = (changes: AccountFilters) => list.send({ type: 'list.filtersChanged', changes });
  const yesNo = [
    { value: 1 as const, label: t('account.yes') },
    { value: 0 as const, label: t('account.no') },
  ];
  const statuses = (['enabled', 'disabled'] as const).map((value) => ({ value, label: t(`account.status.${value}`) }));
  const platforms = (['dj', 'ec'] as const).map((value) => ({ value, label: t(`account.platform.${value}`) }));

  const passwordStates = (['none', 'given', 'own'] as const).map((value) => ({ value, label: t(`account.passwordState.${value}`) }));

  const words: Record<keyof AccountFilters, { label: string; said: string | undefined }> = {
    keyword: { label: t('account.keyword'), said: filters.keyword },
    department_id: { label: t('account.department'), said: findDepartment(tree, filters.department_id)?.name },
    role_id: { label: t('account.role'), said: known.find(({ id }) => id === filters.role_id)?.name },
    status: { label: t('account.status'), said: statuses.find(({ value }) => value === filters.status)?.label },
    is_admin: { label: t('account.isAdmin'), said: yesNo.find(({ value }) => value === filters.is_admin)?.label },
    is_leader: { label: t('account.isLeader'), said: yesNo.find(({ value }) => value === filters.is_leader)?.label },
    platform: { label: t('account.platform'), said: platforms.find(({ value }) => value === filters.platform)?.label },
    password_state: {
      label: t('account.password'),
      said: passwordStates.find(({ value }) => value === filters.password_state)?.label,
    },
  };
  const names = Object.keys(words) as (keyof AccountFilters)[];
  const active = names.filter((name) => filters[name] !== undefined);

  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${words[name].label}: ${words[name].said ?? DASH}`,
        onRemove: () => change({ [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter((name) => MORE.includes(name)).length}
      more={
        <>
          <ChoiceFilter
            label={words.is_admin.label}
            value={filters.is_admin}
            options={yesNo}
            onChange={(is_admin) => change({ is_admin })}
          />
          <ChoiceFilter
            label={words.is_leader.label}
            value={filters.is_leader}
            options={yesNo}
            onChange={(is_leader) => change({ is_leader })}
          />
          <ChoiceFilter
            label={words.platform.label}
            value={filters.platform}
            options={platforms}
            onChange={(platform) => change({ platform })}
          />
          <ChoiceFilter
            label={words.password_state.label}
            value={filters.password_state}
            options={passwordStates}
            onChange={(password_state) => change({ password_state })}
          />
        </>
      }
    >
      <KeywordFilter label={words.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <TreeFilter
        label={words.department_id.label}
        value={filters.department_id}
        nodes={departmentOptions(tree)}
        {...treeControl}
        onChange={(department_id) => change({ department_id })}
      />
      <ChoiceFilter
        label={words.role_id.label}
        value={filters.role_id}
        options={known.map(({ id, name }) => ({ value: id, label: name }))}
        {...rolesControl}
        onChange={(role_id) => change({ role_id })}
      />
      <ChoiceFilter label={words.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
    </FilterLine>
  );
}

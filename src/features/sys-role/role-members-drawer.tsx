import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { memberChoice } from '#machines/sys-role/role-management.machine.ts';
import type { RoleMember, roleMembersMachine } from '#machines/sys-role/role-members.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';

interface Props {
  members: ActorRefFrom<typeof roleMembersMachine>;
  choice: ActorRefFrom<typeof memberChoice>;
}

export function RoleMembersDrawer({ members, choice }: Props) {
  const open = useSelector(members, (state) => state.hasTag('open'));
  return open ? <OpenMembersDrawer members={members} choice={choice} /> : null;
}

function OpenMembersDrawer({ members, choice }: Props) {
  const t = useText();
  const { role, members: people, refused, failure } = useSelector(members, (state) => state.context);
  const busy = useSelector(members, (state) => state.hasTag('busy'));
  const failed = useSelector(members, (state) => state.matches({ open: 'failed' }));
  const loaded = useSelector(members, (state) => !state.matches({ open: 'loading' }) || state.context.members.length > 0);
  const { options, control, onSearch } = useOptions(choice);
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);

  const columns = useMemo(
    (): Column<RoleMember>[] => [
      {
        key: 'name',
        title: t('role.memberName'),
        render: (person) => <NameText text={person.name || person.account} note={person.account} />,
      },
      { key: 'department', title: t('role.memberDepartment'), render: (person) => person.department_name ?? '' },
      {
        key: 'do',
        title: t('role.do'),
        width: 96,
        render: (person) => (
          <RowActions
            subject={person.account}
            actions={[
              {
                key: 'remove',
                text: t('role.memberRemove'),
                danger: true,
                // One change at a time: a lost click must not look successful.
                refusal: busy ? t('ui.loading') : undefined,
                onRun: () => members.send({ type: 'members.removed', userIds: [person.id] }),
              },
            ]}
          />
        ),
      },
    ],
    [t, busy, members],
  );

  const nameOf = (id: number) => [...people, ...options].find((person) => person.id === id)?.account ?? String(id);
  const isMember = (id: number) => people.some((person) => person.id === id);
  return (
    <DetailDrawer open title={t('role.membersTitle', { name: role?.name ?? '' })} onClose={() => members.send({ type: 'members.closed' })}>
      {refused.length > 0 && (
        <Remark kind="error" title={t('role.memberRefused')}>
          <ul>
            {refused.map(({ id, message }) => (
              <li key={id}>
                {nameOf(id)}: {message}
              </li>
            ))}
          </ul>
        </Remark>
      )}
      <div className="ads-role-adding">
        <MultiChoiceField
          label={t('role.memberAdd')}
          value={chosenIds}
          onChange={setChosenIds}
          options={options.map((person) => ({
            value: person.id,
            label: person.name || person.account,
            note: person.account,
            ...(isMember(person.id) && { disabled: t('role.memberAlready') }),
          }))}
          {...control}
          onSearch={onSearch}
        />
        <Button
          type="primary"
          disabled={chosenIds.length === 0 || busy}
          onClick={() => {
            members.send({ type: 'members.added', userIds: [...chosenIds] });
            setChosenIds([]);
          }}
        >
          {t('role.memberAddButton')}
        </Button>
      </div>
      <DataTable
        label={t('role.membersTitle', { name: role?.name ?? '' })}
        columns={columns}
        rows={loaded ? people : undefined}
        rowKey={(person) => person.id}
        rowName={(person) => person.account}
        busy={busy}
        failure={failed ? failure : undefined}
        onRetry={() => members.send({ type: 'members.retried' })}
        empty={{ text: t('role.noMembers') }}
      />
    </DetailDrawer>
  );
}

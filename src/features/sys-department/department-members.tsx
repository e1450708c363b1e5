import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { DepartmentMember, departmentMembers } from '#machines/sys-department/department-management.machine.ts';
import type { Department } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';

const ACCOUNTS = '/sys/accounts';

interface Props {
  members: ActorRefFrom<typeof departmentMembers>;
  /** The selected department in the tree. */
  department: Department | undefined;
  onLeaders: (department: Department) => void;
}

/** The members of the selected department. */
export function DepartmentMembers({ members, department, onLeaders }: Props) {
  const t = useText();
  return (
    <section className="ads-departments-panel" aria-label={t('department.panel')}>
      {department ? (
        <Members members={members} department={department} onLeaders={onLeaders} />
      ) : (
        <p className="ads-departments-hint">{t('department.choose')}</p>
      )}
    </section>
  );
}

function Members({ members, department, onLeaders }: Props & { department: Department }) {
  const t = useText();
  const viewer = useViewer();
  const { table } = useDetail(members);
  const { id, name, leaders, member_count, subtree_count } = department;
  const below = subtree_count - member_count;

  const columns = useMemo(
    (): Column<DepartmentMember>[] => [
      {
        key: 'name',
        title: t('department.member'),
        render: (person) => (
          <span className="ads-departments-member">
            <NameText text={person.name || person.account} note={person.account} />
            {leaders.some((leader) => leader.id === person.id) && <PlainTag text={t('department.leader')} />}
            {person.status === 'disabled' && <StatusTag kind="muted" text={t('department.disabled')} />}
          </span>
        ),
      },
    ],
    [t, leaders],
  );

  return (
    <>
      <header className="ads-departments-panel-head">
        <h2 title={name}>{name}</h2>
        <button type="button" className="ads-link-button" onClick={() => onLeaders(department)}>
          {t('department.setLeaders')}
        </button>
        {viewer.canOpen(ACCOUNTS) && (
          <Link className="ads-link-button" to={`${ACCOUNTS}?department_id=${id}`}>
            {t('department.toAccounts')}
          </Link>
        )}
      </header>
      <DataTable
        {...table}
        label={t('department.membersOf', { name })}
        columns={columns}
        rowKey={(person) => person.id}
        rowName={(person) => person.account}
        empty={{ text: t('department.noMembers') }}
      />
      {below > 0 && <p className="ads-departments-hint">{t('department.below', { people: below })}</p>}
    </>
  );
}

import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { DepartmentMember, departmentAssets, departmentMembers } from '#machines/sys-department/department-management.machine.ts';
import type { Department } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ErrorBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { toObjectPlace } from '#src/ui/text/object-places.ts';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';

const ACCOUNTS = '/sys/accounts';

interface Props {
  members: ActorRefFrom<typeof departmentMembers>;
  assets: ActorRefFrom<typeof departmentAssets>;
  /** The selected department in the tree. */
  department: Department | undefined;
  onLeaders: (department: Department) => void;
}

/** The members of the selected department, and the assets that are assigned to it. */
export function DepartmentMembers({ members, assets, department, onLeaders }: Props) {
  const t = useText();
  return (
    <section className="ads-departments-panel" aria-label={t('department.panel')}>
      {department ? (
        <>
          <Members members={members} department={department} onLeaders={onLeaders} />
          <Assets assets={assets} name={department.name} />
        </>
      ) : (
        <p className="ads-departments-hint">{t('department.choose')}</p>
      )}
    </section>
  );
}

function Members({ members, department, onLeaders }: Omit<Props, 'assets' | 'department'> & { department: Department }) {
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

function Assets({ assets, name }: Pick<Props, 'assets'> & { name: string }) {
  const t = useText();
  const { canOpen } = useViewer();
  const { answer, failure, refresh } = useDetail(assets);
  return (
    <section className="ads-departments-assets" aria-label={t('department.assetsOf', { name })}>
      <h3>{t('department.assets')}</h3>
      {failure && !answer && <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />}
      {answer?.length === 0 && <p className="ads-departments-hint">{t('department.noAssets')}</p>}
      <ul>
        {answer?.map(({ type, id, label }) => {
          const place = toObjectPlace({ target_type: type, target_id: id, label });
          return (
            <li key={`${type} ${id}`}>
              {place && canOpen(place.pathname) ? <Link to={place}>{label}</Link> : label}
              <PlainTag text={t(`department.asset.${type}`)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

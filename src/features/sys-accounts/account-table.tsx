import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { ordinaryLevelWords, passwordStateWords, userColumnWords } from '#contracts/vocabulary/users.ts';
import type { ResetSubject } from '#machines/kernel/page/page-contract.ts';
import type { AccountManagement } from '#machines/sys-accounts/account-management.machine.ts';
import { type AccountRow, accountDraft, blankAccount } from '#machines/sys-accounts/account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { BatchButtons } from './batch-buttons.tsx';
import { findDepartment } from './department-nodes.ts';
import { ROLES_WIDTH, RoleTags } from './role-tags.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { usePermits } from './use-permits.ts';

const LAUNCHES = '/advertising/start';

export type AccountParts = PartsOf<AccountManagement>;

interface Props {
  parts: AccountParts;
  onReset: (account: ResetSubject) => void;
}

export const createAccount = (form: AccountParts['form'], department_id?: number) =>
  form.send({ type: 'form.opened', draft: { values: { ...blankAccount, department_id }, subject: undefined } });

export function AccountTable({ parts, onReset }: Props) {
  const t = useText();
  const { form, batch, bulkReset } = parts;
  const refusalOf = usePermits();
  const { department_id, ...otherFilters } = useSelector(parts.list, (state) => state.context.query.filters);
  const tree = useSelector(parts.departments, (state) => state.context.answer);
  const columns = useAccountColumns(parts, refusalOf, onReset);

  const isDepartment = department_id !== undefined && Object.values(otherFilters).every((value) => value === undefined);
  const department = findDepartment(tree ?? [], department_id)?.name ?? '';
  return (
    <ListTable
      parts={parts}
      label={t('account.title')}
      things={t('account.things')}
      columns={columns}
      rowName={(row) => row.account}
      onRowOpen={(row) => refusalOf(row, 'edit') === undefined && form.send({ type: 'form.opened', draft: accountDraft(row) })}
      canChoose={(row) => row.can.includes('set_roles')}
      chosenActions={(selection, { filters }) => (
        <BatchButtons
          batch={batch}
          bulkReset={bulkReset}
          subject={selection.kind === 'rows' ? selection : { ...selection, filter: filters }}
        />
      )}
      // A department without members is not a filter without matches.
      {...(isDepartment && { onResetFilters: undefined })}
      empty={{
        text: isDepartment ? t('account.emptyDepartment', { department }) : t('account.empty'),
        action: (
          <Button type="primary" onClick={() => createAccount(form, department_id)}>
            {t('account.create')}
          </Button>
        ),
      }}
    />
  );
}

function useAccountColumns(
  { form, statusChange, ownedCount }: AccountParts,
  refusalOf: ReturnType<typeof usePermits>,
  onReset: Props['onReset'],
) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const changing = useSelector(statusChange, (state) => (state.hasTag('writing') ? state.context.subject?.row.id : undefined));

  const { canOpen } = useViewer();
  return useMemo((): Column<AccountRow>[] => {
    const edit = (row: AccountRow) => form.send({ type: 'form.opened', draft: accountDraft(row) });
    return [
      {
        key: 'account',
        title: w(userColumnWords.account),
        width: 144,
        frozen: true,
        sortable: true,
        render: (row) =>
          refusalOf(row, 'edit') === undefined ? <NameText text={row.account} onOpen={() => edit(row)} /> : <NameText text={row.account} />,
      },
      {
        key: 'name',
        title: w(userColumnWords.name),
        width: 104,
        grows: true,
        sortable: true,
        render: (row) => <NameText text={row.name} />,
      },
      {
        key: 'department',
        title: w(userColumnWords.department),
        width: 132,
        grows: true,
        sortable: true,
        render: (row) => <NameText text={row.department?.label ?? ''} />,
      },
      { key: 'roles', title: w(userColumnWords.roles), width: ROLES_WIDTH, render: (row) => <RoleTags roles={row.roles} /> },
      {
        key: 'is_admin',
        title: w(userColumnWords.is_admin),
        width: 88,
        render: (row) => row.is_admin === 1 && <PlainTag text={w(ordinaryLevelWords[1])} />,
      },
      {
        key: 'is_leader',
        title: w(userColumnWords.is_leader),
        width: 88,
        render: (row) => row.is_leader === 1 && <PlainTag text={w(userColumnWords.is_leader)} />,
      },
      {
        key: 'platform',
        title: w(userColumnWords.platform),
        width: 128,
        render: (row) => <PlainTag text={w(bizWords[row.platform])} />,
      },
      {
        key: 'status',
        title: w(userColumnWords.status),
        width: 128,
        sortable: true,
        render: (row) => (
          <StatusSwitch
            row={row}
            busy={changing === row.id}
            refusal={refusalOf(row, 'set_status')}
            onEnable={() => statusChange.send({ type: 'command.runRequested', subject: { row, status: 'enabled' } })}
            onDisable={() => statusChange.send({ type: 'command.requested', subject: { row, status: 'disabled' } })}
          />
        ),
      },
      {
        key: 'login_at',
        title: w(userColumnWords.login_at),
        width: 160,
        sortable: true,
        // An account without a password has never signed in.
        render: (row) =>
          row.password_state === 'none' ? (
            <StatusTag kind="warn" text={w(passwordStateWords.none)} hint={t('account.noPasswordHint')} />
          ) : (
            format.instant(row.login_at)
          ),
      },
      {
        key: 'running',
        title: w(userColumnWords.running),
        width: 96,
        align: 'right',
        defaultHidden: true,
        render: (row) =>
          row.running > 0 && canOpen(LAUNCHES) ? (
            <Link
              className="ads-link-button ads-numbers"
              to={`${LAUNCHES}?${new URLSearchParams({ view: 'running', user_id: String(row.id) })}`}
            >
              <span className="ads-visually-hidden">{t('account.launchesOf', { account: row.account })} </span>
              {format.number(row.running)}
            </Link>
          ) : (
            format.number(row.running)
          ),
      },
      {
        key: 'remark',
        title: w(userColumnWords.remark),
        width: 200,
        defaultHidden: true,
        render: (row) => <NameText text={row.remark ?? ''} />,
      },
      {
        key: 'created_at',
        title: w(userColumnWords.created_at),
        width: 160,
        sortable: true,
        render: (row) => format.instant(row.created_at),
      },
      {
        key: 'do',
        title: t('account.do'),
        width: 128,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.account}
            inline={1}
            actions={[
              { key: 'edit', text: t('account.edit'), refusal: refusalOf(row, 'edit'), onRun: () => edit(row) },
              {
                key: 'reset',
                text: t('account.resetPassword'),
                refusal: refusalOf(row, 'reset_passwd'),
                onRun: () => onReset({ id: row.id, account: row.account }),
              },
              {
                key: 'delete',
                text: t('account.delete'),
                danger: true,
                refusal: refusalOf(row, 'delete'),
                onRun: () => ownedCount.send({ type: 'command.runRequested', subject: row }),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, refusalOf, changing, onReset, form, statusChange, ownedCount, canOpen]);
}

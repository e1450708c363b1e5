import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type {
  AccountManagement,
  accountBatch,
  accountExport,
  accountForm,
  accountList,
  accountTableView,
  bulkReset,
  DepartmentChoice,
  ownedCount,
  statusChange,
} from '#machines/sys-accounts/account-management.machine.ts';
import { type AccountRow, accountDraft, blankAccount } from '#machines/sys-accounts/account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ChosenBar, isChosen } from '#src/ui/list/chosen-bar.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { BatchButtons } from './batch-buttons.tsx';
import { RoleTags } from './role-tags.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { usePermits } from './use-permits.ts';

/** As many as one request may change. */
const MOST_AT_ONCE = 500;

interface Props {
  page: AccountManagement;
  list: ActorRefFrom<typeof accountList>;
  form: ActorRefFrom<typeof accountForm>;
  status: ActorRefFrom<typeof statusChange>;
  owned: ActorRefFrom<typeof ownedCount>;
  download: ActorRefFrom<typeof accountExport>;
  tableView: ActorRefFrom<typeof accountTableView>;
  /** The department that is filtered by, once its name is known. */
  department: DepartmentChoice | undefined;
  batch: ActorRefFrom<typeof accountBatch>;
  reset: ActorRefFrom<typeof bulkReset>;
}

export function AccountTable({ page, list, form, status, owned, download, tableView, department, batch, reset }: Props) {
  const t = useText();
  const format = useFormat();
  const refusalOf = usePermits();
  const { query, table, choosing, choice, pager, refresh } = useList(list);
  const changing = useSelector(status, (state) => (state.hasTag('writing') ? state.context.subject?.row.id : undefined));

  const columns = useMemo((): Column<AccountRow>[] => {
    const edit = (row: AccountRow) => form.send({ type: 'form.opened', draft: accountDraft(row) });
    return [
      {
        key: 'account',
        title: t('account.account'),
        width: 144,
        frozen: true,
        sortable: true,
        render: (row) =>
          refusalOf(row, 'edit') === undefined ? <NameText text={row.account} onOpen={() => edit(row)} /> : <NameText text={row.account} />,
      },
      { key: 'name', title: t('account.name'), width: 104, sortable: true, render: (row) => <NameText text={row.name} /> },
      {
        key: 'department',
        title: t('account.department'),
        width: 132,
        sortable: true,
        render: (row) => <NameText text={row.department?.label ?? ''} />,
      },
      { key: 'roles', title: t('account.roles'), render: (row) => <RoleTags roles={row.roles} /> },
      {
        key: 'is_admin',
        title: t('account.isAdmin'),
        width: 88,
        render: (row) => row.is_admin === 1 && <PlainTag text={t('account.level.1')} />,
      },
      {
        key: 'is_leader',
        title: t('account.isLeader'),
        width: 88,
        render: (row) => row.is_leader === 1 && <PlainTag text={t('account.isLeader')} />,
      },
      {
        key: 'platform',
        title: t('account.platform'),
        width: 128,
        render: (row) => <PlainTag text={t(`account.platform.${row.platform}`)} />,
      },
      {
        key: 'status',
        title: t('account.status'),
        width: 128,
        sortable: true,
        render: (row) => (
          <StatusSwitch
            row={row}
            busy={changing === row.id}
            refusal={refusalOf(row, 'set_status')}
            onEnable={() => status.send({ type: 'command.ordered', subject: { row, status: 'enabled' } })}
            onDisable={() => status.send({ type: 'command.requested', subject: { row, status: 'disabled' } })}
          />
        ),
      },
      {
        key: 'login_at',
        title: t('account.loginAt'),
        width: 160,
        sortable: true,
        // Nobody can have signed in without a password.
        render: (row) =>
          row.password_state === 'none' ? (
            <StatusTag kind="warn" text={t('account.passwordState.none')} hint={t('account.noPasswordHint')} />
          ) : (
            format.instant(row.login_at)
          ),
      },
      { key: 'remark', title: t('account.remark'), width: 200, defaultHidden: true, render: (row) => <NameText text={row.remark ?? ''} /> },
      { key: 'created_at', title: t('account.createdAt'), width: 160, sortable: true, render: (row) => format.instant(row.created_at) },
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
                onRun: () => page.send({ type: 'account.resetRequested', subject: { id: row.id, account: row.account } }),
              },
              {
                key: 'delete',
                text: t('account.delete'),
                danger: true,
                refusal: refusalOf(row, 'delete'),
                onRun: () => owned.send({ type: 'command.ordered', subject: row }),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, format, refusalOf, changing, page, form, status, owned]);

  const { department_id, ...otherFilters } = query.filters;
  const onlyDepartment = department_id !== undefined && Object.values(otherFilters).every((value) => value === undefined);
  const tooMany = choosing.chosen.length > MOST_AT_ONCE;
  const look = useTableView(tableView, columns);
  const exported = look.drawn.filter(({ key }) => key !== 'do');

  return (
    <>
      <Toolbar
        selection={
          isChosen(choice) && (
            <ChosenBar {...choice}>
              <BatchButtons batch={batch} reset={reset} list={list} disabled={tooMany} />
              {tooMany && <span className="ads-quiet">{t('account.tooMany', { max: MOST_AT_ONCE })}</span>}
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand exporting={download} what={t('account.things')} query={query} columns={exported} />
            <ColumnSettings {...look.settings} />
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable
        {...table}
        {...look.table}
        label={t('account.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.account}
        onRowOpen={(row) => refusalOf(row, 'edit') === undefined && form.send({ type: 'form.opened', draft: accountDraft(row) })}
        {...choosing}
        canChoose={(row) => row.can.includes('set_roles')}
        onResetFilters={onlyDepartment ? undefined : table.onResetFilters}
        empty={{
          text: onlyDepartment ? t('account.emptyDepartment', { department: department?.name ?? '' }) : t('account.empty'),
          action: (
            <Button
              type="primary"
              onClick={() => form.send({ type: 'form.opened', draft: { values: { ...blankAccount, department_id }, subject: undefined } })}
            >
              {t('account.create')}
            </Button>
          ),
        }}
      />
      <Pager {...pager} />
    </>
  );
}

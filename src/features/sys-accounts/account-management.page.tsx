import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { AccountManagement } from '#machines/account-management/account-management.machine.ts';
import { type AccountRow, blankAccount, blankRoleChange } from '#machines/account-management/account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { IconPlus } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { AccountDeletionDialog } from './account-deletion-dialog.tsx';
import { AccountDrawer } from './account-drawer.tsx';
import { AccountFilterLine } from './account-filters.tsx';
import { AccountTable } from './account-table.tsx';
import { findDepartment } from './department-nodes.ts';
import { RoleChangeDialog } from './role-change-dialog.tsx';
import { RoleChangeOutcome } from './role-change-outcome.tsx';
import { StatusDialog } from './status-dialog.tsx';

/** Names of all accounts seen so far: a chosen one may stand on another page. */
function useSeenNames(rows: readonly AccountRow[] | undefined) {
  const seen = useRef(new Map<number, string>());
  for (const { id, account } of rows ?? []) seen.current.set(id, account);
  return (id: number) => seen.current.get(id) ?? `#${id}`;
}

export function AccountManagementPage({ page }: { page: AccountManagement }) {
  const t = useText();
  const parts = useSelector(page, (state) => state.children);
  const result = useSelector(page, (state) => state.context.roleResult);
  const departmentId = useSelector(parts.list, (state) => state?.context.query.filters.department_id);
  const rows = useSelector(parts.list, (state) => state?.context.answer?.rows);
  const tree = useSelector(parts.departments, (state) => state?.context.options);
  const nameOf = useSeenNames(rows);
  const { list, form, roleChange, deletion, statusChange, ownedCount, departments, roles, timezones, successors, tableView } = parts;
  const download = parts.export;
  if (!list || !form || !roleChange || !deletion || !statusChange || !ownedCount || !download) return null;
  if (!departments || !roles || !timezones || !successors || !tableView) return null;

  const create = () => form.send({ type: 'form.opened', draft: { values: blankAccount, subject: undefined } });
  return (
    <Page
      title={t('account.title')}
      actions={
        <Button type="primary" icon={<IconPlus />} onClick={create}>
          {t('account.create')}
        </Button>
      }
      filters={<AccountFilterLine list={list} departments={departments} roles={roles} />}
    >
      {result && <RoleChangeOutcome result={result} nameOf={nameOf} onSeen={() => page.send({ type: 'account.roleResultSeen' })} />}
      <AccountTable
        page={page}
        list={list}
        form={form}
        status={statusChange}
        owned={ownedCount}
        download={download}
        tableView={tableView}
        department={findDepartment(tree ?? [], departmentId)}
        onChangeRoles={(ids) => roleChange.send({ type: 'form.opened', draft: { values: blankRoleChange, subject: { ids } } })}
      />
      <AccountDrawer form={form} departments={departments} roles={roles} timezones={timezones} />
      <StatusDialog status={statusChange} list={list} />
      <RoleChangeDialog form={roleChange} roles={roles} />
      <AccountDeletionDialog deletion={deletion} owned={ownedCount} successors={successors} />
    </Page>
  );
}

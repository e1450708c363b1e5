import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { AccountManagement } from '#machines/sys-accounts/account-management.machine.ts';
import { accountQuery, blankAccount } from '#machines/sys-accounts/account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import type { AccountBatchDialogProps } from './account-batch-dialog.tsx';
import { AccountDeletionDialog } from './account-deletion-dialog.tsx';
import { AccountDrawer } from './account-drawer.tsx';
import { AccountFilterLine } from './account-filters.tsx';
import { AccountImportButton, AccountImportLayer } from './account-import.tsx';
import { AccountTable } from './account-table.tsx';
import { findDepartment } from './department-nodes.ts';
import { PasswordResetDialog } from './password-reset-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

const AccountBatchDialog = onDemand<AccountBatchDialogProps>(() => import('./account-batch-dialog.tsx'), {
  as: 'layer',
  leave: ({ batch }) => batch.send({ type: 'batch.dismissed' }),
});

export function AccountManagementPage({ page }: { page: AccountManagement }) {
  const t = useText();
  const parts = useSelector(page, (state) => state.children);
  const query = useSelector(parts.list, (state) => state?.context.query);
  const table = useSelector(parts.tableView, (state) => state?.context.view);
  const tree = useSelector(parts.departments, (state) => state?.context.answer);
  const asking = useSelector(parts.batch, (state) => state?.hasTag('open') ?? false);
  const progress = useSelector(parts.batch, (state) => state?.children.progress);
  const { list, form, batch, deletion, statusChange, ownedCount, departments, roles, timezones, successors, tableView, views } = parts;
  const { export: download, import: importing, template, bulkReset } = parts;
  if (!list || !form || !batch || !deletion || !statusChange || !ownedCount || !download) return null;
  if (!departments || !roles || !timezones || !successors || !tableView || !views || !query) return null;
  if (!importing || !template || !bulkReset) return null;

  const create = () => form.send({ type: 'form.opened', draft: { values: blankAccount, subject: undefined } });
  return (
    <Page
      title={t('account.title')}
      note={<SavedViews views={views} search={accountQuery.write({ ...query, page: 1 })} table={table} />}
      actions={
        <>
          <AccountImportButton importing={importing} />
          <Button type="primary" icon={<IconPlus />} onClick={create}>
            {t('account.create')}
          </Button>
        </>
      }
      filters={<AccountFilterLine list={list} departments={departments} roles={roles} />}
    >
      <AccountTable
        page={page}
        list={list}
        form={form}
        status={statusChange}
        owned={ownedCount}
        download={download}
        tableView={tableView}
        department={findDepartment(tree ?? [], query.filters.department_id)}
        batch={batch}
        reset={bulkReset}
      />
      <AccountDrawer form={form} departments={departments} roles={roles} timezones={timezones} />
      <PasswordResetDialog reset={bulkReset} />
      <StatusDialog status={statusChange} list={list} />
      {asking && <AccountBatchDialog batch={batch} roles={roles} successors={successors} />}
      <BatchDialog progress={progress} canChooseFailed />
      <AccountImportLayer importing={importing} template={template} />
      <AccountDeletionDialog deletion={deletion} owned={ownedCount} successors={successors} />
    </Page>
  );
}

import { useSelector } from '@xstate/react';
import type { AccountManagement } from '#machines/sys-accounts/account-management.machine.ts';
import { accountQuery } from '#machines/sys-accounts/account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { ListPage } from '#src/ui/list/list-page.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import type { AccountBatchDialogProps } from './account-batch-dialog.tsx';
import { AccountDeletionDialog } from './account-deletion-dialog.tsx';
import { AccountDrawer } from './account-drawer.tsx';
import { AccountFilterLine } from './account-filters.tsx';
import { AccountImportButton, AccountImportLayer } from './account-import.tsx';
import { type AccountParts, AccountTable, createAccount } from './account-table.tsx';
import { PasswordResetDialog } from './password-reset-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

const AccountBatchDialog = onDemand<AccountBatchDialogProps>(() => import('./account-batch-dialog.tsx'), {
  as: 'layer',
  leave: ({ batch }) => batch.send({ type: 'batch.dismissed' }),
});

export function AccountManagementPage({ page }: { page: AccountManagement }) {
  const t = useText();
  return (
    <ListPage
      page={page}
      query={accountQuery}
      title={t('account.title')}
      actions={({ form, import: importing }) => (
        <>
          <AccountImportButton importing={importing} />
          <ActionButton action="create" type="primary" icon={<IconPlus />} onClick={() => createAccount(form)}>
            {t('account.create')}
          </ActionButton>
        </>
      )}
      filters={(parts) => <AccountFilterLine {...parts} />}
    >
      {(parts) => (
        <>
          <AccountTable parts={parts} onReset={(subject) => page.send({ type: 'page.passwordResetRequested', subject })} />
          <AccountLayers {...parts} />
        </>
      )}
    </ListPage>
  );
}

function AccountLayers(parts: AccountParts) {
  const { list, form, batch, deletion, statusChange, bulkReset, ownedCount, template } = parts;
  const { departments, roles, timezones, successors } = parts;
  const asking = useSelector(batch, (state) => state.hasTag('open'));
  const progress = useSelector(batch, (state) => state.children.progress);
  return (
    <>
      <AccountDrawer form={form} departments={departments} roles={roles} timezones={timezones} />
      <PasswordResetDialog reset={bulkReset} />
      <StatusDialog status={statusChange} list={list} />
      {asking && <AccountBatchDialog batch={batch} roles={roles} successors={successors} />}
      <BatchDialog progress={progress} canChooseFailed />
      <AccountImportLayer importing={parts.import} template={template} />
      <AccountDeletionDialog deletion={deletion} owned={ownedCount} successors={successors} />
    </>
  );
}

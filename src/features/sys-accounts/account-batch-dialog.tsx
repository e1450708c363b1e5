import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { userColumnWords } from '#contracts/vocabulary/users.ts';
import type { accountBatch, roleChoice, successorChoice } from '#machines/sys-accounts/account-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { ChoiceField, MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';

export interface AccountBatchDialogProps {
  batch: ActorRefFrom<typeof accountBatch>;
  roles: ActorRefFrom<typeof roleChoice>;
  successors: ActorRefFrom<typeof successorChoice>;
}

/** Confirms a bulk action on accounts. */
export default function AccountBatchDialog({ batch, roles, successors }: AccountBatchDialogProps) {
  const t = useText();
  const format = useFormat();
  const action = useSelector(batch, (state) => state.context.values.action);
  const bulkAction = useBatch(batch);
  if (!bulkAction.open) return null;
  const count = { count: bulkAction.count, shown: format.number(bulkAction.count) };
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`account.batch.${action}.title`)}
      text={t(`account.batch.${action}.text`)}
      confirmText={t(`account.batch.${action}.button`, count)}
      isDeletion={action === 'delete'}
    >
      {action === 'roles' && <RoleFields bulkAction={bulkAction} roles={roles} />}
      {action === 'delete' && <SuccessorField bulkAction={bulkAction} successors={successors} />}
    </BatchConfirmDialog>
  );
}

type BulkAction = ReturnType<typeof useBulkAction>;
const useBulkAction = (batch: AccountBatchDialogProps['batch']) => useBatch(batch);

function RoleFields({ bulkAction: { field, change, busy }, roles }: { bulkAction: BulkAction } & Pick<AccountBatchDialogProps, 'roles'>) {
  const t = useText();
  const w = useWords();
  const { options: roleOptions, control } = useOptions(roles);
  useLoadOptions(roles);
  return (
    <>
      <ChoiceField
        as="radio"
        label={t('account.mode')}
        {...field('mode')}
        options={(['add', 'remove', 'replace'] as const).map((mode) => ({
          value: mode,
          label: t(`account.mode.${mode}`),
          note: t(`account.modeNote.${mode}`),
        }))}
        onChange={(mode) => mode && change({ mode })}
        disabled={busy}
        required
      />
      <MultiChoiceField
        label={w(userColumnWords.roles)}
        {...field('role_ids')}
        options={roleOptions.map(({ id, name }) => ({ value: id, label: name }))}
        {...control}
        disabled={busy}
        required
      />
    </>
  );
}

function SuccessorField({
  bulkAction: { field, change, busy, subject },
  successors,
}: { bulkAction: BulkAction } & Pick<AccountBatchDialogProps, 'successors'>) {
  const t = useText();
  const { options: people, busy: searching, onSearch } = useOptions(successors);
  useLoadOptions(successors);
  const deletedIds = subject?.kind === 'rows' ? subject.ids : [];
  return (
    <ChoiceField
      label={t('account.successor')}
      help={t('account.batch.successorHelp')}
      {...field('handover_user_id')}
      options={people
        .filter(({ id }) => !deletedIds.includes(id))
        .map((person) => ({
          value: person.id,
          label: person.name || person.account,
          note: [person.account, person.department_name].filter(Boolean).join(' · '),
        }))}
      busy={searching}
      onSearch={onSearch}
      onChange={(handover_user_id) => change({ handover_user_id })}
      disabled={busy}
      clearable
    />
  );
}

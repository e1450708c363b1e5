import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { personBatch, personDeletion, personStatusChange } from '#machines/parts/persons/person-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

export function PersonStatusDialog({ status }: { status: ActorRefFrom<typeof personStatusChange> }) {
  const t = useText();
  const { subject, dialog } = useCommand(status, (change) =>
    t(change.status === 'enabled' ? 'persons.enableTitle' : 'persons.disableTitle', { name: change.row.name }),
  );
  if (!subject) return null;
  const { row, status: turned } = subject;
  return (
    <ConfirmDialog
      {...dialog}
      danger={turned === 'disabled'}
      title={t(turned === 'enabled' ? 'persons.enableTitle' : 'persons.disableTitle', { name: row.name })}
      text={t(turned === 'enabled' ? 'persons.enableText' : 'persons.disableText')}
      confirmText={t(turned === 'enabled' ? 'persons.enable' : 'persons.disable')}
    />
  );
}

export function PersonDeletionDialog({ deletion }: { deletion: ActorRefFrom<typeof personDeletion> }) {
  const t = useText();
  const format = useFormat();
  const { subject, dialog } = useCommand(deletion, (person) => t('persons.deleteTitle', { name: person.name }));
  if (!subject) return null;
  const { name, accounts, homepages, pixels } = subject;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('persons.deleteTitle', { name })}
      text={t('persons.deleteText', {
        accounts: format.number(accounts),
        homepages: format.number(homepages),
        pixels: format.number(pixels),
      })}
      confirmText={t('persons.delete')}
      typed={{ expected: name, label: t('persons.deleteTyped', { name }) }}
    />
  );
}

export function PersonBatchDialog({ batch }: { batch: ActorRefFrom<typeof personBatch> }) {
  const open = useSelector(batch, (state) => state.hasTag('open'));
  return open ? <OpenBatchDialog batch={batch} /> : null;
}

function OpenBatchDialog({ batch }: { batch: ActorRefFrom<typeof personBatch> }) {
  const t = useText();
  const format = useFormat();
  const bulkAction = useBatch(batch);
  const { action } = bulkAction.values;
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`persons.batch.${action}.title`)}
      text={t(`persons.batch.${action}.text`)}
      confirmText={t(`persons.batch.${action}.button`, { count: bulkAction.count, shown: format.number(bulkAction.count) })}
    />
  );
}

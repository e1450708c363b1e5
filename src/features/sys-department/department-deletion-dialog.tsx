import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { departmentDeletion } from '#machines/department-management/department-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

export function DepartmentDeletionDialog({ deletion }: { deletion: ActorRefFrom<typeof departmentDeletion> }) {
  const t = useText();
  const { subject, failure } = useSelector(deletion, (state) => state.context);
  const open = useSelector(deletion, (state) => state.hasTag('open'));
  const busy = useSelector(deletion, (state) => state.hasTag('writing'));
  const name = subject?.name ?? '';
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('department.deleteTitle')}
      text={t('department.deleteText', { name })}
      typed={{ expected: name, label: t('department.deleteTyped', { name }) }}
      confirmText={t('department.delete')}
      busy={busy}
      failure={failure}
      onConfirm={() => deletion.send({ type: 'command.confirmed' })}
      onCancel={() => deletion.send({ type: 'command.cancelled' })}
    />
  );
}

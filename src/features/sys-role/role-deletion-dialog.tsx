import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { roleDeletion } from '#machines/role-management/role-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

export function RoleDeletionDialog({ deletion }: { deletion: ActorRefFrom<typeof roleDeletion> }) {
  const t = useText();
  const { subject, failure } = useSelector(deletion, (state) => state.context);
  const open = useSelector(deletion, (state) => state.hasTag('open'));
  const busy = useSelector(deletion, (state) => state.hasTag('writing'));
  const name = subject?.name ?? '';
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('role.deleteTitle')}
      text={t('role.deleteText', { name, users: subject?.users ?? 0 })}
      typed={{ expected: name, label: t('role.deleteTyped', { name }) }}
      confirmText={t('role.delete')}
      busy={busy}
      failure={failure}
      onConfirm={() => deletion.send({ type: 'command.confirmed' })}
      onCancel={() => deletion.send({ type: 'command.cancelled' })}
    />
  );
}

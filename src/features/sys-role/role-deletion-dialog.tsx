import type { ActorRefFrom } from 'xstate';
import type { roleDeletion } from '#machines/role-management/role-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useCommand } from '#src/ui/use-command.ts';

export function RoleDeletionDialog({ deletion }: { deletion: ActorRefFrom<typeof roleDeletion> }) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion);
  const name = subject?.name ?? '';
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('role.deleteTitle')}
      text={t('role.deleteText', { name, users: subject?.users ?? 0 })}
      typed={{ expected: name, label: t('role.deleteTyped', { name }) }}
      confirmText={t('role.delete')}
    />
  );
}

import type { ActorRefFrom } from 'xstate';
import type { roleDeletion } from '#machines/sys-role/role-management.machine.ts';
import type { RoleRow } from '#machines/sys-role/role-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

interface Props {
  deletion: ActorRefFrom<typeof roleDeletion>;
  /** Opens the members of the role, which prevent its deletion. */
  onMembers: (role: RoleRow) => void;
}

export function RoleDeletionDialog({ deletion, onMembers }: Props) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion, (role) => t('ui.titled', { title: t('role.deleteTitle'), name: role.name }));
  const name = subject?.name ?? '';
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('role.deleteTitle')}
      text={t('role.deleteText', { name, users: subject?.users ?? 0 })}
      typed={{ expected: name, label: t('role.deleteTyped', { name }) }}
      confirmText={t('role.delete')}
    >
      {subject && subject.users > 0 && (
        <button
          type="button"
          className="ads-link-button"
          onClick={() => {
            dialog.onCancel();
            onMembers(subject);
          }}
        >
          {t('role.seeMembers')}
        </button>
      )}
    </ConfirmDialog>
  );
}

import type { ActorRefFrom } from 'xstate';
import type { departmentDeletion } from '#machines/sys-department/department-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

export function DepartmentDeletionDialog({ deletion }: { deletion: ActorRefFrom<typeof departmentDeletion> }) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion, (department) =>
    t('ui.titled', { title: t('department.deleteTitle'), name: department.name }),
  );
  const name = subject?.name ?? '';
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('department.deleteTitle')}
      text={t('department.deleteText', { name })}
      typed={{ expected: name, label: t('department.deleteTyped', { name }) }}
      confirmText={t('department.delete')}
    />
  );
}

import type { ActorRefFrom } from 'xstate';
import type { {{thing}}Deletion } from '#machines/{{name}}-management/{{name}}-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useCommand } from '#src/ui/use-command.ts';

export function {{Thing}}DeletionDialog({ deletion }: { deletion: ActorRefFrom<typeof {{thing}}Deletion> }) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion);
  const name = subject?.name ?? '';
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('{{thing}}.deleteTitle')}
      text={t('{{thing}}.deleteText', { name })}
      typed={{ expected: name, label: t('{{thing}}.deleteTyped', { name }) }}
      confirmText={t('{{thing}}.delete')}
    />
  );
}

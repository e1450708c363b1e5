import type { ActorRefFrom } from 'xstate';
import type { viewChange } from '#machines/kernel/list/saved-views.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '../batch/use-command.ts';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';

export interface SavedViewChangeDialogProps {
  change: ActorRefFrom<typeof viewChange>;
}

/** Asks before a view is deleted; says of any other change only that it was refused. */
export default function SavedViewChangeDialog({ change }: SavedViewChangeDialogProps) {
  const t = useText();
  const { subject, failure, dialog } = useCommand(change);
  if (!subject) return null;
  if (subject.kind !== 'delete') {
    const title = subject.kind === 'update' ? t('views.update', { name: subject.name }) : t('views.default');
    return <ConfirmDialog {...dialog} open={dialog.open && failure !== undefined} title={title} confirmText={t('ui.retry')} />;
  }
  const { name, shared } = subject.view;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('views.deleteTitle')}
      text={t(shared === 'me' ? 'views.deleteText' : 'views.deleteSharedText', { name })}
      confirmText={t('views.delete')}
    />
  );
}

import type { ActorRefFrom } from 'xstate';
import type { accountList, StatusChange, statusChange } from '#machines/sys-accounts/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

interface Props {
  status: ActorRefFrom<typeof statusChange>;
  list: ActorRefFrom<typeof accountList>;
}

/** Asks before an account is disabled; enabling opens a dialog only after a refusal. */
export function StatusDialog({ status, list }: Props) {
  const t = useText();
  const titleOf = ({ row, status: nextStatus }: StatusChange) =>
    t(nextStatus === 'enabled' ? 'account.enableTitle' : 'account.disableTitle', { account: row.account });
  const { subject, open, failure, dialog } = useCommand(status, titleOf, ({ row: before }, row) => ({ row, status: before.status }));
  if (!subject) return null;
  const isEnabling = subject.status === 'enabled';
  const { account } = subject.row;
  const cancel = () => {
    dialog.onCancel();
    // A refusal may be based on an outdated row.
    if (failure) list.send({ type: 'list.refreshRequested' });
  };
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !(isEnabling && !failure)}
      danger={!isEnabling}
      title={titleOf(subject)}
      text={t(isEnabling ? 'account.enableText' : 'account.disableText', { account })}
      confirmText={t(isEnabling ? 'account.enable' : 'account.disable')}
      onCancel={cancel}
    />
  );
}

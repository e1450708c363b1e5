import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { accountList, statusChange } from '#machines/account-management/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

interface Props {
  status: ActorRefFrom<typeof statusChange>;
  list: ActorRefFrom<typeof accountList>;
}

/** Asks before an account is disabled; enabling one is asked about only after it was refused. */
export function StatusDialog({ status, list }: Props) {
  const t = useText();
  const { subject, failure } = useSelector(status, (state) => state.context);
  const open = useSelector(status, (state) => state.hasTag('open'));
  const busy = useSelector(status, (state) => state.hasTag('writing'));
  if (!subject) return null;
  const enables = subject.status === 'enabled';
  const { account } = subject.row;
  const cancel = () => {
    status.send({ type: 'command.cancelled' });
    // What was refused may have been decided on an old row.
    if (failure) list.send({ type: 'list.refreshRequested' });
  };
  return (
    <ConfirmDialog
      open={open && !(enables && !failure)}
      danger={!enables}
      title={t(enables ? 'account.enableTitle' : 'account.disableTitle', { account })}
      text={t(enables ? 'account.enableText' : 'account.disableText', { account })}
      confirmText={t(enables ? 'account.enable' : 'account.disable')}
      busy={busy}
      failure={failure}
      onConfirm={() => status.send({ type: 'command.confirmed' })}
      onCancel={cancel}
    />
  );
}

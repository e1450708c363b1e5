import type { ActorRefFrom } from 'xstate';
import { sizeOf } from '#machines/kernel/batch/batch.machine.ts';
import type { bulkReset } from '#machines/sys-accounts/account-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

/** Asks before several accounts get new passwords. */
export function PasswordResetDialog({ reset }: { reset: ActorRefFrom<typeof bulkReset> }) {
  const t = useText();
  const format = useFormat();
  const { subject, dialog } = useCommand(reset);
  const count = sizeOf(subject);
  const countValues = { count, shown: format.number(count) };
  return (
    <ConfirmDialog
      {...dialog}
      title={t('account.reset.title')}
      text={t('account.reset.text', countValues)}
      confirmText={t('account.reset.button', countValues)}
    />
  );
}

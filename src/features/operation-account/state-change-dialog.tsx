import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import type { HostAccountParts } from './host-account-table.tsx';

/** Asks before the hosting of an account is started or paused. */
export function StateChangeDialog({ stateChange }: Pick<HostAccountParts, 'stateChange'>) {
  const t = useText();
  const { subject, dialog } = useCommand(stateChange, ({ row, to }) => t(`hosting.to.${to}.title`, { name: row.account.label }));
  if (!subject) return null;
  const { row, to } = subject;
  return (
    <ConfirmDialog
      {...dialog}
      title={t(`hosting.to.${to}.title`, { name: row.account.label })}
      text={t(`hosting.to.${to}.text`, { operator: row.operator.label })}
      confirmText={t(`hosting.to.${to}.button`)}
    />
  );
}

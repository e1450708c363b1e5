import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import type { RuleParts } from './rule-table.tsx';

/** Asks before a live rule is turned on, and shows why a rule could not be turned on or off. */
export function RuleSwitchDialog({ switching }: Pick<RuleParts, 'switching'>) {
  const t = useText();
  const titleOf = ({ rule, status }: { rule: { name: string }; status: string }) =>
    t(status === 'enabled' ? 'hostrule.turnOn' : 'hostrule.turnOff', { name: rule.name });
  const { subject, open, failure, dialog } = useCommand(switching, titleOf);
  if (!subject) return null;
  const isAsked = subject.status === 'enabled' && !subject.rule.dry_run;
  return (
    <ConfirmDialog
      {...dialog}
      open={open && (isAsked || failure !== undefined)}
      title={titleOf(subject)}
      text={t(isAsked ? 'hostrule.turnOnText' : 'hostrule.switchText', { accounts: subject.rule.targets.length })}
      confirmText={t(subject.status === 'enabled' ? 'hostrule.turnOnButton' : 'hostrule.turnOffButton')}
    />
  );
}

export function RuleDeletionDialog({ deletion }: Pick<RuleParts, 'deletion'>) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion, (rule) => t('ui.titled', { title: t('hostrule.deleteTitle'), name: rule.name }));
  const name = subject?.name ?? '';
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('hostrule.deleteTitle')}
      text={t('hostrule.deleteText', { name })}
      confirmText={t('hostrule.delete')}
    />
  );
}

/** Copying needs no question; the notice names the copy. */
export function RuleCopyNotice({ copying }: Pick<RuleParts, 'copying'>) {
  const t = useText();
  useCommand(copying, (rule) => t('ui.titled', { title: t('hostrule.copy'), name: rule.name }));
  return null;
}

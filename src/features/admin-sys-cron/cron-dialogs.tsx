import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { CronManagement, cronStart, cronSwitch } from '#machines/admin-sys-cron/cron-management.machine.ts';
import type { CronJob } from '#machines/admin-sys-cron/cron-rules.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { jobName } from './run-words.ts';

interface Props {
  page: CronManagement;
  cronSwitch: ActorRefFrom<typeof cronSwitch>;
  start: ActorRefFrom<typeof cronStart>;
  onRuns: (job: CronJob, runId: number) => void;
}

/** Asks before a task is started or switched off, and tells when it is already running. */
export function CronDialogs({ page, cronSwitch: switching, start, onRuns }: Props) {
  return (
    <>
      <StartDialog start={start} />
      <SwitchDialog cronSwitch={switching} />
      <CollisionDialog page={page} onRuns={onRuns} />
    </>
  );
}

function StartDialog({ start }: { start: Props['start'] }) {
  const t = useText();
  const locale = useLocaleName();
  const { subject, dialog } = useCommand(start);
  return (
    <ConfirmDialog
      {...dialog}
      title={t('cron.runTitle')}
      text={t('cron.runText', { name: subject ? jobName(subject, locale) : '' })}
      confirmText={t('cron.run')}
    />
  );
}

function SwitchDialog({ cronSwitch }: { cronSwitch: Props['cronSwitch'] }) {
  const t = useText();
  const locale = useLocaleName();
  const titleOf = ({ job, enabled }: { job: CronJob; enabled: boolean }) =>
    t(enabled ? 'cron.enabledOf' : 'cron.disableTitle', { name: jobName(job, locale) });
  const { subject, open, busy, dialog } = useCommand(cronSwitch, titleOf, ({ job, enabled }) => ({ job, enabled: !enabled }));
  // Enabling asks no question: the switch in the row shows the progress, and only a refusal opens the dialog.
  const isShown = open && !(busy && subject?.enabled);
  const disabling = subject?.enabled === false;
  const name = subject ? jobName(subject.job, locale) : '';
  return (
    <ConfirmDialog
      {...dialog}
      open={isShown}
      danger={disabling}
      title={subject ? titleOf(subject) : ''}
      text={disabling ? t('cron.disableText', { name }) : undefined}
      confirmText={t(disabling ? 'cron.disable' : 'cron.enable')}
    />
  );
}

function CollisionDialog({ page, onRuns }: Pick<Props, 'page' | 'onRuns'>) {
  const t = useText();
  const locale = useLocaleName();
  const open = useSelector(page, (state) => state.matches({ starts: 'colliding' }));
  const collision = useSelector(page, (state) => state.context.collision);
  if (!collision) return null;
  const { job, runId } = collision;
  return (
    <ConfirmDialog
      open={open}
      title={t('cron.colliding')}
      text={t('cron.collidingText', { name: jobName(job, locale), run: runId })}
      confirmText={t('cron.showRun')}
      onConfirm={() => onRuns(job, runId)}
      onCancel={() => page.send({ type: 'collision.dismissed' })}
    />
  );
}

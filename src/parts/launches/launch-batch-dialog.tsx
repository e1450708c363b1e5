import { useEffect } from 'react';
import { hasNoEffect, seenAmountsOf } from '#machines/parts/launches/dry-run.machine.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { launchConfirmationNeeds, setsAmounts } from '#machines/parts/launches/launch-batch-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { AdEditFields } from './ad-edit-fields.tsx';
import { AmountFields } from './amount-fields.tsx';
import { CopyFields } from './copy-fields.tsx';
import { DryRunList, useDryRun } from './dry-run-list.tsx';
import { GroupEditFields } from './group-edit-fields.tsx';
import { LargeChanges } from './large-changes.tsx';
import { NamingFields } from './naming-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

export interface LaunchLayerProps {
  parts: LaunchActionParts;
}

/** Confirms an action on campaigns, ad groups or ads, with a preview where there is one. */
export default function LaunchBatchDialog({ parts }: LaunchLayerProps) {
  const t = useText();
  const format = useFormat();
  const batch = useBatch(parts.batch);
  const { values, subject, busy, count, failure } = batch;
  const { action, level } = values;
  const dryRunState = useDryRun({ dryRun: parts.dryRun, subject, values });
  const { answer } = dryRunState;
  const refused = failure !== undefined;
  useEffect(() => {
    // The objects may have changed after a refusal, so the preview is renewed.
    if (refused) parts.dryRun.send({ type: 'dryRun.invalidated' });
  }, [refused, parts.dryRun]);
  if (!batch.open) return null;
  const faults = answer?.kind === 'refused' ? answer.faults : {};
  const field = <Name extends keyof typeof values>(name: Name) => {
    const bound = batch.field(name);
    return { ...bound, fault: bound.fault ?? faults[name] };
  };
  const confirm = () => {
    if (setsAmounts(values)) batch.change({ seen: seenAmountsOf(answer) });
    batch.confirm();
  };
  const bulkAction = { ...batch, field, confirm };
  const words = { count, shown: format.number(count), what: t(`launches.what.${level}`) };
  const { isDeletion, needsReason } = launchConfirmationNeeds(values);
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`launches.ask.${action}.title`, words)}
      text={t(action === 'edit' && level === 'ad' ? 'launches.ask.editAd.text' : `launches.ask.${action}.text`, words)}
      confirmText={t(`launches.ask.${action}.button`, words)}
      isDeletion={isDeletion}
      needsReason={needsReason}
      disabled={dryRunState.wanted && (answer === undefined ? setsAmounts(values) : hasNoEffect(answer))}
    >
      {(action === 'budget' || action === 'bid') && <AmountFields bulkAction={bulkAction} />}
      {action === 'schedule' && <ScheduleFields bulkAction={bulkAction} />}
      {action === 'edit' && level === 'ad' && <AdEditFields bulkAction={bulkAction} parts={parts} />}
      {action === 'edit' && level === 'ad_group' && <GroupEditFields bulkAction={bulkAction} parts={parts} />}
      {action === 'rename' && <NamingFields bulkAction={bulkAction} />}
      {action === 'copy' && <CopyFields bulkAction={bulkAction} parts={parts} answer={answer} />}
      {action === 'transfer' && (
        <PickerField label={t('launches.newOwner')} {...field('user_id')} picker={parts.people} disabled={busy} required />
      )}
      {action === 'remove' && (
        <SwitchField
          label={t('launches.force')}
          {...field('force')}
          words={{ on: t('launches.force.on'), isDisabled: t('launches.force.off') }}
          disabled={busy}
        />
      )}
      <DryRunList dryRunState={dryRunState} dryRun={parts.dryRun} />
      {setsAmounts(values) && <LargeChanges seen={seenAmountsOf(answer)} {...field('confirmed')} disabled={busy} />}
    </BatchConfirmDialog>
  );
}

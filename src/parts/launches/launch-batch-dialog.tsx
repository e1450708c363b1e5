import { launchCaution } from '#machines/kernel/launches/launch-batch-rules.ts';
import type { HandParts } from '#machines/kernel/launches/launch-hands.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchQuestion } from '#src/ui/batch-question.tsx';
import { SwitchField } from '#src/ui/choice-fields.tsx';
import { PickerField } from '#src/ui/picker-fields.tsx';
import { useBatch } from '#src/ui/use-batch.ts';
import { AmountFields } from './amount-fields.tsx';
import { CopyFields } from './copy-fields.tsx';
import { DryRunList, useDryRun } from './dry-run-list.tsx';
import { NamingFields } from './naming-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

export interface LaunchLayerProps {
  parts: HandParts;
}

/** Asks before something is done to campaigns, ad groups or ads, with what it would come to where that can be known. */
export default function LaunchBatchDialog({ parts }: LaunchLayerProps) {
  const t = useText();
  const format = useFormat();
  const asked = useBatch(parts.batch);
  const { values, subject, field, busy, count } = asked;
  const { action, level } = values;
  const tried = useDryRun({ dryRun: parts.dryRun, subject, values });
  if (!asked.open) return null;
  const words = { count, shown: format.number(count), what: t(`launches.what.${level}`) };
  const { isDeletion, wantsReason } = launchCaution(values);
  return (
    <BatchQuestion
      asked={asked}
      title={t(`launches.ask.${action}.title`, words)}
      text={t(`launches.ask.${action}.text`, words)}
      confirmText={t(`launches.ask.${action}.button`, words)}
      isDeletion={isDeletion}
      wantsReason={wantsReason}
    >
      {(action === 'budget' || action === 'bid') && <AmountFields asked={asked} />}
      {action === 'schedule' && <ScheduleFields asked={asked} />}
      {action === 'rename' && <NamingFields asked={asked} />}
      {action === 'copy' && <CopyFields asked={asked} parts={parts} answer={tried.answer} />}
      {action === 'transfer' && (
        <PickerField label={t('launches.newOwner')} {...field('user_id')} picker={parts.people} disabled={busy} required />
      )}
      {action === 'remove' && (
        <SwitchField
          label={t('launches.force')}
          {...field('force')}
          words={{ on: t('launches.force.on'), off: t('launches.force.off') }}
          disabled={busy}
        />
      )}
      <DryRunList tried={tried} dryRun={parts.dryRun} />
    </BatchQuestion>
  );
}

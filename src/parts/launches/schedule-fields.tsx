import { scheduleActions, scheduleActionWords, scheduleRepeats, scheduleRepeatWords } from '#contracts/vocabulary/launches.ts';
import { instantText } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { InstantField, isInstant } from '#src/ui/date/instant-field.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import type { LaunchBulkAction } from './launch-bulk-action.ts';

/** A scheduled time in the timezone of the account. */
export function ScheduleFields({ bulkAction: { values, field, change, busy } }: { bulkAction: LaunchBulkAction }) {
  const t = useText();
  const w = useWords();
  const viewer = useViewer();
  const own = useTimezone();
  const { scheduled, run_at, currency, level, timezone = own } = values;
  const getBudgetRefusal = () => {
    if (level === 'ad') return t('launches.cannot.noBudget');
    if (!viewer.can('budget')) return t('launches.cannot.notGranted');
    return currency === undefined ? t('launches.oneCurrency') : undefined;
  };
  const help = [
    t(values.timezone === undefined ? 'launches.ownTime' : 'launches.accountTime', { timezone }),
    isInstant(run_at) && own !== timezone ? t('launches.elsewhere', { at: instantText(run_at, own), timezone: own }) : '',
  ];
  return (
    <>
      <ChoiceField
        as="radio"
        label={t('launches.scheduled')}
        {...field('scheduled')}
        options={scheduleActions.map((value) => {
          const disabled = value === 'budget' ? getBudgetRefusal() : undefined;
          return { value, label: w(scheduleActionWords[value]), ...(disabled && { disabled }) };
        })}
        onChange={(chosen) => chosen && change({ scheduled: chosen })}
        disabled={busy}
        required
      />
      {scheduled === 'budget' && (
        <NumberField label={t('launches.newBudget')} {...field('value')} unit={currency ?? ''} disabled={busy} required />
      )}
      <InstantField
        label={t('launches.runAt')}
        {...field('run_at')}
        timezone={timezone}
        help={help.filter(Boolean).join(' · ')}
        disabled={busy}
        required
      />
      <ChoiceField
        as="radio"
        label={t('launches.repeat')}
        {...field('repeat')}
        options={scheduleRepeats.map((value) => ({ value, label: w(scheduleRepeatWords[value]) }))}
        onChange={(chosen) => chosen && change({ repeat: chosen })}
        disabled={busy}
        required
      />
    </>
  );
}

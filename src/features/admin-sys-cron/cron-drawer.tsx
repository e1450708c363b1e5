import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { cronForm, cronList } from '#machines/cron-management/cron-management.machine.ts';
import type { CronValues } from '#machines/cron-management/cron-rules.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/text-fields.tsx';
import { cronWords } from './cron-words.ts';
import { jobName } from './run-words.ts';

interface Props {
  form: ActorRefFrom<typeof cronForm>;
  list: ActorRefFrom<typeof cronList>;
}

export function CronDrawer({ form, list }: Props) {
  const t = useText();
  const locale = useLocaleName();
  const { values, subject, faults, others, failure, refusals } = useSelector(form, (state) => state.context);
  const open = useSelector(form, (state) => state.hasTag('open'));
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const asking = useSelector(form, (state) => state.matches('confirmingLeave'));
  const job = useSelector(list, (state) => state.context.answer?.rows.find(({ key }) => key === subject?.key));
  const words = cronWords(values.cron, locale, t);

  const change = (changes: Partial<CronValues>) => form.send({ type: 'form.fieldChanged', changes });
  const leave = (field: keyof CronValues) => () => form.send({ type: 'form.fieldLeft', field });
  return (
    <FormDrawer
      open={open}
      title={t('cron.editTitle', { name: job ? jobName(job, locale) : (subject?.key ?? '') })}
      busy={busy}
      asking={asking}
      onSave={() => form.send({ type: 'form.submitted' })}
      onClose={() => form.send({ type: 'form.closeRequested' })}
      onLeaveConfirmed={() => form.send({ type: 'form.leaveConfirmed' })}
      onLeaveCancelled={() => form.send({ type: 'form.leaveCancelled' })}
      failure={failure}
      others={others}
      refusals={refusals}
    >
      <TextField
        label={t('cron.cron')}
        help={
          <>
            {t('cron.cronHelp')}
            <br />
            <strong>{words === undefined ? '' : t('cron.cronMeans', { words })}</strong>
          </>
        }
        value={values.cron}
        onChange={(cron) => change({ cron })}
        onLeave={leave('cron')}
        fault={faults.cron}
        required
        autoFocus
      />
      <NumberField
        label={t('cron.timeout')}
        help={t('cron.timeoutHelp')}
        unit={t('cron.seconds')}
        value={values.timeout_s}
        onChange={(timeout_s) => change({ timeout_s })}
        onLeave={leave('timeout_s')}
        fault={faults.timeout_s}
        required
      />
    </FormDrawer>
  );
}

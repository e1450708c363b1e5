import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { cronForm, cronList } from '#machines/admin-sys-cron/cron-management.machine.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { jobName } from './run-words.ts';
import { useCronMeaning } from './use-cron-meaning.ts';

interface Props {
  form: ActorRefFrom<typeof cronForm>;
  list: ActorRefFrom<typeof cronList>;
}

export function CronDrawer({ form, list }: Props) {
  const t = useText();
  const locale = useLocaleName();
  const { values, subject, field, drawer } = useForm(form);
  const job = useSelector(list, (state) => state.context.answer?.rows.find(({ key }) => key === subject?.key));
  const meaning = useCronMeaning(values.cron, job?.next_runs[0]);

  return (
    <FormDrawer {...drawer} title={t('cron.editTitle', { name: job ? jobName(job, locale) : (subject?.key ?? '') })}>
      <TextField
        label={t('cron.cron')}
        help={
          <>
            {t('cron.cronHelp')}
            <br />
            <strong>{meaning}</strong>
          </>
        }
        {...field('cron')}
        required
        autoFocus
      />
      <NumberField label={t('cron.timeout')} help={t('cron.timeoutHelp')} unit={t('cron.seconds')} {...field('timeout_s')} required />
    </FormDrawer>
  );
}

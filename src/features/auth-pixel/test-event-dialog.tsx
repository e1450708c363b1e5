import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { currencyChoice } from '#machines/kernel/assets/asset-pickers.machine.ts';
import type { PixelManagement, testEventForm } from '#machines/pixel-management/pixel-management.machine.ts';
import { TEST_EVENTS } from '#machines/pixel-management/pixel-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/block.tsx';
import { ChoiceField } from '#src/ui/choice-fields.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FormPair } from '#src/ui/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/text-fields.tsx';
import { useForm } from '#src/ui/use-form.ts';
import { useOptions } from '#src/ui/use-options.ts';
import { useWanted } from '#src/ui/use-wanted.ts';

interface Props {
  page: PixelManagement;
  form: ActorRefFrom<typeof testEventForm>;
  currencies: ActorRefFrom<typeof currencyChoice>;
}

/** An event that is sent to see whether it arrives, and what the channel says to it. */
export function TestEventDialog({ page, form, currencies }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return (
    <>
      {open && <OpenTestEventDialog form={form} currencies={currencies} />}
      <TestAnswer page={page} />
    </>
  );
}

function OpenTestEventDialog({ form, currencies }: Omit<Props, 'page'>) {
  const t = useText();
  const locale = useLocaleName();
  const { values, subject, change, field, dialog, busy } = useForm(form);
  const { options: known, control } = useOptions(currencies);
  useWanted(currencies);
  return (
    <ConfirmDialog
      {...dialog}
      title={t('pixel.testTitle', { name: subject?.name ?? '' })}
      text={t('pixel.testText')}
      confirmText={t('pixel.testButton')}
    >
      <ChoiceField
        label={t('pixel.eventName')}
        {...field('event_name')}
        options={TEST_EVENTS.map((value) => ({ value, label: value, note: t(`pixel.event.${value}`) }))}
        onChange={(event_name) => event_name && change({ event_name })}
        disabled={busy}
        required
      />
      <TextField label={t('pixel.url')} help={t('pixel.urlHelp')} placeholder="https://" {...field('url')} disabled={busy} required />
      <FormPair>
        <NumberField label={t('pixel.value')} {...field('value')} disabled={busy} />
        <ChoiceField
          label={t('pixel.currency')}
          {...field('currency')}
          options={known.map(({ value, label_zh, label_en }) => ({ value, label: value, note: locale === 'en' ? label_en : label_zh }))}
          {...control}
          // How many digits the value may have follows from it, so what was said of one is no longer sure.
          onChange={(currency) => currency && change({ currency, value: values.value })}
          disabled={busy}
          required
        />
      </FormPair>
    </ConfirmDialog>
  );
}

function TestAnswer({ page }: Pick<Props, 'page'>) {
  const t = useText();
  const format = useFormat();
  const tested = useSelector(page, (state) => state.context.answer?.tested);
  if (!tested) return null;
  const { pixel, values, received, errors } = tested;
  return (
    <ConfirmDialog
      open
      title={t('pixel.testedTitle', { name: pixel.name })}
      confirmText={t('pixel.testAgain')}
      cancelText={t('ui.close')}
      onConfirm={() => page.send({ type: 'test.repeated' })}
      onCancel={() => page.send({ type: 'test.read' })}
    >
      <Remark
        kind={errors.length > 0 || received === 0 ? 'warn' : 'info'}
        title={t('pixel.tested', { event: values.event_name, received, shown: format.number(received) })}
      >
        {errors.length > 0 && (
          <ul>
            {errors.map(({ event_id, message }) => (
              <li key={event_id}>
                <span className="ads-numbers">{event_id}</span> {message}
              </li>
            ))}
          </ul>
        )}
      </Remark>
    </ConfirmDialog>
  );
}

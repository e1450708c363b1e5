import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { pixelEventNames, pixelEventWords } from '#contracts/vocabulary/pixels.ts';
import type { testEventForm } from '#machines/auth-pixel/pixel-management.machine.ts';
import type { testAnswer } from '#machines/auth-pixel/pixel-parts.machine.ts';
import type { currencyChoice } from '#machines/parts/assets/asset-pickers.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormPair } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';

interface Props {
  form: ActorRefFrom<typeof testEventForm>;
  answer: ActorRefFrom<typeof testAnswer>;
  currencies: ActorRefFrom<typeof currencyChoice>;
}

/** Sends a test event and shows the answer of the channel. */
export function TestEventDialog({ form, answer, currencies }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return (
    <>
      {open && <OpenTestEventDialog form={form} currencies={currencies} />}
      <TestAnswer answer={answer} />
    </>
  );
}

function OpenTestEventDialog({ form, currencies }: Omit<Props, 'answer'>) {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const { values, subject, change, field, dialog, busy } = useForm(form);
  const { options: currencyOptions, control } = useOptions(currencies);
  useLoadOptions(currencies);
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
        options={pixelEventNames.map((value) => ({ value, label: value, note: w(pixelEventWords[value]) }))}
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
          options={currencyOptions.map(({ value, label_zh, label_en }) => ({
            value,
            label: value,
            note: locale === 'en' ? label_en : label_zh,
          }))}
          {...control}
          // The number of decimals depends on the currency, so the fault of the value is reset.
          onChange={(currency) => currency && change({ currency, value: values.value })}
          disabled={busy}
          required
        />
      </FormPair>
    </ConfirmDialog>
  );
}

function TestAnswer({ answer }: Pick<Props, 'answer'>) {
  const t = useText();
  const format = useFormat();
  const result = useSelector(answer, (state) => state.context.answer);
  if (!result) return null;
  const { pixel, values, received, errors } = result;
  return (
    <ConfirmDialog
      open
      title={t('pixel.testedTitle', { name: pixel.name })}
      confirmText={t('pixel.testAgain')}
      cancelText={t('ui.close')}
      onConfirm={() => answer.send({ type: 'test.repeated' })}
      onCancel={() => answer.send({ type: 'test.read' })}
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

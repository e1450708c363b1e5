import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { pixelCapiWords, pixelColumnWords } from '#contracts/vocabulary/pixels.ts';
import type {
  capiForm as capiFormMachine,
  capiSwitch as capiSwitchMachine,
  pixelList,
} from '#machines/auth-pixel/pixel-management.machine.ts';
import type { CapiValues } from '#machines/auth-pixel/pixel-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { PasswordField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { SwitchField } from '#src/ui/pick/choice-fields.tsx';

interface Props {
  form: ActorRefFrom<typeof capiFormMachine>;
}

/** Settings of server events (CAPI). */
export function CapiDrawer({ form }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenCapiDrawer form={form} /> : null;
}

function OpenCapiDrawer({ form }: Props) {
  const t = useText();
  const w = useWords();
  const { values, subject, change, field, drawer } = useForm(form);
  const collision = useSelector(form, (state) => state.context);
  const labels = { capi_enabled: w(pixelColumnWords.capi_enabled), test_event_code: t('pixel.testEventCode') };
  const conflict = conflictChanges(collision, labels, (capi: CapiValues) => ({
    capi_enabled: w(capi.capi_enabled ? pixelCapiWords.yes : pixelCapiWords.no),
    test_event_code: capi.test_event_code,
  }));
  const isSet = subject?.capi_token_set === true;
  return (
    <FormDrawer {...drawer} title={t('pixel.capiTitle', { name: subject?.name ?? '' })} saveText={t('pixel.save')} conflict={conflict}>
      <FormSection note={t('pixel.capiNote')}>
        <SwitchField
          label={w(pixelColumnWords.capi_enabled)}
          {...field('capi_enabled')}
          words={{ on: w(pixelCapiWords.yes), isDisabled: w(pixelCapiWords.no) }}
          // Whether a token is required depends on it, so the fault of the token is reset.
          onChange={(capi_enabled) => change({ capi_enabled, capi_token: values.capi_token })}
        />
        <PasswordField
          label={t('pixel.capiToken')}
          help={t(isSet ? 'pixel.capiTokenKept' : 'pixel.capiTokenHelp')}
          placeholder={isSet ? t('pixel.capiTokenSet') : ''}
          autoComplete="new-password"
          {...field('capi_token')}
          required={values.capi_enabled && !isSet}
        />
        <TextField label={t('pixel.testEventCode')} help={t('pixel.testEventCodeHelp')} {...field('test_event_code')} />
      </FormSection>
    </FormDrawer>
  );
}

interface SwitchProps {
  list: ActorRefFrom<typeof pixelList>;
  capiSwitch: ActorRefFrom<typeof capiSwitchMachine>;
}

/** Asks before server events are switched off; switching on opens a dialog only after a refusal. */
export function CapiSwitchDialog({ list, capiSwitch }: SwitchProps) {
  const t = useText();
  const { subject, open, failure, dialog } = useCommand(
    capiSwitch,
    ({ row, enabled }) => t(enabled ? 'pixel.capiOnTitle' : 'pixel.capiOffTitle', { name: row.name }),
    ({ enabled }, row) => ({ row, enabled: !enabled }),
  );
  if (!subject) return null;
  const { row, enabled } = subject;
  const cancel = () => {
    dialog.onCancel();
    // A refusal may be based on an outdated row.
    if (failure) list.send({ type: 'list.refreshRequested' });
  };
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !(enabled && !failure)}
      danger={!enabled}
      title={t(enabled ? 'pixel.capiOnTitle' : 'pixel.capiOffTitle', { name: row.name })}
      text={t(enabled ? 'pixel.capiOnText' : 'pixel.capiOffText')}
      confirmText={t(enabled ? 'pixel.enable' : 'pixel.disable')}
      onCancel={cancel}
    />
  );
}

import type { ActorRefFrom } from 'xstate';
import {
  alertKinds,
  alertKindWords,
  alertLevels,
  alertLevelWords,
  alertTargetFormats,
  alertTargetFormatWords,
  alertTargetLanguages,
} from '#contracts/vocabulary/alerts.ts';
import type { alertTargetForm } from '#machines/parts/alert-delivery/alert-delivery.machine.ts';
import { isSigned, needsAddress } from '#machines/parts/alert-delivery/target-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { PasswordField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceField, MultiChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';

const languageWords = { zh: { zh: '中文', en: '中文' }, en: { zh: 'English', en: 'English' } };

/** Adds or edits a delivery target. */
export function TargetForm({ form }: { form: ActorRefFrom<typeof alertTargetForm> }) {
  const t = useText();
  const w = useWords();
  const { values, subject, change, field, drawer } = useForm(form);
  const isNewAddress = needsAddress(values, subject);
  const isSecretKept = subject?.secret_set === true && !isNewAddress;
  const switchWords = { on: t('delivery.on'), isDisabled: t('delivery.off') };
  return (
    <FormDrawer {...drawer} title={subject ? t('delivery.editTitle', { name: subject.name }) : t('delivery.addTitle')}>
      <FormSection title={t('delivery.sectionTarget')}>
        <TextField label={t('delivery.name')} {...field('name')} required autoFocus />
        <FormPair>
          <ChoiceField
            label={t('delivery.format')}
            {...field('format')}
            // Whether an address is required depends on it, so the fault of the address is reset.
            onChange={(format) => format && change({ format, address: values.address, secret: '' })}
            options={alertTargetFormats.map((value) => ({ value, label: w(alertTargetFormatWords[value]) }))}
            required
          />
          <ChoiceField
            label={t('delivery.language')}
            {...field('language')}
            onChange={(language) => language && change({ language })}
            options={alertTargetLanguages.map((value) => ({ value, label: w(languageWords[value]) }))}
            required
          />
        </FormPair>
        <PasswordField
          label={t('delivery.address')}
          help={isNewAddress ? t(`delivery.addressHelp.${values.format}`) : t('delivery.addressKept', { address: subject?.address ?? '' })}
          autoComplete="new-password"
          {...field('address')}
          required={isNewAddress}
        />
        {isSigned(values.format) && (
          <PasswordField
            label={t('delivery.secret')}
            help={isSecretKept ? t('delivery.secretKept') : t(values.format === 'json' ? 'delivery.secretHelpJson' : 'delivery.secretHelp')}
            autoComplete="new-password"
            {...field('secret')}
          />
        )}
        <SwitchField label={t('delivery.enabled')} {...field('enabled')} words={switchWords} />
      </FormSection>
      <FormSection title={t('delivery.sectionWhich')}>
        <MultiChoiceField
          as="checks"
          label={t('delivery.levels')}
          {...field('levels')}
          options={alertLevels.map((value) => ({ value, label: w(alertLevelWords[value]) }))}
          required
        />
        <MultiChoiceField
          label={t('delivery.kinds')}
          {...field('kinds')}
          placeholder={t('delivery.allKinds')}
          options={alertKinds.map((value) => ({ value, label: w(alertKindWords[value]) }))}
        />
      </FormSection>
      <FormSection title={t('delivery.sectionQuiet')} note={t('delivery.quietNote')}>
        <SwitchField label={t('delivery.quiet')} {...field('isQuiet')} words={switchWords} />
        {values.isQuiet && (
          <>
            <FormPair>
              <TextField label={t('delivery.quietFrom')} placeholder="22:00" {...field('quiet_from')} required />
              <TextField label={t('delivery.quietTo')} placeholder="08:00" {...field('quiet_to')} required />
            </FormPair>
            <SwitchField label={t('delivery.quietErrors')} {...field('quiet_errors')} words={switchWords} />
          </>
        )}
      </FormSection>
    </FormDrawer>
  );
}

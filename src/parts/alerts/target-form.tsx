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
import type { alertTargetForm } from '#machines/alert-delivery/alert-delivery.machine.ts';
import { isSigned, needsAddress } from '#machines/alert-delivery/target-rules.ts';
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
  const switchWords = { on: t('alerts.on'), isDisabled: t('alerts.off') };
  return (
    <FormDrawer {...drawer} title={subject ? t('alerts.editTitle', { name: subject.name }) : t('alerts.addTitle')}>
      <FormSection title={t('alerts.sectionTarget')}>
        <TextField label={t('alerts.name')} {...field('name')} required autoFocus />
        <FormPair>
          <ChoiceField
            label={t('alerts.format')}
            {...field('format')}
            // Whether an address is required depends on it, so the fault of the address is reset.
            onChange={(format) => format && change({ format, address: values.address, secret: '' })}
            options={alertTargetFormats.map((value) => ({ value, label: w(alertTargetFormatWords[value]) }))}
            required
          />
          <ChoiceField
            label={t('alerts.language')}
            {...field('language')}
            onChange={(language) => language && change({ language })}
            options={alertTargetLanguages.map((value) => ({ value, label: w(languageWords[value]) }))}
            required
          />
        </FormPair>
        <PasswordField
          label={t('alerts.address')}
          help={isNewAddress ? t(`alerts.addressHelp.${values.format}`) : t('alerts.addressKept', { address: subject?.address ?? '' })}
          autoComplete="new-password"
          {...field('address')}
          required={isNewAddress}
        />
        {isSigned(values.format) && (
          <PasswordField
            label={t('alerts.secret')}
            help={isSecretKept ? t('alerts.secretKept') : t(values.format === 'json' ? 'alerts.secretHelpJson' : 'alerts.secretHelp')}
            autoComplete="new-password"
            {...field('secret')}
          />
        )}
        <SwitchField label={t('alerts.enabled')} {...field('enabled')} words={switchWords} />
      </FormSection>
      <FormSection title={t('alerts.sectionWhich')}>
        <MultiChoiceField
          as="checks"
          label={t('alerts.levels')}
          {...field('levels')}
          options={alertLevels.map((value) => ({ value, label: w(alertLevelWords[value]) }))}
          required
        />
        <MultiChoiceField
          label={t('alerts.kinds')}
          {...field('kinds')}
          placeholder={t('alerts.allKinds')}
          options={alertKinds.map((value) => ({ value, label: w(alertKindWords[value]) }))}
        />
      </FormSection>
      <FormSection title={t('alerts.sectionQuiet')} note={t('alerts.quietNote')}>
        <SwitchField label={t('alerts.quiet')} {...field('isQuiet')} words={switchWords} />
        {values.isQuiet && (
          <>
            <FormPair>
              <TextField label={t('alerts.quietFrom')} placeholder="22:00" {...field('quiet_from')} required />
              <TextField label={t('alerts.quietTo')} placeholder="08:00" {...field('quiet_to')} required />
            </FormPair>
            <SwitchField label={t('alerts.quietErrors')} {...field('quiet_errors')} words={switchWords} />
          </>
        )}
      </FormSection>
    </FormDrawer>
  );
}

import { needsBeneficiary } from '#contracts/rules/beneficiaries.ts';
import { homepageModes, initialStatuses, landingModes, pixelModes } from '#contracts/rules/scheme-body.ts';
import { countriesInName, dateInName, filledName, type NameMacro, nameMacros, seqInName } from '#contracts/rules/scheme-names.ts';
import { templateFault } from '#contracts/rules/scheme-rules.ts';
import type { SchemeFields } from '#machines/parts/schemes/scheme-values.ts';
import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import type { SchemeForm } from './use-scheme-form.ts';
import type { SchemePickers } from './use-scheme-words.ts';

interface Props {
  form: SchemeForm;
  labels: Record<keyof SchemeFields, string>;
}

/** Homepage, landing page and pixel, and who stands behind the ads where that must be said. */
export function IdentityFields({
  form: { values, field, change },
  labels,
  pickers: { sites, pixels, homepages, landings },
}: Props & { pickers: Pick<SchemePickers, 'sites' | 'pixels' | 'homepages' | 'landings'> }) {
  const t = useText();
  const { biz, site_id } = values;
  const onSite = site_id === undefined ? {} : { site_id };
  return (
    <FormSection title={t('publish.section.identity')}>
      <PickerField label={labels.site_id} {...field('site_id')} picker={sites} narrowing={{ biz }} required />
      <ChoiceField
        as="radio"
        label={labels.pixel_mode}
        {...field('pixel_mode')}
        options={pixelModes.map((value) => ({ value, label: t(`scheme.pixelMode.${value}`) }))}
        onChange={(chosen) => chosen && change({ pixel_mode: chosen, ...(chosen !== 'fixed' && { pixel_id: undefined }) })}
        required
      />
      {values.pixel_mode === 'fixed' && <PickerField label={labels.pixel_id} {...field('pixel_id')} picker={pixels} required />}
      <ChoiceField
        as="radio"
        label={labels.homepage_mode}
        {...field('homepage_mode')}
        options={homepageModes.map((value) => ({ value, label: t(`scheme.homepageMode.${value}`) }))}
        onChange={(homepage_mode) => homepage_mode && change({ homepage_mode })}
        required
      />
      <PickerListField label={labels.homepage_ids} {...field('homepage_ids')} picker={homepages} narrowing={{ use: 'ads' }} required />
      <ChoiceField
        as="radio"
        label={labels.landing_mode}
        {...field('landing_mode')}
        options={landingModes.map((value) => ({
          value,
          label: t(`scheme.landingMode.${value}`),
          note: t(`publish.landingModeNote.${value}`),
        }))}
        onChange={(landing_mode) => landing_mode && change({ landing_mode })}
        required
      />
      {values.landing_mode === 'fixed' && (
        <PickerListField
          label={labels.landing_page_ids}
          {...field('landing_page_ids')}
          picker={landings}
          narrowing={{ ...onSite, biz }}
          required
        />
      )}
      {needsBeneficiary(values.countries) && (
        <FormPair>
          <TextField label={labels.beneficiary} help={t('publish.beneficiaryHelp')} {...field('beneficiary')} />
          <TextField label={labels.payer} help={t('publish.payerHelp')} {...field('payer')} />
        </FormPair>
      )}
    </FormSection>
  );
}

const LEVELS = ['campaign', 'ad_group', 'ad'] as const;

/** Names of all objects, with a live example. */
export function NamingFields({ form: { values, field, change }, labels }: Props) {
  const t = useText();
  const format = useFormat();
  const viewer = useViewer();
  const sample: Record<NameMacro, string> = {
    content: t(`publish.sample.${values.biz}`),
    country: countriesInName(values.countries.length > 0 ? values.countries : ['US']),
    account: t('publish.sample.account'),
    user: viewer.name || viewer.account,
    date: dateInName(dateIn(new Date(), format.timezone)),
    seq: seqInName(1),
    material: t('publish.sample.material'),
    scheme: values.name.trim() || t('publish.sample.scheme'),
    landing: t('publish.sample.landing'),
  };
  return (
    <FormSection
      title={t('publish.section.naming')}
      note={t('publish.namingNote', { macros: nameMacros.map((name) => `{${name}}`).join(' ') })}
    >
      {LEVELS.map((level) => (
        <TextField
          key={level}
          label={labels[level]}
          {...field(level)}
          help={templateFault(values[level]) ? undefined : t('publish.nameExample', { name: filledName(values[level], sample) })}
          required
        />
      ))}
      <ChoiceField
        as="radio"
        label={labels.initial_status}
        {...field('initial_status')}
        options={initialStatuses.map((value) => ({
          value,
          label: t(`scheme.initialStatus.${value}`),
          note: t(`publish.initialStatusNote.${value}`),
        }))}
        onChange={(initial_status) => initial_status && change({ initial_status })}
        required
      />
    </FormSection>
  );
}

import { placementWords } from '#contracts/rules/breakdowns.ts';
import { countrySplits, genders, placementModes, placements, schemeLimits, startModes, systems } from '#contracts/rules/scheme-body.ts';
import { takesDayparting } from '#contracts/rules/scheme-rules.ts';
import type { SchemeFields } from '#machines/parts/schemes/scheme-values.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCountries, useInterests } from '#src/parts/launches/index.ts';
import { InstantField } from '#src/ui/date/instant-field.tsx';
import { WeekHoursField } from '#src/ui/date/week-hours-field.tsx';
import { FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField, MultiChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import type { SchemeForm } from './use-scheme-form.ts';
import type { SchemePickers } from './use-scheme-words.ts';

interface Props {
  form: SchemeForm;
  labels: Record<keyof SchemeFields, string>;
}

/** Audience and placements. */
export function AudienceFields({
  form: { values, field, change },
  labels,
  pickers: { countries, locales, interests, audiences },
}: Props & { pickers: Pick<SchemePickers, 'countries' | 'locales' | 'interests' | 'audiences'> }) {
  const t = useText();
  const w = useWords();
  const country = useCountries(countries);
  const language = useDictionary(locales);
  const interest = useInterests(interests, values.interests);
  const included = useInterests(audiences, values.audiences);
  const excluded = useInterests(audiences, values.excluded_audiences);
  return (
    <FormSection title={t('publish.section.audience')}>
      <MultiChoiceField label={labels.countries} {...field('countries')} options={country.choices} {...country.control} required />
      <ChoiceField
        as="radio"
        label={labels.country_split}
        {...field('country_split')}
        options={countrySplits.map((value) => ({
          value,
          label: t(`scheme.countrySplit.${value}`),
          note: t(`publish.countrySplitNote.${value}`),
        }))}
        onChange={(country_split) => country_split && change({ country_split })}
        required
      />
      <FormPair>
        <NumberField label={labels.age_min} {...field('age_min')} required />
        <NumberField label={labels.age_max} help={t('publish.ageHelp')} {...field('age_max')} required />
      </FormPair>
      <FormPair>
        <ChoiceField
          as="radio"
          label={labels.genders}
          {...field('genders')}
          options={genders.map((value) => ({ value, label: t(`scheme.genders.${value}`) }))}
          onChange={(chosen) => chosen && change({ genders: chosen })}
          required
        />
        <ChoiceField
          as="radio"
          label={labels.os}
          {...field('os')}
          options={systems.map((value) => ({ value, label: t(`scheme.os.${value}`) }))}
          onChange={(os) => os && change({ os })}
          required
        />
      </FormPair>
      <MultiChoiceField
        label={labels.locales}
        help={t('publish.localesHelp')}
        {...field('locales')}
        options={language.list}
        {...language.control}
      />
      <ChoiceField
        as="radio"
        label={labels.placement_mode}
        {...field('placement_mode')}
        options={placementModes.map((value) => ({ value, label: t(`scheme.placementMode.${value}`) }))}
        onChange={(placement_mode) => placement_mode && change({ placement_mode })}
        required
      />
      {values.placement_mode === 'manual' && (
        <MultiChoiceField
          as="checks"
          label={labels.placements}
          {...field('placements')}
          options={placements.map((value) => ({ value, label: w(placementWords[value]) }))}
          required
        />
      )}
      <MultiChoiceField
        label={labels.interests}
        help={t('publish.interestsHelp', { most: schemeLimits.interests })}
        {...field('interests')}
        options={interest.list}
        names={interest.names}
        onSearch={interest.onSearch}
        {...interest.control}
      />
      <MultiChoiceField
        label={labels.audiences}
        help={t('publish.audiencesHelp')}
        {...field('audiences')}
        options={included.list}
        names={included.names}
        {...included.control}
      />
      <MultiChoiceField
        label={labels.excluded_audiences}
        {...field('excluded_audiences')}
        options={excluded.list}
        names={excluded.names}
        {...excluded.control}
      />
      <SwitchField
        label={labels.exclude_payers}
        {...field('exclude_payers')}
        words={{ on: t('publish.excludePayersOn'), isDisabled: t('publish.excludePayersOff') }}
      />
    </FormSection>
  );
}

/** Start, end and hours. */
export function TimeFields({ form: { values, field, change }, labels }: Props) {
  const t = useText();
  const isLifetime = takesDayparting(values.budget_mode);
  return (
    <FormSection title={t('publish.section.time')}>
      <ChoiceField
        as="radio"
        label={labels.start_mode}
        {...field('start_mode')}
        options={startModes.map((value) => ({ value, label: t(`scheme.startMode.${value}`) }))}
        onChange={(chosen) => chosen && change({ start_mode: chosen, ...(chosen !== 'at' && { start_at: '' }) })}
        required
      />
      <FormPair>
        {values.start_mode === 'at' && <InstantField label={labels.start_at} {...field('start_at')} required />}
        <InstantField
          label={labels.end_at}
          {...(!isLifetime && { help: t('publish.endHelp') })}
          {...field('end_at')}
          required={isLifetime}
        />
      </FormPair>
      {(isLifetime || values.dayparting.length > 0) && (
        <WeekHoursField label={labels.dayparting} help={t('publish.daypartingHelp')} {...field('dayparting')} />
      )}
    </FormSection>
  );
}

import { genders, schemeLimits } from '#contracts/rules/scheme-body.ts';
import { GROUP_EDIT_PARTS } from '#machines/parts/launches/group-edit-rules.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { InstantField } from '#src/ui/date/instant-field.tsx';
import { FormPair } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField, MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import type { LaunchBulkAction } from './launch-bulk-action.ts';
import { useCountries } from './use-countries.ts';
import { useInterests } from './use-interests.ts';

interface Props {
  bulkAction: LaunchBulkAction;
  parts: Pick<LaunchActionParts, 'countries' | 'locales' | 'interests'>;
}

/** Audience and end of ad sets: those of one ad set to begin with, or only what is to change about several. */
export function GroupEditFields({ bulkAction: { values, field, change, busy }, parts: pickers }: Props) {
  const t = useText();
  const own = useTimezone();
  const country = useCountries(pickers.countries);
  const language = useDictionary(pickers.locales);
  const interest = useInterests(pickers.interests, values.interests);
  const { parts, timezone = own } = values;
  return (
    <>
      <MultiChoiceField
        as="checks"
        label={t('launches.edit.parts')}
        {...field('parts')}
        options={GROUP_EDIT_PARTS.map((value) => ({ value, label: t(`launches.edit.${value}`) }))}
        disabled={busy}
        required
      />
      {parts.includes('countries') && (
        <MultiChoiceField
          label={t('launches.edit.countries')}
          {...field('countries')}
          options={country.choices}
          {...country.control}
          disabled={busy}
          required
        />
      )}
      {parts.includes('age') && (
        <FormPair>
          <NumberField label={t('launches.edit.ageMin')} {...field('age_min')} disabled={busy} required />
          <NumberField label={t('launches.edit.ageMax')} {...field('age_max')} disabled={busy} required />
        </FormPair>
      )}
      {parts.includes('genders') && (
        <ChoiceField
          as="radio"
          label={t('launches.edit.genders')}
          {...field('genders')}
          options={genders.map((value) => ({ value, label: t(`launches.edit.genders.${value}`) }))}
          onChange={(chosen) => chosen && change({ genders: chosen })}
          disabled={busy}
          required
        />
      )}
      {parts.includes('locales') && (
        <MultiChoiceField
          label={t('launches.edit.locales')}
          help={t('launches.edit.localesHelp')}
          {...field('locales')}
          options={language.list}
          {...language.control}
          disabled={busy}
        />
      )}
      {parts.includes('interests') && (
        <MultiChoiceField
          label={t('launches.edit.interests')}
          help={t('launches.edit.interestsHelp', { most: schemeLimits.interests })}
          {...field('interests')}
          options={interest.list}
          names={interest.names}
          onSearch={interest.onSearch}
          {...interest.control}
          disabled={busy}
        />
      )}
      {parts.includes('end') && (
        <InstantField
          label={t('launches.edit.end')}
          {...field('end_at')}
          timezone={timezone}
          help={t(values.timezone === undefined ? 'launches.ownTime' : 'launches.accountTime', { timezone })}
          disabled={busy}
        />
      )}
    </>
  );
}

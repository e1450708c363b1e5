import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { landingColumnWords, landingFilters } from '#contracts/vocabulary/landing-pages.ts';
import type { countryChoice, landingProducts, languageChoice } from '#machines/auth-site/site-pickers.machine.ts';
import type { dramaPicker } from '#machines/parts/materials/material-pickers.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { ControlProps } from '#src/ui/form/field.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';

/** What a landing page can be about, in which languages, for which countries. */
export interface LandingChoices {
  dramas: ActorRefFrom<typeof dramaPicker>;
  products: ActorRefFrom<typeof landingProducts>;
  languages: ActorRefFrom<typeof languageChoice>;
  countries: ActorRefFrom<typeof countryChoice>;
}

type ContentChoices = Pick<LandingChoices, 'dramas' | 'products'>;

interface Site {
  site_id: number;
  biz: 'dj' | 'ec';
}

const USABLE = { usable: true } as const;

/** A drama, or on e-commerce sites a product. */
export function ContentField({
  site: { site_id, biz },
  dramas,
  products,
  ...field
}: { site: Site } & ContentChoices & Omit<ControlProps<number | undefined>, 'label'>) {
  const w = useWords();
  const narrowing = useMemo(() => ({ usable: true, site_id }), [site_id]);
  if (biz === 'dj') return <PickerField label={w(landingFilters.drama_id.label)} {...field} picker={dramas} narrowing={USABLE} required />;
  return <PickerField label={w(landingFilters.product_id.label)} {...field} picker={products} narrowing={narrowing} required />;
}

/** Several of them. */
export function ContentsField({
  site: { site_id, biz },
  dramas,
  products,
  ...field
}: { site: Site } & ContentChoices & Omit<ControlProps<readonly number[]>, 'label'>) {
  const t = useText();
  const narrowing = useMemo(() => ({ usable: true, site_id }), [site_id]);
  if (biz === 'dj') return <PickerListField label={t('site.landing.dramas')} {...field} picker={dramas} narrowing={USABLE} required />;
  return <PickerListField label={t('site.landing.products')} {...field} picker={products} narrowing={narrowing} required />;
}

/** Entries of a dictionary as options, in the reader's language. */
export function useDictOptions(dict: LandingChoices['languages']) {
  const { list, control } = useDictionary(dict);
  const options = useMemo(() => list.map((entry) => ({ ...entry, note: entry.value })), [list]);
  return { options, control };
}

/** A country, or none: none is everywhere. */
export function CountryField({ countries, ...field }: Pick<LandingChoices, 'countries'> & Omit<ControlProps<string | undefined>, 'label'>) {
  const t = useText();
  const w = useWords();
  const { options, control } = useDictOptions(countries);
  return (
    <ChoiceField
      label={w(landingColumnWords.country)}
      help={t('site.landing.countryHelp')}
      {...field}
      options={options}
      {...control}
      clearable
    />
  );
}

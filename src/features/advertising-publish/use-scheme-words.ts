import { useCallback } from 'react';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import type { SchemeFields } from '#machines/parts/schemes/scheme-values.ts';
import { useInterests } from '#src/parts/launches/index.ts';
import { type SchemeReference, useSchemeFormat } from '#src/parts/schemes/index.ts';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { usePicker } from '#src/ui/pick/use-picker.ts';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
export type SchemePickers = {
  [Name in 'sites' | 'pixels' | 'homepages' | 'landings' | 'countries' | 'locales' | 'interests' | 'audiences' | 'buttons']: NonNullable<
    Parts[Name]
  >;
};

const toUniqueIds = (ids: readonly (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

/** Formats the fields of a scheme, with names from the pickers. `versions`: those whose names are needed. */
export function useSchemeWords(pickers: SchemePickers, versions: readonly SchemeFields[]) {
  const country = useDictionary(pickers.countries).nameOf;
  const locale = useDictionary(pickers.locales).nameOf;
  const interest = useInterests(pickers.interests).nameOf;
  const audience = useInterests(pickers.audiences).nameOf;
  const button = useDictionary(pickers.buttons).nameOf;
  const site = usePicker(pickers.sites, { chosen: toUniqueIds(versions.map(({ site_id }) => site_id)) }).nameOf;
  const pixel = usePicker(pickers.pixels, { chosen: toUniqueIds(versions.map(({ pixel_id }) => pixel_id)) }).nameOf;
  const homepage = usePicker(pickers.homepages, { chosen: toUniqueIds(versions.flatMap(({ homepage_ids }) => homepage_ids)) }).nameOf;
  const landing = usePicker(pickers.landings, { chosen: toUniqueIds(versions.flatMap(({ landing_page_ids }) => landing_page_ids)) }).nameOf;
  const findName = useCallback(
    (kind: SchemeReference, id: number | string): string | undefined =>
      typeof id === 'number'
        ? new Map(Object.entries({ site, pixel, homepage, landing })).get(kind)?.(id)
        : new Map(Object.entries({ country, locale, interest, audience, button })).get(kind)?.(id),
    [country, locale, interest, audience, button, site, pixel, homepage, landing],
  );
  return useSchemeFormat(findName);
}

import { useSelector } from '@xstate/react';
import type { adFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { Filters } from '#contracts/vocabulary/vocabulary.ts';
import type { AdFilters } from '#machines/parts/launches/ad-filters.ts';
import type { AdPickers } from '#machines/parts/launches/ad-pickers.machine.ts';
import type { ReferenceSource } from '#src/ui/list/filter-line.tsx';
import { AnyFilterLine, type AnyLineProps, type ByName, type FilterLineProps } from '#src/ui/list/vocabulary-filters.tsx';
import { useCountries } from './use-countries.ts';

type Pickers = ReturnType<AdPickers['getSnapshot']>['children'];
type LoadedPickers = { [Name in keyof Pickers]-?: NonNullable<Pickers[Name]> };

/** A vocabulary that includes the ad filters. */
type AdVocabulary = Filters & typeof adFilters;

export interface AdFilterLineProps<F extends AdVocabulary> extends Omit<FilterLineProps<F>, 'pickers' | 'folded'> {
  pickers: AdPickers;
  /** Pickers of the page's own filters. */
  ownPickers?: ByName<ReferenceSource>;
}

/** Always visible filters; the others are behind "more". */
const VISIBLE_FILTERS: readonly string[] = [
  'date_from',
  'pixel_id',
  'event_name',
  'event_source',
  'health',
  'keyword',
  'effective_status',
  'ad_account_id',
  'user_id',
];

/** Filters that hold countries. */
const COUNTRY_FILTERS = ['country', 'payer_country'] as const;

/** The ad filters, and the filters of the page's own vocabulary. */
export function AdFilterLine<const F extends AdVocabulary>(props: AdFilterLineProps<F>) {
  return <AnyAdFilterLine {...props} />;
}

interface AnyProps extends Omit<AnyLineProps, 'pickers' | 'folded'> {
  vocabulary: AdVocabulary;
  filters: AdFilters;
  pickers: AdPickers;
  ownPickers?: ByName<ReferenceSource> | undefined;
}

/** The same for a part that knows only the ad filters. */
export function AnyAdFilterLine(props: AnyProps) {
  const pickers = useSelector(props.pickers, (state) => state.children);
  const { users, units, accounts, dramas, products, materials, schemes, landings, pixels, sites, countries } = pickers;
  if (!users || !units || !accounts || !dramas || !products || !materials || !schemes || !landings || !pixels || !sites || !countries)
    return null;
  return (
    <LoadedFilterLine
      {...props}
      parts={{ users, units, accounts, dramas, products, materials, schemes, landings, pixels, sites, countries }}
    />
  );
}

function LoadedFilterLine({ parts, ownPickers, ...line }: AnyProps & { parts: LoadedPickers }) {
  const countries = useCountries(parts.countries);
  return (
    <AnyFilterLine
      {...line}
      pickers={{
        user_id: parts.users,
        department_id: { tree: parts.units },
        creator_id: parts.users,
        creator_department_id: { tree: parts.units },
        ad_account_id: parts.accounts,
        drama_id: parts.dramas,
        product_id: parts.products,
        material_id: parts.materials,
        scheme_id: parts.schemes,
        landing_page_id: parts.landings,
        pixel_id: parts.pixels,
        site_id: parts.sites,
        ...ownPickers,
      }}
      codes={{
        ...line.codes,
        ...Object.fromEntries(COUNTRY_FILTERS.map((name) => [name, { options: countries.choices, ...countries.control }])),
      }}
      // `unowned` is only set by links.
      own={{ ...line.own, unowned: {} }}
      folded={Object.keys(line.vocabulary).filter((name) => !VISIBLE_FILTERS.includes(name))}
    />
  );
}

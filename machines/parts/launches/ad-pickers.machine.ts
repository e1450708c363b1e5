import { type ActorRefFrom, setup } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createOptionsMachine } from '../../kernel/list/options.machine.ts';
import { createPickerMachine, type PickerFact } from '../../kernel/list/picker.machine.ts';
import { tell } from '../../kernel/tell.ts';
import { adAccountPicker, pixelPicker, sitePicker, staffPicker, unitChoice } from '../assets/asset-pickers.machine.ts';
import { dramaPicker, materialPicker, productPicker } from '../materials/material-pickers.machine.ts';
import type { AdFilters } from './ad-filters.ts';

export const schemePicker = createPickerMachine({ id: 'schemePicker', description: 'Schemes to choose from.' });
export const postPicker = createPickerMachine({ id: 'postPicker', description: 'Posts to choose from.' });
export const landingPicker = createPickerMachine({ id: 'landingPicker', description: 'Landing pages to choose from.' });
export const countryChoice = createOptionsMachine<DictEntry>({ id: 'adCountryChoice', description: 'Countries of ads to choose from.' });
export const interestChoice = createOptionsMachine<DictEntry>({
  id: 'interestChoice',
  description: 'Interests of an audience to choose from.',
});
export const audienceChoice = createOptionsMachine<DictEntry>({
  id: 'audienceChoice',
  description: 'Custom and lookalike audiences to choose from.',
});
export const localeChoice = createOptionsMachine<DictEntry>({
  id: 'localeChoice',
  description: 'Languages of an audience to choose from.',
});

/** Filters by ids that only some reports have. */
const REPORT_FILTERS = ['creator_id', 'pixel_id', 'site_id'] as const;
type ReportIdFilter = (typeof REPORT_FILTERS)[number];
type AdIdFilter = { [Name in keyof AdFilters]-?: NonNullable<AdFilters[Name]> extends number[] ? Name : never }[keyof AdFilters];
type PickedFilters = AdFilters & { [Name in ReportIdFilter]?: number[] | undefined };

/** A filter that names rows by their ids. */
export type IdFilter = AdIdFilter | ReportIdFilter;

export const isAdFilter = (filter: IdFilter): filter is AdIdFilter => !REPORT_FILTERS.some((name) => name === filter);

/** These ids in a filter of the address are gone or hidden from the user. */
export type AdPickersFact = { type: 'adPickers.unseen'; filter: IdFilter; ids: number[] };

type Unseen<Id extends string> = PickerFact<Id>;

export type AdPickersEvent =
  | Unseen<'staffPicker'>
  | Unseen<'adAccountPicker'>
  | Unseen<'dramaPicker'>
  | Unseen<'productPicker'>
  | Unseen<'materialPicker'>
  | Unseen<'schemePicker'>
  | Unseen<'landingPicker'>
  | Unseen<'pixelPicker'>
  | Unseen<'sitePicker'>;

const tellUnseenIn = (...filters: IdFilter[]) => ({
  actions: filters.map(
    (filter) => ({ type: 'tellUnseen', params: ({ event }: { event: { ids: number[] } }) => ({ filter, ids: event.ids }) }) as const,
  ),
});

/** The pickers and options for all filters of ads. */
export const adPickers = setup({
  types: {} as {
    context: object;
    events: AdPickersEvent;
    emitted: AdPickersFact;
    children: {
      users: 'users';
      units: 'units';
      accounts: 'accounts';
      dramas: 'dramas';
      products: 'products';
      materials: 'materials';
      schemes: 'schemes';
      landings: 'landings';
      pixels: 'pixels';
      sites: 'sites';
      countries: 'countries';
    };
  },
  actors: {
    users: staffPicker,
    units: unitChoice,
    accounts: adAccountPicker,
    dramas: dramaPicker,
    products: productPicker,
    materials: materialPicker,
    schemes: schemePicker,
    landings: landingPicker,
    pixels: pixelPicker,
    sites: sitePicker,
    countries: countryChoice,
  },
  actions: {
    tellUnseen: tell<object, { filter: IdFilter; ids: number[] }>((_, { filter, ids }) => ({ type: 'adPickers.unseen', filter, ids })),
  },
}).createMachine({
  id: 'adPickers',
  description: 'The pickers and options for all filters of ads.',
  context: {},
  invoke: [
    { id: 'users', src: 'users' },
    { id: 'units', src: 'units' },
    { id: 'accounts', src: 'accounts' },
    { id: 'dramas', src: 'dramas' },
    { id: 'products', src: 'products' },
    { id: 'materials', src: 'materials' },
    { id: 'schemes', src: 'schemes' },
    { id: 'landings', src: 'landings' },
    { id: 'pixels', src: 'pixels' },
    { id: 'sites', src: 'sites' },
    { id: 'countries', src: 'countries' },
  ],
  on: {
    'staffPicker.unseen': tellUnseenIn('user_id', 'creator_id'),
    'adAccountPicker.unseen': tellUnseenIn('ad_account_id'),
    'dramaPicker.unseen': tellUnseenIn('drama_id'),
    'productPicker.unseen': tellUnseenIn('product_id'),
    'materialPicker.unseen': tellUnseenIn('material_id'),
    'schemePicker.unseen': tellUnseenIn('scheme_id'),
    'landingPicker.unseen': tellUnseenIn('landing_page_id'),
    'pixelPicker.unseen': tellUnseenIn('pixel_id'),
    'sitePicker.unseen': tellUnseenIn('site_id'),
  },
});

export type AdPickers = ActorRefFrom<typeof adPickers>;

/** Removes unseen ids from a filter, and the whole filter if no id remains. */
export function withoutUnseen<Filters extends AdFilters>(filters: Filters, { filter, ids }: Omit<AdPickersFact, 'type'>): Filters {
  const known: PickedFilters = filters;
  const left = (known[filter] ?? []).filter((id) => !ids.includes(id));
  return { ...filters, [filter]: left.length > 0 ? left : undefined };
}

/** Whether a filter contains one of the unseen ids. */
export const hasUnseen = (filters: PickedFilters, { filter, ids }: Omit<AdPickersFact, 'type'>): boolean =>
  filters[filter]?.some((id) => ids.includes(id)) ?? false;

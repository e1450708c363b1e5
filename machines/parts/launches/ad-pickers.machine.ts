import { type ActorRefFrom, setup } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createOptionsMachine } from '../../kernel/list/options.machine.ts';
import { createPickerMachine, type PickerFact } from '../../kernel/list/picker.machine.ts';
import { tell } from '../../kernel/tell.ts';
import { adAccountPicker, staffPicker, unitChoice } from '../assets/asset-pickers.machine.ts';
import { dramaPicker, materialPicker, productPicker } from '../materials/material-pickers.machine.ts';
import type { AdFilters } from './ad-filters.ts';

export const schemePicker = createPickerMachine({ id: 'schemePicker', description: 'Schemes to choose from.' });
export const postPicker = createPickerMachine({ id: 'postPicker', description: 'Posts to choose from.' });
export const landingPicker = createPickerMachine({ id: 'landingPicker', description: 'Landing pages that ads lead to, to choose from.' });
export const countryChoice = createOptionsMachine<DictEntry>({ id: 'adCountryChoice', description: 'Countries of ads, to choose from.' });

/** A filter that names rows by their ids. */
export type NamingFilter = { [Name in keyof AdFilters]-?: NonNullable<AdFilters[Name]> extends number[] ? Name : never }[keyof AdFilters];

/** What such a filter of an address names is gone, or hidden from the reader: these ids. */
export type AdPickersFact = { type: 'adPickers.unseen'; filter: NamingFilter; ids: number[] };

type Unseen<Id extends string> = PickerFact<Id>;

export type AdPickersEvent =
  | Unseen<'staffPicker'>
  | Unseen<'adAccountPicker'>
  | Unseen<'dramaPicker'>
  | Unseen<'productPicker'>
  | Unseen<'materialPicker'>
  | Unseen<'schemePicker'>
  | Unseen<'landingPicker'>;

const told = (filter: NamingFilter) =>
  ({ actions: { type: 'tellUnseen', params: ({ event }: { event: { ids: number[] } }) => ({ filter, ids: event.ids }) } }) as const;

/** What everything about ads can be narrowed by, each to be chosen from. */
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
    countries: countryChoice,
  },
  actions: {
    tellUnseen: tell<object, { filter: NamingFilter; ids: number[] }>((_, { filter, ids }) => ({ type: 'adPickers.unseen', filter, ids })),
  },
}).createMachine({
  id: 'adPickers',
  description: 'What everything about ads can be narrowed by, each to be chosen from.',
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
    { id: 'countries', src: 'countries' },
  ],
  on: {
    'staffPicker.unseen': told('user_id'),
    'adAccountPicker.unseen': told('ad_account_id'),
    'dramaPicker.unseen': told('drama_id'),
    'productPicker.unseen': told('product_id'),
    'materialPicker.unseen': told('material_id'),
    'schemePicker.unseen': told('scheme_id'),
    'landingPicker.unseen': told('landing_page_id'),
  },
});

export type AdPickers = ActorRefFrom<typeof adPickers>;

/** Filters without what their reader may not see: what is left of the one that named it, if anything is. */
export function withoutUnseen<Filters extends AdFilters>(filters: Filters, { filter, ids }: Omit<AdPickersFact, 'type'>): Filters {
  const left = (filters[filter] ?? []).filter((id) => !ids.includes(id));
  return { ...filters, [filter]: left.length > 0 ? left : undefined };
}

/** Whether anything of that is in the filters. */
export const namesUnseen = (filters: AdFilters, { filter, ids }: Omit<AdPickersFact, 'type'>): boolean =>
  filters[filter]?.some((id) => ids.includes(id)) ?? false;

import { fromPromise } from 'xstate';
import {
  adPickers as adPickersMachine,
  countryChoice,
  interestChoice,
  landingPicker,
  localeChoice,
  schemePicker,
} from '#machines/parts/launches/ad-pickers.machine.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { simpleLandings } from '#src/services/landing-pages.service.ts';
import { simpleSchemes } from '#src/services/schemes.service.ts';
import { adAccounts, pixels, sites, staff, units } from '../assets/pickers.wiring.ts';
import { dramas, materials, products } from '../materials/pickers.wiring.ts';

/** Landing pages with their actors, like all pickers below. */
export const landings = landingPicker.provide({ actors: choiceActors<object>(simpleLandings) });
export const schemes = schemePicker.provide({ actors: choiceActors<object>(simpleSchemes) });
export const countries = countryChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['countries'] }, signal)).countries ?? []) },
});

export const locales = localeChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['languages'] }, signal)).languages ?? []) },
});

export const interests = interestChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['interests'] }, signal)).interests ?? []) },
});

/** The pickers of the ad filters. */
export const adPickers = adPickersMachine.provide({
  actors: { users: staff, units, accounts: adAccounts, dramas, products, materials, schemes, landings, pixels, sites, countries },
});

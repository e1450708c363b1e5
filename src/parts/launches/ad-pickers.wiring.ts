import { fromPromise } from 'xstate';
import { adPickers as adPickersMachine, countryChoice, landingPicker, schemePicker } from '#machines/parts/launches/ad-pickers.machine.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { simpleLandings } from '#src/services/landing-pages.service.ts';
import { simpleSchemes } from '#src/services/schemes.service.ts';
import { adAccounts, staff, units } from '../assets/pickers.wiring.ts';
import { dramas, materials, products } from '../materials/pickers.wiring.ts';

/** Landing pages with their actors, like all pickers below. */
export const landings = landingPicker.provide({ actors: choiceActors<object>(simpleLandings) });
export const schemes = schemePicker.provide({ actors: choiceActors<object>(simpleSchemes) });
export const countries = countryChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['countries'] }, signal)).countries ?? []) },
});

/** The pickers of the ad filters. */
export const adPickers = adPickersMachine.provide({
  actors: { users: staff, units, accounts: adAccounts, dramas, products, materials, schemes, landings, countries },
});

import { fromPromise } from 'xstate';
import { audienceKindWords } from '#contracts/vocabulary/schemes.ts';
import {
  adPickers as adPickersMachine,
  audienceChoice,
  countryChoice,
  interestChoice,
  landingPicker,
  localeChoice,
  schemePicker,
} from '#machines/parts/launches/ad-pickers.machine.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { simpleLandings } from '#src/services/landing-pages.service.ts';
import { schemeAudiences, schemeInterests, simpleSchemes } from '#src/services/schemes.service.ts';
import { adAccounts, pixels, sites, staff, units } from '../assets/pickers.wiring.ts';
import { dramas, materials, products } from '../materials/pickers.wiring.ts';

/** Landing pages with their actors, like all pickers below. */
export const landings = landingPicker.provide({ actors: choiceActors<object>(simpleLandings) });
export const schemes = schemePicker.provide({ actors: choiceActors<object>(simpleSchemes) });
export const countries = countryChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['countries'] }, signal)).countries ?? []) },
});

export const locales = localeChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['locales'] }, signal)).locales ?? []) },
});

export const interests = interestChoice.provide({
  actors: { loadOptions: fromPromise(async ({ input, signal }) => (await schemeInterests(input, signal)).list) },
});

/** Audiences, with what tells them apart: their kind, and an account that may use them. */
export const audiences = audienceChoice.provide({
  actors: {
    loadOptions: fromPromise(async ({ signal }) =>
      (await schemeAudiences({}, signal)).list.map(({ id, name, kind, accounts: [first, ...others] }) => {
        const where = first ? ` · ${first.label}${others.length > 0 ? ` +${others.length}` : ''}` : '';
        const { zh, en } = audienceKindWords[kind];
        return { value: id, label_zh: `${name} · ${zh}${where}`, label_en: `${name} · ${en}${where}` };
      }),
    ),
  },
});

/** The pickers of the ad filters. */
export const adPickers = adPickersMachine.provide({
  actors: { users: staff, units, accounts: adAccounts, dramas, products, materials, schemes, landings, pixels, sites, countries },
});

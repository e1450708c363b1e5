import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createPickerMachine } from '../kernel/list/picker.machine.ts';

/** `usable`: those that are off come with the reason why they cannot be chosen. */
export interface ProductNarrowing {
  usable?: boolean | undefined;
  site_id?: number | undefined;
}

export const landingProducts = createPickerMachine<ProductNarrowing>({
  id: 'landingProducts',
  description: 'Products of a site that a landing page can be about.',
});
export const languageChoice = createOptionsMachine<DictEntry>({ id: 'languageChoice', description: 'Languages of content.' });
export const countryChoice = createOptionsMachine<DictEntry>({ id: 'countryChoice', description: 'Countries to choose from.' });
export const siteTimezones = createOptionsMachine<DictEntry>({ id: 'siteTimezones', description: 'Time zones that a site can have.' });

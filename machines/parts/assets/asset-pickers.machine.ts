import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createOptionsMachine } from '../../kernel/list/options.machine.ts';
import { createPickerMachine } from '../../kernel/list/picker.machine.ts';

export interface PersonNarrowing {
  /** Only personal accounts through which the user may import something. */
  usable?: true | undefined;
}
export interface BizNarrowing {
  biz?: 'dj' | 'ec' | undefined;
}
export interface HomepageNarrowing {
  /** The intended use: unsuitable homepages cannot be chosen. */
  use?: 'ads' | 'posts' | undefined;
  site_id?: number | undefined;
  /** Homepages of the person who authorised this ad account come first. */
  ad_account_id?: number | undefined;
}
export interface PixelNarrowing {
  /** Also names the accounts that may use each pixel. */
  use?: 'ads' | undefined;
  /** Only pixels that this ad account may use. */
  ad_account_id?: number | undefined;
}

export const personPicker = createPickerMachine<PersonNarrowing>({ id: 'personPicker', description: 'Personal accounts to choose from.' });
export const adAccountPicker = createPickerMachine<BizNarrowing>({ id: 'adAccountPicker', description: 'Ad accounts to choose from.' });
export const homepagePicker = createPickerMachine<HomepageNarrowing>({ id: 'homepagePicker', description: 'Homepages to choose from.' });
export const pixelPicker = createPickerMachine<PixelNarrowing>({ id: 'pixelPicker', description: 'Pixels to choose from.' });
export const sitePicker = createPickerMachine<BizNarrowing>({ id: 'sitePicker', description: 'Sites to choose from.' });
export const staffPicker = createPickerMachine({ id: 'staffPicker', description: 'Users of the company to choose from.' });

/** A department with its subtree. */
export interface DepartmentOption {
  id: number;
  name: string;
  children: DepartmentOption[];
}

export const currencyChoice = createOptionsMachine<DictEntry>({ id: 'currencyChoice', description: 'Currencies to choose from.' });

export const unitChoice = createOptionsMachine<DepartmentOption>({
  id: 'unitChoice',
  description: 'Departments to choose from, as a tree.',
});

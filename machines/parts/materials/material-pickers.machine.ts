import { createPickerMachine } from '../../kernel/list/picker.machine.ts';

/** `usable`: to be advertised, so that those that are off cannot be chosen. */
export interface ContentNarrowing {
  usable?: boolean | undefined;
}

export interface MaterialNarrowing extends ContentNarrowing {
  biz?: 'dj' | 'ec' | undefined;
  kind?: 'video' | 'image' | undefined;
  drama_id?: number | undefined;
  product_id?: number | undefined;
  /** What this material can have been cut from. */
  parent_of?: number | undefined;
}

export const dramaPicker = createPickerMachine<ContentNarrowing>({ id: 'dramaPicker', description: 'Dramas to choose from.' });
export const productPicker = createPickerMachine<ContentNarrowing>({ id: 'productPicker', description: 'Products to choose from.' });
export const materialPicker = createPickerMachine<MaterialNarrowing>({ id: 'materialPicker', description: 'Materials to choose from.' });

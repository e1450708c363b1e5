import { createOptionsMachine } from '../options.machine.ts';

/** One thing to choose, as every list of choices answers. */
export interface SimpleChoice {
  id: number;
  label: string;
  /** Tells it from others of the name; may be empty. */
  sub: string;
  status: string;
  /** Why it cannot be chosen, in words. */
  disabled?: string | undefined;
}

/** A department with those below it. */
export interface DepartmentOption {
  id: number;
  name: string;
  children: DepartmentOption[];
}

export const personalAccountChoice = createOptionsMachine<SimpleChoice>({
  id: 'personalAccountChoice',
  description: 'Personal accounts to choose from.',
});
export const adAccountChoice = createOptionsMachine<SimpleChoice>({
  id: 'adAccountChoice',
  description: 'Ad accounts to choose from.',
});
export const homepageChoice = createOptionsMachine<SimpleChoice>({ id: 'homepageChoice', description: 'Homepages to choose from.' });
export const pixelChoice = createOptionsMachine<SimpleChoice>({ id: 'pixelChoice', description: 'Pixels to choose from.' });
export const siteChoice = createOptionsMachine<SimpleChoice>({ id: 'siteChoice', description: 'Sites to choose from.' });
export const staffChoice = createOptionsMachine<SimpleChoice>({ id: 'staffChoice', description: 'People of the company to choose from.' });
export const unitChoice = createOptionsMachine<DepartmentOption>({
  id: 'unitChoice',
  description: 'Departments to choose from, as a tree.',
});

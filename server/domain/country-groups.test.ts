import { expect, it } from 'vitest';
import { schemeLimits } from '#contracts/rules/scheme-body.ts';
import { countryGroups } from '#contracts/vocabulary/country-groups.ts';
import { dictionaries } from './dictionaries.ts';

const groups = Object.entries(countryGroups);
const known = new Set(dictionaries.countries.map(({ value }) => value));

it.each(groups)('%s names known countries, each once, and no more than a scheme takes', (_, { countries }) => {
  expect(countries.filter((country) => !known.has(country))).toEqual([]);
  expect(new Set(countries).size).toBe(countries.length);
  expect(countries.length).toBeLessThanOrEqual(schemeLimits.countries[1]);
});

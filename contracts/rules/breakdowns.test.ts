import { expect, it } from 'vitest';
import { wordsOfPart } from './breakdowns.ts';

it.each([
  ['age', '25-34', '25–34'],
  ['gender', 'female', 'Women'],
  ['placement', 'instagram_stream', 'Instagram feed'],
  ['device', 'android_smartphone', 'Android phone'],
  ['device', 'smart_fridge', 'smart_fridge'],
] as const)('by %s, %s is called %s', (by, value, words) => {
  expect(wordsOfPart(by, value).en).toBe(words);
});

import { MatchersV3 } from '@pact-foundation/pact';
import { DAY, INSTANT } from '#contracts/sets/forms.ts';

export const { boolean, eachLike, integer, like, number, string } = MatchersV3;
const { regex, fromProviderState, arrayContaining } = MatchersV3;

export { arrayContaining as holding, fromProviderState, regex as textLike };

/** An instant in UTC; only its form counts. */
export const instant = (example: string) => regex(new RegExp(INSTANT), example);

/** A calendar day such as `2026-11-20`; only its form counts. */
export const date = (example: string) => regex(new RegExp(DAY), example);

/** One of a fixed set of words. */
export const oneOf = (example: string, words: readonly string[]) => regex(`^(${words.join('|')})$`, example);

/** Text that is not empty. A pattern alone would take a number for its digits. */
export const someText = (example: string) => ({
  'pact:matcher:type': [{ 'pact:matcher:type': 'type' }, { 'pact:matcher:type': 'regex', regex: '.+' }],
  value: example,
});

import { MatchersV3 } from '@pact-foundation/pact';

export const { boolean, eachLike, integer, like, number, string } = MatchersV3;
const { regex, fromProviderState, arrayContaining } = MatchersV3;

export { arrayContaining as holding, fromProviderState, regex as textLike };

/** An instant in UTC; only its form counts. */
export const instant = (example: string) => regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, example);

/** One of a fixed set of words. */
export const oneOf = (example: string, words: readonly string[]) => regex(`^(${words.join('|')})$`, example);

/** Text that is not empty. A pattern alone would take a number for its digits. */
export const someText = (example: string) => ({
  'pact:matcher:type': [{ 'pact:matcher:type': 'type' }, { 'pact:matcher:type': 'regex', regex: '.+' }],
  value: example,
});

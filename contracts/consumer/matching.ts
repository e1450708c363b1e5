import { MatchersV3 } from '@pact-foundation/pact';

export const { boolean, eachLike, integer, like, number, string } = MatchersV3;
const { regex } = MatchersV3;

export { regex as textLike };

/** An instant in UTC; only its form counts. */
export const instant = (example: string) => regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, example);

/** One of a fixed set of words. */
export const oneOf = (example: string, words: readonly string[]) => regex(`^(${words.join('|')})$`, example);

/** Text that is not empty. */
export const someText = (example: string) => regex(/.+/, example);

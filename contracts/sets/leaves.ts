import { isRecord } from './difference.ts';
import { envelopeOf, type Interaction, isSuccess } from './interaction.ts';

/** The path of every leaf of an example, such as `list[].id`; an empty list or object is a leaf, and the path of the whole is ''. */
export function leavesOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [at] : value.flatMap((one) => leavesOf(one, `${at}[]`));
  if (!isRecord(value)) return [at];
  const entries = Object.entries(value);
  return entries.length === 0 ? [at] : entries.flatMap(([key, inner]) => leavesOf(inner, at === '' ? key : `${at}.${key}`));
}

/** The distinct leaves that successful exchanges promise. */
export const promisedLeaves = (interactions: readonly Interaction[]): string[] => [
  ...new Set(interactions.filter((each) => isSuccess(each) && envelopeOf(each)).flatMap((each) => leavesOf(envelopeOf(each)?.data))),
];

import { uniform } from './chance.ts';
import { marksIn } from './marks.ts';

const policies = [
  ['Adult content', 'The picture or text suggests sexual activity, even if it is part of a story.'],
  ['Misleading claims', 'The text promises a result or an ending that the page does not deliver.'],
  ['Shocking content', 'A scene of violence or injury is meant to shock.'],
  ['Third-party rights', 'The film appears to use music or pictures of somebody else.'],
  ['Personal attributes', 'The text implies that the viewer is in debt, ill or left by somebody.'],
  ['Destination', 'The page behind the ad does not work, or differs from what the ad shows.'],
] as const;

/** What something breaks, if it breaks anything. */
export function policyOf(seed: string, id: string): { name: string; text: string } {
  const [name, text] = policies[Math.floor(uniform(seed, id, 'policy') * policies.length)] ?? policies[0];
  return { name, text };
}

const MINUTE = 60_000;
const DISAPPROVED = 0.04;

/** When the review of an ad ends, and what it finds; 4 % are disapproved, only those whose name asks for it where incidents are off. */
export function reviewOf(
  seed: string,
  ad: { id: string; name: string },
  now: Date,
  faults: boolean,
): { review_at: Date; review_feedback: Record<string, string> | null } {
  const review_at = new Date(now.getTime() + Math.round((5 + 40 * uniform(seed, ad.id, 'r')) * MINUTE));
  const isBad = marksIn(ad.name).isDisapproved || (faults && uniform(seed, ad.id, 'review') < DISAPPROVED);
  const { name, text } = policyOf(seed, ad.id);
  return { review_at, review_feedback: isBad ? { [name]: text } : null };
}

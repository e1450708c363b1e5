import { uniform } from './chance.ts';
import { parseMarks } from './marks.ts';

const policies = [
  ['Adult content', 'The picture or text suggests sexual activity, even if it is part of a story.'],
  ['Misleading claims', 'The text promises a result or an ending that the page does not deliver.'],
  ['Shocking content', 'A scene of violence or injury is meant to shock.'],
  ['Third-party rights', 'The film appears to use music or pictures of somebody else.'],
  ['Personal attributes', 'The text implies that the viewer is in debt, ill or left by somebody.'],
  ['Destination', 'The page behind the ad does not work, or differs from what the ad shows.'],
] as const;

/** The policy that an object violates if it is disapproved. */
export function pickPolicy(seed: string, id: string): { name: string; text: string } {
  const [name, text] = policies[Math.floor(uniform(seed, id, 'policy') * policies.length)] ?? policies[0];
  return { name, text };
}

const MINUTE = 60_000;
const DISAPPROVED_SHARE = 0.04;

/** End and result of an ad review. Of all ads 4 % are disapproved; without incidents only those with a mark. */
export function planReview(
  seed: string,
  ad: { id: string; name: string },
  now: Date,
  faults: boolean,
): { review_at: Date; review_feedback: Record<string, string> | null } {
  const review_at = new Date(now.getTime() + Math.round((5 + 40 * uniform(seed, ad.id, 'r')) * MINUTE));
  const isDisapproved = parseMarks(ad.name).isDisapproved || (faults && uniform(seed, ad.id, 'review') < DISAPPROVED_SHARE);
  const { name, text } = pickPolicy(seed, ad.id);
  return { review_at, review_feedback: isDisapproved ? { [name]: text } : null };
}

const GRANTED_SHARE = 0.5;

/** End and result of an appeal. The channel grants about half of them, but none for an ad with a mark. */
export function planAppeal(
  seed: string,
  ad: { id: string; name: string },
  now: Date,
): { appeal_decided_at: Date; appeal_granted: boolean } {
  const appeal_decided_at = new Date(now.getTime() + Math.round((10 + 40 * uniform(seed, ad.id, 'appeal time')) * MINUTE));
  return { appeal_decided_at, appeal_granted: !parseMarks(ad.name).isDisapproved && uniform(seed, ad.id, 'appeal') < GRANTED_SHARE };
}

/** The feedback of a review as it stands now: a granted appeal lifts it. */
export const feedbackNow = <Feedback>(
  {
    review_feedback,
    appeal_decided_at,
    appeal_granted,
  }: { review_feedback: Feedback; appeal_decided_at: Date | null; appeal_granted: boolean | null },
  now: Date,
): Feedback | null => (appeal_granted === true && appeal_decided_at !== null && appeal_decided_at <= now ? null : review_feedback);

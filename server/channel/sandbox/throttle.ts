/** Points that one kind of call costs. */
export const READ = 1;
export const WRITE = 3;

/** Points at once that a channel puts up with, and how long until as many are forgotten. */
const CAP = 9000;
const FORGOTTEN_MS = 300_000;
const PAUSE_MS = 60_000;

export interface Pace {
  /** Thousandths of a point, so that forgetting stays in whole numbers. */
  score: number;
  score_at: Date;
  throttled_until: Date | null;
}

/** The pace of an account after one more call; `refused` when that was one too many. */
export function paced(pace: Pace, cost: number, now: Date): Pace & { refused: boolean } {
  const { throttled_until, score_at } = pace;
  if (throttled_until !== null && throttled_until > now) return { ...pace, refused: true };
  const passed = Math.max(0, now.getTime() - score_at.getTime());
  const left = Math.max(0, pace.score - Math.floor((passed * CAP * 1000) / FORGOTTEN_MS));
  const score = left + cost * 1000;
  const refused = score > CAP * 1000;
  return { score, score_at: now, throttled_until: refused ? new Date(now.getTime() + PAUSE_MS) : null, refused };
}

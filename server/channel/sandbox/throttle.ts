/** Points per call of each kind. */
export const READ = 1;
export const WRITE = 3;

/** Most points an account may have, and how long it takes to recover from that many. */
const MAX_POINTS = 9000;
const RECOVERY_MS = 300_000;
const PAUSE_MS = 60_000;

export interface Pace {
  /** In thousandths of a point, so that recovery needs whole numbers only. */
  score: number;
  score_at: Date;
  throttled_until: Date | null;
}

/** Counts one more call against an account; `refused` is true when it exceeds the limit. */
export function countCall(pace: Pace, cost: number, now: Date): Pace & { refused: boolean } {
  const { throttled_until, score_at } = pace;
  if (throttled_until !== null && throttled_until > now) return { ...pace, refused: true };
  const passed = Math.max(0, now.getTime() - score_at.getTime());
  const left = Math.max(0, pace.score - Math.floor((passed * MAX_POINTS * 1000) / RECOVERY_MS));
  const score = left + cost * 1000;
  const refused = score > MAX_POINTS * 1000;
  return { score, score_at: now, throttled_until: refused ? new Date(now.getTime() + PAUSE_MS) : null, refused };
}

/** When an account will have made further calls worth so many points, if nothing else uses it. */
export function estimatePace({ score, score_at, throttled_until }: Pace, points: number, now: Date): Date {
  const passed = Math.max(0, now.getTime() - score_at.getTime());
  const left = Math.max(0, score - Math.floor((passed * MAX_POINTS * 1000) / RECOVERY_MS));
  const over = Math.max(0, left / 1000 + points - MAX_POINTS);
  const start = Math.max(now.getTime(), throttled_until?.getTime() ?? 0);
  return new Date(start + Math.ceil((over * RECOVERY_MS) / MAX_POINTS));
}

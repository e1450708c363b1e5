import type { BrowserContext } from 'playwright-core';
import type { Clock } from '#server/domain/clock.ts';

/** Hours after the history of the demo company ends: whatever day tests run on, for them it is this one. */
export const TEST_START = '2026-11-20T08:00:00.000Z';

/** Runs as the clock of this machine does, always as far from it. */
export interface RunningClock extends Clock {
  /** How far, in milliseconds; behind it where negative. */
  readonly aheadMs: number;
}

/** Shows an instant now, and runs on from there. */
export function runningClock(start: string = TEST_START): RunningClock {
  const aheadMs = Date.parse(start) - Date.now();
  return { aheadMs, now: () => new Date(Date.now() + aheadMs) };
}

/** Runs in a page before all of its own scripts. */
function moveDates(aheadMs: number) {
  const moved = 'areDatesMoved';
  // A window whose empty document is replaced by a real one keeps what it has.
  if (Reflect.has(window, moved)) return;
  Reflect.defineProperty(window, moved, { value: true });
  const Real = Date;
  const now = () => Real.now() + aheadMs;
  window.Date = new Proxy(Real, {
    construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made),
    apply: () => new Real(now()).toString(),
    get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
  });
  Real.prototype.constructor = window.Date;
}

/** Every page that the context opens from now on has the dates of that clock; timers and `performance` stay as they are. */
export async function keepTime(context: BrowserContext, { aheadMs }: Pick<RunningClock, 'aheadMs'>): Promise<void> {
  await context.addInitScript(moveDates, aheadMs);
}

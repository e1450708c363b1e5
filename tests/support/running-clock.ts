import type { BrowserContext } from 'playwright-core';
import type { Clock } from '#server/domain/clock.ts';

/** A few hours after the history of the demo company ends. Tests use this date whatever day they run on. */
export const TEST_START = '2026-11-20T08:00:00.000Z';

/** Runs like the clock of this machine, at a constant distance from it. */
export interface RunningClock extends Clock {
  /** The distance in milliseconds; negative when it is behind. */
  readonly aheadMs: number;
}

/** A clock that shows the given instant now and runs from there. */
export function runningClock(start: string = TEST_START): RunningClock {
  const aheadMs = Date.parse(start) - Date.now();
  return { aheadMs, now: () => new Date(Date.now() + aheadMs) };
}

/** Runs in a page before all of the page's scripts. */
function moveDates(aheadMs: number) {
  const moved = 'areDatesMoved';
  // A window keeps its properties when its empty document is replaced by a real one.
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

/** From now on, every page the context opens uses the dates of that clock; timers and `performance` are unchanged. */
export async function keepTime(context: BrowserContext, { aheadMs }: Pick<RunningClock, 'aheadMs'>): Promise<void> {
  await context.addInitScript(moveDates, aheadMs);
}

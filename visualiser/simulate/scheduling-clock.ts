import { type AnyActorRef, type EventObject, SimulatedClock } from 'xstate';

interface Scheduled {
  event: EventObject;
  target: AnyActorRef;
}

interface Timer {
  due: number;
  scheduled: Scheduled | undefined;
}

/** A machine with an endless chain of zero delays must not hang the simulation. */
const MAX_TIMERS = 10_000;

/** XState's simulated clock, which also knows its pending timers. Time only passes when `advance` is called. */
export class SchedulingClock extends SimulatedClock {
  readonly #timers = new Map<number, Timer>();
  readonly #known = new WeakSet<object>();
  #scheduled: () => readonly Scheduled[] = () => [];

  /** Connects the clock to the system whose scheduled events explain its timers. */
  attach(root: AnyActorRef): this {
    this.#scheduled = () => Object.values(root.system.getSnapshot()._scheduledEvents);
    return this;
  }

  override setTimeout(callback: () => void, ms: number): number {
    const id = super.setTimeout(() => {
      this.#timers.delete(id);
      callback();
    }, ms);
    // XState adds the scheduled event to its list just before it sets the timer.
    const scheduled = this.#scheduled().find((one) => !this.#known.has(one));
    if (scheduled) this.#known.add(scheduled);
    this.#timers.set(id, { due: this.now() + (ms > 0 ? ms : 0), scheduled });
    return id;
  }

  override clearTimeout(id: number): void {
    this.#timers.delete(id);
    super.clearTimeout(id);
  }

  /** Pending timers, next one first. */
  listTimers(): { remainingMs: number; scheduled: Scheduled | undefined }[] {
    return [...this.#timers.values()]
      .toSorted((a, b) => a.due - b.due)
      .map(({ due, scheduled }) => ({ remainingMs: due - this.now(), scheduled }));
  }

  /** Milliseconds until the next timer is due; undefined if none is pending. */
  msUntilNext(): number | undefined {
    return this.listTimers()[0]?.remainingMs;
  }

  /** Lets time pass, firing timers one by one, so that timers started on the way can fire too. Throws if there is no end to them. */
  advance(ms: number): void {
    const end = this.now() + ms;
    for (let count = 0; ; count += 1) {
      const remainingMs = this.msUntilNext();
      if (remainingMs === undefined || this.now() + remainingMs > end) break;
      if (count === MAX_TIMERS) throw new Error(`${MAX_TIMERS} delays were over, and still there were more`);
      this.set(this.now() + remainingMs);
    }
    this.set(end);
  }
}

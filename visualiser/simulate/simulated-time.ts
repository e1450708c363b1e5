import { type AnyActorRef, type EventObject, SimulatedClock } from 'xstate';

interface Scheduled {
  event: EventObject;
  target: AnyActorRef;
}

interface Timer {
  due: number;
  scheduled: Scheduled | undefined;
}

/** A machine that sets itself a delay of nothing again and again would never come to rest. */
const MOST_TIMERS = 10_000;

/** XState's simulated clock, which also knows what is waited for. It stands until it is told to go on. */
export class SimulatedTime extends SimulatedClock {
  readonly #timers = new Map<number, Timer>();
  readonly #known = new WeakSet<object>();
  #scheduled: () => readonly Scheduled[] = () => [];

  /** What waits, by the system it waits in. */
  of(root: AnyActorRef): this {
    this.#scheduled = () => Object.values(root.system.getSnapshot()._scheduledEvents);
    return this;
  }

  override setTimeout(act: () => void, ms: number): number {
    const id = super.setTimeout(() => {
      this.#timers.delete(id);
      act();
    }, ms);
    // XState writes down what it is about to wait for, and then asks for the time.
    const scheduled = this.#scheduled().find((one) => !this.#known.has(one));
    if (scheduled) this.#known.add(scheduled);
    this.#timers.set(id, { due: this.now() + (ms > 0 ? ms : 0), scheduled });
    return id;
  }

  override clearTimeout(id: number): void {
    this.#timers.delete(id);
    super.clearTimeout(id);
  }

  /** What is waited for, the next first; `left` in milliseconds. */
  waiting(): { left: number; scheduled: Scheduled | undefined }[] {
    return [...this.#timers.values()]
      .toSorted((a, b) => a.due - b.due)
      .map(({ due, scheduled }) => ({ left: due - this.now(), scheduled }));
  }

  /** Milliseconds until the next delay is over; undefined while nothing is waited for. */
  next(): number | undefined {
    return this.waiting()[0]?.left;
  }

  /** Goes on for so many milliseconds, delay by delay: what one of them begins may be over before it stands. Throws where that has no end. */
  pass(ms: number): void {
    const end = this.now() + ms;
    for (let count = 0; ; count += 1) {
      const left = this.next();
      if (left === undefined || this.now() + left > end) break;
      if (count === MOST_TIMERS) throw new Error(`${MOST_TIMERS} delays were over, and still there were more`);
      this.set(this.now() + left);
    }
    this.set(end);
  }
}

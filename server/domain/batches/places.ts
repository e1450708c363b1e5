/**
 * How long a batch keeps its place: `urgent` ones stop or change spending and never wait behind others, `slow` ones wait for the channel
 * to work on files, for minutes each, and take the places of no others.
 */
export type Pace = 'urgent' | 'usual' | 'slow';

/** Batches of one pace that one server works on at a time. */
const AT_ONCE = 4;

/** The places of one pace; a batch that finds none free waits in line. */
export class Places {
  #free = AT_ONCE;
  readonly #line: (() => void)[] = [];

  get isWaitedFor(): boolean {
    return this.#line.length > 0;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => void this.#line.push(enter));
  }

  leave(): void {
    const enter = this.#line.shift();
    if (enter === undefined) this.#free += 1;
    else enter();
  }

  /** Lets everything in at once: nothing is begun any more. */
  open(): void {
    for (const enter of this.#line.splice(0)) enter();
  }
}

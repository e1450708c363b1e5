/**
 * How long a batch occupies its place. `urgent` batches stop or change spending and never wait behind others; `slow` ones wait minutes for
 * the channel to process files and take no place from others.
 */
export type Pace = 'urgent' | 'usual' | 'slow';

/** Number of batches of one pace that a server works on at the same time. */
const PLACES_PER_PACE = 4;

/** The places of one pace; a batch that finds none free queues. */
export class Places {
  #free = PLACES_PER_PACE;
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

  /** Lets all waiting batches in when the server stops; they start no work then. */
  releaseAll(): void {
    for (const enter of this.#line.splice(0)) enter();
  }
}

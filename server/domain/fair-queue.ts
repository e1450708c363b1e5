import { refuse } from './refusal.ts';

interface Waiting {
  begin(): void;
  refuse(): void;
}

/**
 * Runs a limited number of tasks at once. Waiting tasks are served in turn by lane, so that many tasks of one lane do not delay another.
 * When the queue is full, the newest task of the longest lane is refused with TOO_MANY_REQUESTS.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #places: number;
  /** In the order in which lanes are served next. */
  readonly #lanes = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
    this.#atOnce = concurrency;
    this.#places = maxWaiting;
  }

  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#wait(lane);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #wait(lane: string): Promise<void> {
    if (this.#waiting >= this.#places) this.#makeRoom(lane);
    await new Promise<void>((begin, fail) => {
      const queue = this.#lanes.get(lane) ?? [];
      queue.push({ begin, refuse: () => fail(refuse('TOO_MANY_REQUESTS')) });
      this.#lanes.set(lane, queue);
      this.#waiting += 1;
    });
  }

  /** Drops the newest task of the longest lane; refuses the new task when its own lane is the longest. */
  #makeRoom(lane: string): void {
    let longest: [string, Waiting[]] = [lane, this.#lanes.get(lane) ?? []];
    for (const one of this.#lanes) if (one[1].length > longest[1].length) longest = one;
    const [name, queue] = longest;
    if (name === lane) throw refuse('TOO_MANY_REQUESTS');
    queue.pop()?.refuse();
    if (queue.length === 0) this.#lanes.delete(name);
    this.#waiting -= 1;
  }

  #leave(): void {
    const [first] = this.#lanes;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [lane, queue] = first;
    const next = queue.shift();
    this.#waiting -= 1;
    this.#lanes.delete(lane);
    if (queue.length > 0) this.#lanes.set(lane, queue);
    next?.begin();
  }
}

import { refuse } from './refusal.ts';

interface Waiting {
  begin(): void;
  refuse(): void;
}

/**
 * Runs work a few at a time. Those who wait are served in turn by lane, so that many requests of one lane do not hold up another. When
 * all places are taken, the lane that waits most gives one up: its newest work is refused with TOO_MANY_REQUESTS instead of waiting long.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #places: number;
  /** In the order in which lanes are served next. */
  readonly #lanes = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor({ atOnce, places }: { atOnce: number; places: number }) {
    this.#atOnce = atOnce;
    this.#places = places;
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

  /** Takes the newest place of the longest lane; refuses where that is the lane that asks. */
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

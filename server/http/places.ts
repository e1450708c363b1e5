import { refuse } from '#server/domain/refusal.ts';

/** Places for long work: so many for one person, so many for all. */
export class Places {
  readonly #ofOne: number;
  #free: number;
  readonly #taken = new Map<number, number>();
  readonly #waiting: (() => void)[] = [];

  constructor({ ofOne, ofAll }: { ofOne: number; ofAll: number }) {
    this.#ofOne = ofOne;
    this.#free = ofAll;
  }

  /** Refuses where the person has all of theirs; waits, in turn, where all are taken. The answer gives the place back. */
  async take(userId: number, signal: AbortSignal): Promise<() => void> {
    const taken = this.#taken.get(userId) ?? 0;
    if (taken >= this.#ofOne) throw refuse('TOO_MANY_REQUESTS');
    this.#taken.set(userId, taken + 1);
    try {
      await this.#room(signal);
    } catch (error) {
      this.#forget(userId);
      throw error;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#forget(userId);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  #forget(userId: number): void {
    const left = (this.#taken.get(userId) ?? 1) - 1;
    if (left > 0) this.#taken.set(userId, left);
    else this.#taken.delete(userId);
  }

  async #room(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

import { refuse } from '#server/domain/refusal.ts';

/** Limits long work per user and in total. */
export class Places {
  readonly #perUser: number;
  #free: number;
  readonly #takenByUser = new Map<number, number>();
  readonly #waiting: (() => void)[] = [];

  constructor({ perUser, total }: { perUser: number; total: number }) {
    this.#perUser = perUser;
    this.#free = total;
  }

  /**
   * Refuses when the user has taken all of theirs, and waits in order when all places are taken. Returns a function that releases the
   * place.
   */
  async take(userId: number, signal: AbortSignal): Promise<() => void> {
    const takenByUser = this.#takenByUser.get(userId) ?? 0;
    if (takenByUser >= this.#perUser) throw refuse('TOO_MANY_REQUESTS');
    this.#takenByUser.set(userId, takenByUser + 1);
    try {
      await this.#waitForPlace(signal);
    } catch (error) {
      this.#releaseUser(userId);
      throw error;
    }
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#releaseUser(userId);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  #releaseUser(userId: number): void {
    const left = (this.#takenByUser.get(userId) ?? 1) - 1;
    if (left > 0) this.#takenByUser.set(userId, left);
    else this.#takenByUser.delete(userId);
  }

  async #waitForPlace(signal: AbortSignal): Promise<void> {
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

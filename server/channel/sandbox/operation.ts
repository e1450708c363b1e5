import { setTimeout as sleepFor } from 'node:timers/promises';
import { AdPlatformError } from '../ad-platform.ts';
import { lostAnswer } from './failures.ts';
import { foundWorld } from './found-world.ts';
import { readTime } from './simulated-time.ts';
import type { SandboxDatabase, SandboxTransaction } from './tables.ts';

/** One call to the channel: a transaction at one instant of the channel's clock. */
export interface Operation {
  readonly db: SandboxTransaction;
  /** The seed the world was founded with. */
  readonly seed: string;
  readonly now: Date;
  readonly foundedAt: Date;
  readonly faults: boolean;
  /** Delays the answer. */
  delayAnswer(ms: number): void;
  /** Commits the work, but fails the answer. */
  loseAnswer(): void;
}

export type Run = <T>(work: (operation: Operation) => Promise<T>) => Promise<T>;

interface RunnerOptions {
  db: SandboxDatabase;
  now: () => Date;
  seed: string;
  speed: number;
  faults: boolean;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * Creates the runner of calls. A refused call keeps what it wrote before: counters of calls and attempts, never an object, because all
 * checks come before the first object is written.
 */
export function createRunner({ db, now, seed, speed, faults, sleep = sleepFor }: RunnerOptions): Run {
  let isFounded = false;
  return async (work) => {
    if (!isFounded) {
      await db.transaction().execute((transaction) => foundWorld(transaction, { seed, at: now(), speed }));
      isFounded = true;
    }
    let waitMs = 0;
    let isLost = false;
    type Outcome = { value: Awaited<ReturnType<typeof work>> } | { refusal: AdPlatformError };
    const outcome = await db.transaction().execute(async (transaction): Promise<Outcome> => {
      const time = await readTime(transaction, now(), speed);
      const operation: Operation = {
        db: transaction,
        ...time,
        faults,
        delayAnswer: (ms) => {
          waitMs += ms;
        },
        loseAnswer: () => {
          isLost = true;
        },
      };
      try {
        return { value: await work(operation) };
      } catch (error) {
        if (error instanceof AdPlatformError) return { refusal: error };
        throw error;
      }
    });
    if (waitMs > 0) await sleep(waitMs);
    if ('refusal' in outcome) throw outcome.refusal;
    if (isLost) throw lostAnswer();
    return outcome.value;
  };
}

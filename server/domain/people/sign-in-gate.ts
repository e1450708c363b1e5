import { createHmac, randomBytes } from 'node:crypto';
import type { Limits } from '../limits.ts';
import { refuse } from '../refusal.ts';
import { verifyPassword } from './passwords.ts';

const MINUTE = 60_000;
/** Most sign-ins waiting for one account and address; more is an attack. */
const MAX_QUEUE_LENGTH = 500;
/** Most entries remembered before the oldest are dropped. */
const MAX_ENTRIES = 20_000;

/**
 * Keeps password verification cheap for the server and expensive for a guesser. Sign-ins of one account and address run one after the
 * other, with a limited number of hashes per minute. A correct password is recognised for a minute without another hash, so that many
 * simultaneous sign-ins of one user all succeed.
 */
export class SignInGate {
  readonly #secret: Buffer;
  readonly #queues = new Map<string, { tail: Promise<unknown>; length: number }>();
  readonly #hashes = new Map<string, number[]>();
  readonly #right = new Map<string, number>();

  /** Servers that share a database share the secret, so that they count the same failures. */
  constructor(secret: Buffer = randomBytes(32)) {
    this.#secret = secret;
  }

  /** Replaces a name that is not an account by its keyed hash: the typed text may have been a password and must not be stored. */
  hashUnknownAccount(typed: string): string {
    return `?${createHmac('sha256', this.#secret).update(`name\n${typed}`).digest('base64url')}`;
  }

  /** Runs `work` after the earlier work of the pair. */
  async runInTurn<T>(pair: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(pair) ?? { tail: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_QUEUE_LENGTH) throw refuse('TOO_MANY_REQUESTS');
    queue.length += 1;
    const mine = queue.tail.then(work, work);
    queue.tail = mine.catch(() => undefined);
    this.#queues.set(pair, queue);
    try {
      return await mine;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(pair);
    }
  }

  /**
   * Compares a digest with a stored hash. Refuses when the pair has used up its hashes of this minute. `lane` is the client's network or
   * known browser.
   */
  async isCorrect(
    { pair, lane }: { pair: string; lane: string },
    { digest, stored }: { digest: string; stored: string },
    now: Date,
    limits: Limits,
  ): Promise<boolean> {
    const at = now.getTime();
    const proof = createHmac('sha256', this.#secret).update(`${pair}\n${digest}\n${stored}`).digest('base64');
    const seen = this.#right.get(proof);
    if (seen !== undefined && at - seen < MINUTE) return true;
    const recent = (this.#hashes.get(pair) ?? []).filter((each) => at - each < MINUTE);
    if (recent.length >= limits.loginHashesPerMinute) throw refuse('TOO_MANY_REQUESTS');
    this.#hashes.delete(pair);
    this.#hashes.set(pair, [...recent, at]);
    dropOldest(this.#hashes);
    const right = await verifyPassword(stored, digest, lane);
    if (right) {
      this.#right.set(proof, at);
      dropOldest(this.#right);
    }
    return right;
  }
}

function dropOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MAX_ENTRIES) return;
    map.delete(key);
  }
}

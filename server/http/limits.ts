import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { defaultLimits, type Limits, settingKeys } from '#server/domain/limits.ts';
import { refuse } from '#server/domain/refusal.ts';

/** Defaults, then the table `setting`, then what the program was given. */
export async function readLimits(db: Kysely<Database>, given: Partial<Limits>): Promise<Limits> {
  const found = await sql<{ key: string; value: unknown }>`select key, value from setting`.execute(db);
  const kept: Partial<Limits> = {};
  for (const { key, value } of found.rows) {
    const name = settingKeys[key];
    if (name !== undefined && typeof value === 'number' && value > 0) kept[name] = value;
  }
  return { ...defaultLimits, ...kept, ...given };
}

const RULES_MAX_KEYS = 20_000;

export interface Gates {
  /** Sign-ins of an address. */
  requireSignInRoom(request: FastifyRequest): Promise<void>;
  /** Calls of a user. */
  requireCallRoom(request: FastifyRequest): Promise<void>;
  /** Runs an export; refuses beyond so many of one user at once. */
  exporting<T>(userId: number, work: () => Promise<T>): Promise<T>;
}

/** Counters in the memory of this process; every instance has its own. */
export async function openGates(app: FastifyInstance, limits: Limits, userOf: (request: FastifyRequest) => number): Promise<Gates> {
  await app.register(rateLimit, { global: false, cache: RULES_MAX_KEYS });
  const address = app.createRateLimit({
    max: limits.loginsPerAddressPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `address ${request.ip}`,
  });
  const user = app.createRateLimit({
    max: limits.callsPerSecond,
    timeWindow: 1_000,
    keyGenerator: (request) => `user ${userOf(request)}`,
  });
  const running = new Map<number, number>();

  const requireRoom = (limit: typeof user) => async (request: FastifyRequest) => {
    const result = await limit(request);
    if (!result.isAllowed && result.isExceeded) throw refuse('TOO_MANY_REQUESTS');
  };
  return {
    requireSignInRoom: requireRoom(address),
    requireCallRoom: requireRoom(user),
    async exporting(userId, work) {
      const count = running.get(userId) ?? 0;
      if (count >= limits.exportsAtOnce) throw refuse('TOO_MANY_REQUESTS');
      running.set(userId, count + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(userId) ?? 1) - 1;
        if (left > 0) running.set(userId, left);
        else running.delete(userId);
      }
    },
  };
}

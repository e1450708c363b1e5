import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '#server/domain/limits.ts';
import { networkOf } from '#server/domain/people/index.ts';
import { refuse } from '#server/domain/refusal.ts';
import { Places } from './places.ts';

const RULES_MAX_KEYS = 20_000;

export interface Gates {
  /** Sign-ins of an address. */
  requireSignInRoom(request: FastifyRequest): Promise<void>;
  /** Calls of a user. */
  requireCallRoom(request: FastifyRequest): Promise<void>;
  /**
   * A place to export in, refused beyond so many of one user at once; beyond so many of everybody it waits for one. Gives
   * the place back when called, at least once.
   */
  requireExportRoom(request: FastifyRequest): Promise<() => void>;
}

/** Counters in the memory of this process; every instance has its own. */
export async function openGates(app: FastifyInstance, limits: Limits, userOf: (request: FastifyRequest) => number): Promise<Gates> {
  await app.register(rateLimit, { global: false, cache: RULES_MAX_KEYS });
  const address = app.createRateLimit({
    max: limits.loginsPerAddressPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `address ${networkOf(request.ip)}`,
  });
  const user = app.createRateLimit({
    max: limits.callsPerSecond,
    timeWindow: 1_000,
    keyGenerator: (request) => `user ${userOf(request)}`,
  });
  const exports = new Places({ ofOne: limits.exportsAtOnce, ofAll: limits.exportsOfAll });

  const requireRoom = (limit: typeof user) => async (request: FastifyRequest) => {
    const result = await limit(request);
    if (!result.isAllowed && result.isExceeded) throw refuse('TOO_MANY_REQUESTS');
  };
  return {
    requireSignInRoom: requireRoom(address),
    requireCallRoom: requireRoom(user),
    requireExportRoom: (request) => exports.take(userOf(request), request.gone),
  };
}

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '#server/domain/limits.ts';
import { networkOf } from '#server/domain/people/index.ts';
import { refuse } from '#server/domain/refusal.ts';
import { Places } from './places.ts';

const MAX_COUNTERS = 20_000;

export interface Gates {
  /** Limits sign-ins per client address. */
  checkSignInRate(request: FastifyRequest): Promise<void>;
  /** Limits calls per user. */
  checkCallRate(request: FastifyRequest): Promise<void>;
  /**
   * Takes a place for an export: refuses when the user already has too many, waits when all places are taken. Returns a function that
   * releases the place and may be called more than once.
   */
  takeExportPlace(request: FastifyRequest): Promise<() => void>;
}

/** The counters live in the memory of this process; every instance has its own. */
export async function createGates(app: FastifyInstance, limits: Limits, userOf: (request: FastifyRequest) => number): Promise<Gates> {
  await app.register(rateLimit, { global: false, cache: MAX_COUNTERS });
  const signInLimit = app.createRateLimit({
    max: limits.loginsPerAddressPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `address ${networkOf(request.ip)}`,
  });
  const callLimit = app.createRateLimit({
    max: limits.callsPerSecond,
    timeWindow: 1_000,
    keyGenerator: (request) => `user ${userOf(request)}`,
  });
  const exportPlaces = new Places({ perUser: limits.exportsAtOnce, total: limits.exportsOfAll });

  const createCheck = (limit: typeof callLimit) => async (request: FastifyRequest) => {
    const result = await limit(request);
    if (!result.isAllowed && result.isExceeded) throw refuse('TOO_MANY_REQUESTS');
  };
  return {
    checkSignInRate: createCheck(signInLimit),
    checkCallRate: createCheck(callLimit),
    takeExportPlace: (request) => exportPlaces.take(userOf(request), request.closeSignal),
  };
}

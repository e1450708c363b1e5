import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Verifier, type VerifierOptions } from '@pact-foundation/pact';
import type { World } from './state-handlers.ts';

const CURRENT = path.resolve(import.meta.dirname, '../../pacts/current');

/** Every committed pact, by file. */
export const currentPacts = (): string[] =>
  readdirSync(CURRENT)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => path.join(CURRENT, name));

/** The pacts hold no token; the living one of the state takes the place of the written one. */
const withToken =
  (world: World): NonNullable<VerifierOptions['requestFilter']> =>
  ({ headers }: IncomingMessage, _response: unknown, next: () => void) => {
    if (headers.authorization !== undefined) headers.authorization = `Bearer ${world.token()}`;
    next();
  };

/** Plays the pacts to a provider and compares its answers; rejects when one differs. Only our states can be set up. */
export async function verifyPacts({ baseUrl, world, pacts }: { baseUrl: string; world: World; pacts: string[] }): Promise<void> {
  if (pacts.length === 0) throw new Error('there is no pact to verify');
  const { handlers } = world;
  await new Verifier({
    provider: 'ad-delivery-api',
    providerBaseUrl: baseUrl,
    pactUrls: pacts,
    logLevel: 'error',
    beforeEach: () => world.reset(),
    stateHandlers: Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [name, async (given?: unknown) => void (await handler((given ?? {}) as never))]),
    ),
    requestFilter: withToken(world),
  }).verifyProvider();
}

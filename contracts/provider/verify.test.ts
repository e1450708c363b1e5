import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/domain/clock.ts';
import { manualOnly } from '#server/domain/jobs/index.ts';
import { buildApp } from '#server/http/build-app.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { createWorld, EXPORT_MAX_ROWS, type World } from './state-handlers.ts';
import { currentPacts, verifyPacts } from './verify.ts';

let world: World;
let baseUrl: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const { db, close: closeDatabase } = await createTestDatabase();
  const jobs = manualOnly({ db, clock: systemClock });
  world = await createWorld({ db, settled: () => jobs.settled() });
  const app = await buildApp({
    db,
    jobs,
    ownership: [world.owned],
    config: {
      verifyReplies: true,
      limits: { callsPerSecond: 1_000_000, loginsPerAddressPerMinute: 1_000_000, exportMaxRows: EXPORT_MAX_ROWS },
    },
  });
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  close = async () => {
    await app.close();
    await jobs.stop();
    await closeDatabase();
  };
});

afterAll(() => close());

describe('our server', () => {
  it('keeps every pact', { timeout: 300_000 }, async () => {
    await expect(verifyPacts({ baseUrl, world, pacts: currentPacts() })).resolves.toBeUndefined();
  });
});

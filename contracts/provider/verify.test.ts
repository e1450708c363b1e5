import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/domain/clock.ts';
import { manualOnly } from '#server/domain/jobs/index.ts';
import { buildApp } from '#server/http/build-app.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { BATCH_FILTER_MAX, BATCH_MAX, createWorld, EXPORT_MAX_ROWS, IMPORT_MAX_BYTES, type World } from './state-handlers.ts';
import { currentPacts, verifyPacts } from './verify.ts';

const LONG = { timeout: 180_000 };

let world: World;
let baseUrl: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const { db, close: closeDatabase } = await createTestDatabase();
  const jobs = manualOnly({ db, clock: systemClock });
  let settleBatches = async () => {};
  world = await createWorld({ db, settled: async () => void (await Promise.all([jobs.settled(), settleBatches()])) });
  const app = await buildApp({
    db,
    jobs,
    ownership: [world.owned],
    config: {
      verifyReplies: true,
      limits: {
        callsPerSecond: 1_000_000,
        loginsPerAddressPerMinute: 1_000_000,
        exportMaxRows: EXPORT_MAX_ROWS,
        importMaxBytes: IMPORT_MAX_BYTES,
        batchMax: BATCH_MAX,
        batchFilterMax: BATCH_FILTER_MAX,
      },
    },
  });
  settleBatches = () => app.batches.settled();
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  close = async () => {
    await app.close();
    await jobs.stop();
    await closeDatabase();
  };
});

afterAll(() => close());

const interactions = (file: string): { description: string }[] => JSON.parse(readFileSync(file, 'utf8')).interactions;
const only = (resource: string) => currentPacts().filter((file) => file.endsWith(`/${resource}.json`));

describe('our server', () => {
  it('keeps every pact of the console', LONG, async () => {
    const pacts = currentPacts();
    const count = pacts.flatMap(interactions).length;
    const started = performance.now();
    const verdict = await verifyPacts({ baseUrl, world, pacts });
    console.log(`${count} interactions of ${pacts.length} pacts verified in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    expect(verdict).toEqual({ kept: true, played: count, failures: '' });
    expect(count).toBeGreaterThan(100);
  });
});

describe('a provider that breaks its promises', () => {
  it('is found out when one field of a row is gone', LONG, async () => {
    const verdict = await verifyPacts({
      baseUrl,
      world,
      pacts: only('roles'),
      spoil: (envelope) => JSON.parse(JSON.stringify(envelope, (key, value) => (key === 'updated_at' ? undefined : value))),
    });
    expect(verdict.kept).toBe(false);
    expect(verdict.failures).toContain('missing the following keys: updated_at');
  });

  it('is found out when a number becomes text', LONG, async () => {
    const spoil = (envelope: Record<string, unknown>) =>
      JSON.parse(JSON.stringify(envelope).replaceAll(/"version":(\d+)/g, '"version":"$1"'));
    const verdict = await verifyPacts({ baseUrl, world, pacts: only('users'), spoil });
    expect(verdict.kept).toBe(false);
    expect(verdict.failures).toMatch(/version -> Expected '\d' \(String\) to be an integer/);
  });

  it.each([
    ['signs everybody out', { code: 401, message: '请重新登录', data: { reason: 'TOKEN_REVOKED', trace_id: 'x' } }],
    ['is always broken', { code: -2, message: '系统错误', data: { reason: 'INTERNAL', trace_id: 'x' } }],
    ['says yes to everything', { code: 0, message: '成功', data: {} }],
  ])('is found out in each interaction with another code when it %s', LONG, async (_name, answer) => {
    const pacts = currentPacts();
    const { kept, failures } = await verifyPacts({ baseUrl, world, pacts, spoil: () => answer });
    expect(kept).toBe(false);
    const found = new Set([...failures.matchAll(/^\d+\) .* - (.+)$/gm)].map((match) => match[1]));
    const expected = pacts.flatMap(interactions).filter((each) => codeOf(each) !== undefined && codeOf(each) !== answer.code);
    expect(expected.length).toBeGreaterThan(50);
    expect(expected.filter(({ description }) => !found.has(description)).map(({ description }) => description)).toEqual([]);
  });

  it('is found out when a state cannot be set up', LONG, async () => {
    const handlers = { ...world.handlers, 'somebody is signed in': () => Promise.reject(new Error('no such thing')) };
    const { kept, failures } = await verifyPacts({ baseUrl, world: { ...world, handlers }, pacts: only('dicts') });
    expect(kept).toBe(false);
    expect(failures).toContain('somebody is signed in');
  });
});

/** The literal code of the promised envelope; undefined for files. */
function codeOf(interaction: object): number | undefined {
  const { response } = interaction as { response: { body?: { content?: { code?: number } } } };
  return response.body?.content?.code;
}

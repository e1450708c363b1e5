import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Connection, connectDatabase } from '#server/database/connect.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { systemClock } from '#server/domain/clock.ts';
import { createVault } from '#server/domain/vault.ts';
import { buildApp } from '#server/http/build-app.ts';
import { openOutside } from '#server/outside.ts';
import { seedDemo } from '#server/seed/demo.ts';
import { root } from '#tools/prepare.mjs';

export interface BenchStage {
  url: string;
  databaseUrl: string;
  app: FastifyInstance;
  db: Connection['db'];
  close(): Promise<void>;
}

/** The real server with the demo company, on a temporary database. */
export async function benchStage(): Promise<BenchStage> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { db, close } = connectDatabase({ url: postgres.url, max: 10 });
  await migrateToLatest(db);
  const vault = createVault([{ id: 'bench', key: randomBytes(32) }]);
  const filesFolder = path.join(dataDir, 'files');
  const sandbox = { seed: 'bench', speed: 1, faults: false, control: false, isOffered: true, tokens: false };
  await seedDemo(db, { vault, sandboxSeed: sandbox.seed, store: null, isAtRest: true });
  const app = await buildApp({
    db,
    outside: openOutside({
      db,
      clock: systemClock,
      vault,
      filesFolder,
      sandbox,
    }),
    consoleDir: path.join(root, 'dist/console'),
    config: { limits: { callsPerSecond: 1_000_000, loginsPerAddressPerMinute: 1_000_000 } },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    databaseUrl: postgres.url,
    app,
    db,
    close: async () => {
      await app.close();
      await close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A line of a table: a name, then columns. */
export const row = (...cells: (string | number)[]): void =>
  void process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(44) : String(cell).padStart(14))).join('')}\n`,
  );

export const ratio = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}x`;

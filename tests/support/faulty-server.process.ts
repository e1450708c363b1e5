import { connectDatabase } from '#server/database/connect.ts';
import { buildApp } from '#server/http/build-app.ts';
import { type FaultPlan, plannedFaults } from './batches.ts';
import { testOutside } from './outside.ts';

/** Given as JSON in the first argument. */
export interface FaultyServerTask {
  databaseUrl: string;
  plan: FaultPlan;
  port: number;
  /** Folder of the built console; the API alone without. */
  consoleDir?: string;
}

// The server that people start has no way to be told any of this; this program is not part of it.
if (process.env['NODE_ENV'] === 'production') throw new Error('a server with planned faults is for tests');

const { databaseUrl, plan, port, consoleDir } = JSON.parse(process.argv[2] ?? '{}') as FaultyServerTask;
const { db } = connectDatabase({ url: databaseUrl, max: 20 });
const app = await buildApp({
  db,
  outside: testOutside({ db }),
  logger: { level: 'warn' },
  config: { limits: { callsPerSecond: 1_000_000 } },
  batches: { faults: plannedFaults(plan) },
  ...(consoleDir === undefined ? {} : { consoleDir }),
});
process.once('SIGINT', () => void app.close().then(() => process.exit(0)));
process.stdout.write(`${await app.listen({ port, host: '127.0.0.1' })}\n`);

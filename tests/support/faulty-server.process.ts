import type { Channels } from '#server/channel/ad-platform.ts';
import { createMeta } from '#server/channel/meta/meta.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { reconcileItems } from '#server/domain/batches/index.ts';
import { batchTypes } from '#server/http/batch-types.ts';
import { buildApp } from '#server/http/build-app.ts';
import { type FaultPlan, plannedFaults } from './batches.ts';
import { failingChannels } from './failing-channel.ts';
import { testMetaConfig } from './meta-config.ts';
import { testOutside } from './outside.ts';

/** A call that moves the server's clock by some minutes and does what is due by then. */
export const ADVANCE_CLOCK_PATH = '/for-tests/later';

/** The first argument, as JSON. */
export interface FaultyServerTask {
  databaseUrl: string;
  plan: FaultPlan;
  port: number;
  /** Folder of the stored files. */
  filesFolder: string;
  /** Folder of the built console; the API alone when absent. */
  consoleDir?: string;
  /** The instant at which its clock starts to run; by default the time of the machine. */
  from?: string;
  /** Changes of objects on the channel meet the fates stored in the database. */
  isChannelFailing?: boolean;
  /** Address of a double of Meta, which is then its only network. */
  metaAddress?: string;
}

// The real server accepts none of this; this program is not part of it.
if (process.env['NODE_ENV'] === 'production') throw new Error('a server with planned faults is for tests');

const {
  databaseUrl,
  plan,
  port,
  filesFolder,
  consoleDir,
  from,
  isChannelFailing = false,
  metaAddress,
} = JSON.parse(process.argv[2] ?? '{}') as FaultyServerTask;
const { db } = connectDatabase({ url: databaseUrl, max: 20 });
let aheadMs = from === undefined ? 0 : Date.parse(from) - Date.now();
const clock = { now: () => new Date(Date.now() + aheadMs) };
const simulated = testOutside({ db, clock, folder: filesFolder });
const channels = metaAddress === undefined ? simulated.channels : metaChannels(metaAddress);
const outside = { ...simulated, channels: isChannelFailing ? failingChannels(channels, db) : channels };

function metaChannels(address: string): Channels {
  const { platform } = createMeta({ config: testMetaConfig(address), clock, languages: [] });
  return { of: () => platform, connectorsFor: () => ['meta'] };
}

const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const app = await buildApp({
  db,
  clock,
  outside,
  logger: { level: 'warn' },
  config: { limits: { callsPerSecond: 1_000_000 } },
  batches: { faults: plannedFaults(plan) },
  ...(consoleDir === undefined ? {} : { consoleDir }),
  extend: (server) =>
    server.post<{ Body: { minutes: number } }>(ADVANCE_CLOCK_PATH, async ({ body }) => {
      aheadMs += body.minutes * 60_000;
      const context = { db, now: clock.now(), channels: outside.channels, vault: outside.vault };
      const reconciled = await reconcileItems(context, batchTypes, { signal: new AbortController().signal, onError });
      await server.batches.sweep();
      await server.batches.settled();
      return reconciled;
    }),
});
process.once('SIGINT', () => void app.close().then(() => process.exit(0)));
process.stdout.write(`${await app.listen({ port, host: '127.0.0.1' })}\n`);

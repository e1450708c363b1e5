import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { systemClock } from '#server/domain/clock.ts';
import { waitForProcessing } from '#server/domain/content/index.ts';
import { createManualScheduler } from '#server/domain/jobs/wire.ts';
import { createVault } from '#server/domain/vault.ts';
import { buildApp } from '#server/http/build-app.ts';
import { openOutside } from '#server/outside.ts';
import { createScriptedChannel } from './authorising-states.ts';
import { mountProviderStates } from './provider-states.ts';
import { BATCH_FILTER_MAX, BATCH_MAX, createWorld, EXPORT_MAX_ROWS, IMPORT_MAX_BYTES, type SendRequest } from './state-handlers.ts';
import { limitedFiles } from './upload-states.ts';

export interface Provider {
  /** `http://127.0.0.1:4010` */
  url: string;
  close(): Promise<void>;
}

/**
 * Our server as contracts see it: the production server with limits small enough to be reached and with provider states
 * at its own address. Every state empties the database.
 */
export async function openProvider({ db, port = 0 }: { db: Kysely<Database>; port?: number }): Promise<Provider> {
  const filesFolder = mkdtempSync(path.join(os.tmpdir(), 'ads-provider-'));
  const vault = createVault([{ id: 'provider', key: randomBytes(32) }]);
  const real = openOutside({
    db,
    clock: systemClock,
    vault,
    filesFolder,
    sandbox: { seed: 'contracts', speed: 1, faults: false, control: false, isOffered: true, tokens: false },
  });
  const channel = createScriptedChannel(real.channels);
  const storage = limitedFiles(real.files);
  const outside = { ...real, channels: channel.channels, files: storage.files };
  const jobs = createManualScheduler({ db, clock: systemClock, outside });
  let waitForBatches = async () => {};
  let sendRequest: SendRequest = async () => {
    throw new Error('the server is not built yet');
  };
  const world = await createWorld({
    db,
    vault,
    channel,
    storage,
    settled: async () => void (await Promise.all([jobs.settled(), waitForBatches(), waitForProcessing()])),
    sendRequest: (request, token) => sendRequest(request, token),
  });
  const app = await buildApp({
    db,
    jobs,
    outside,
    ownership: [world.owned],
    catalogue: world.catalogue,
    extend: (extended) => mountProviderStates(extended, world),
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
  waitForBatches = () => app.batches.settled();
  sendRequest = async ({ path: route, body }, token) => {
    const answer = await app.inject({ method: 'POST', url: route, headers: { authorization: `Bearer ${token}` }, payload: body });
    const { code } = answer.json<{ code?: number }>();
    if (code !== 0) throw new Error(`${route} answered ${answer.payload}`);
  };
  const url = await app.listen({ port, host: '127.0.0.1' });
  return {
    url,
    async close() {
      await app.close();
      await jobs.stop();
      world.close();
      rmSync(filesFolder, { recursive: true, force: true });
    },
  };
}

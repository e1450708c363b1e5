import { randomUUID } from 'node:crypto';
import ajvCompiler from '@fastify/ajv-compiler';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { noteKeywords } from '#contracts/endpoints/noted.ts';
import type { Database } from '#server/database/schema.ts';
import { type AnyBatchType, type BatchEngine, type BatchFaults, createBatches } from '#server/domain/batches/index.ts';
import type { Call } from '#server/domain/call.ts';
import { type Clock, systemClock } from '#server/domain/clock.ts';
import { tellBatchEnded } from '#server/domain/home/index.ts';
import { type ManualRuns } from '#server/domain/jobs/index.ts';
import { manualOnly } from '#server/domain/jobs/wire.ts';
import { readLimits } from '#server/domain/limits.ts';
import { nothingOutside, type Outside } from '#server/domain/outside.ts';
import type { OwnedKind } from '#server/domain/ownership.ts';
import { callerOf, readMenu, SignInGate } from '#server/domain/people/index.ts';
import { areaJobs } from './area-jobs.ts';
import { mountAuthCallback } from './auth-callback.ts';
import { batchTypes } from './batch-types.ts';
import { serveBuiltPages } from './built-pages.ts';
import { calls as allCalls } from './calls.ts';
import { readForwardedAddresses } from './client-address.ts';
import { type AppConfig, defaultConfig } from './config.ts';
import { answerClientError, answerErrors, answerFrameworkError } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { answerHealth } from './health.ts';
import { openGates } from './limits.ts';
import { type LogOptions, loggerOptions, OneLineEach } from './logging.ts';
import { mountCalls } from './mount-calls.ts';
import { ownedKinds } from './owned-kinds.ts';
import { requireComplete } from './registry.ts';
import { mountUploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    batches: BatchEngine;
  }
}

/** Bytes of a request; forms are far smaller, files travel another way. */
const BODY_MAX = 256 * 1024;
/** Shorter answers grow or hardly shrink. */
const COMPRESS_FROM_BYTES = 1024;
// All below the client's 600 s, so that the client never gives up first.
const REQUEST_TIMEOUT_MS = 60_000;
const HANDLER_TIMEOUT_MS = 300_000;
const SOCKET_TIMEOUT_MS = 330_000;
const KEEP_ALIVE_MS = 72_000;

/** Of all apps of a process: what the contract says of a request is compiled once. */
const buildValidator = ajvCompiler();

export interface AppOptions {
  /** Migrated already; stays open when the app closes. */
  db: Kysely<Database>;
  clock?: Clock;
  config?: Partial<AppConfig>;
  /** Folder of the built console, to be served beside the API. */
  consoleDir?: string;
  /** Folder of the built catalogue of the contracts, to be served at `/contracts/`. */
  contractsDir?: string;
  /** Folder of the built visualiser, to be served at `/visualiser/`; absent where it is not switched on. */
  visualiserDir?: string;
  /** The catalogue of the contracts as it was built, asked anew for each reader; none when absent. */
  catalogue?: () => Promise<ContractCatalogue | null>;
  /** Channels, vault and kept files; none of them when absent, and whoever asks for one fails. */
  outside?: Outside;
  /** Off by default. */
  logger?: boolean | LogOptions;
  /** What people own, for deletions with a successor. */
  ownership?: readonly OwnedKind[];
  /** Carries out what is begun by hand on the page of scheduled tasks; one of its own when absent. */
  jobs?: ManualRuns;
  /** For tests: bulk operations other than those of the server, or carried out with faults and delays. */
  batches?: { types?: readonly AnyBatchType[]; faults?: BatchFaults; waitMs?: number };
  /** All calls of the contract; a missing one is an error. */
  calls?: readonly Call[];
  /** For whoever verifies a server: more routes than those of the contract. */
  extend?: (app: FastifyInstance) => void;
}

/**
 * The whole server, not yet listening: start, tests and contract verification use this one. Throws when the registry of
 * calls is not complete.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    db,
    clock = systemClock,
    consoleDir,
    contractsDir,
    visualiserDir,
    logger = false,
    ownership = ownedKinds,
    calls = allCalls,
  } = options;
  const { vault, channels, files, siteVerifier, mount } = options.outside ?? nothingOutside;
  const { types = batchTypes, faults, waitMs } = options.batches ?? {};
  const catalogue = options.catalogue ?? (async () => null);
  const jobs = options.jobs ?? manualOnly({ db, clock, batchTypes: types, more: areaJobs, outside: options.outside ?? nothingOutside });
  const config = { ...defaultConfig, ...options.config };
  requireComplete(calls, endpoints);
  const [limits, menu] = await Promise.all([readLimits(db, config.limits), readMenu(db)]);

  const app = fastify({
    logger: loggerOptions(logger),
    genReqId: () => randomUUID(),
    logController: new OneLineEach({ requestIdLogLabel: 'trace_id' }),
    bodyLimit: BODY_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    connectionTimeout: SOCKET_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    schemaController: { compilersFactory: { buildValidator } },
    // Nothing is coerced, nothing silently dropped; all wrong fields are named at once.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true, keywords: [...noteKeywords] },
    },
    clientErrorHandler: answerClientError(config.behindTls),
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply, config.behindTls),
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders(request.url, config.behindTls), 'x-request-id': request.id });
  });

  if (config.trustProxy.length > 0) readForwardedAddresses(app);

  // Only answers: a compressed request could grow far beyond the limit of its body.
  await app.register(compress, { threshold: COMPRESS_FROM_BYTES, encodings: ['br', 'gzip'], globalDecompression: false });

  // A kept connection would hold up the stop until it times out.
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });

  const batches = createBatches({
    db,
    clock,
    types,
    limits,
    menu,
    ownership,
    channels,
    vault,
    files,
    instance: randomUUID(),
    callerOf: (asked, userId) => callerOf(asked, userId, menu),
    onError: (error) => app.log.error({ err: error }, 'a batch met a fault'),
    onBatchEnded: tellBatchEnded,
    faults,
    waitMs,
  });
  app.decorate('batches', batches);
  app.addHook('onListen', async () => batches.resume());
  app.addHook('onClose', () => batches.stop());

  const gates = await openGates(app, limits, (request) => request.caller?.userId ?? 0);
  const sendPage = await serveBuiltPages(app, { consoleDir, contractsDir, visualiserDir });
  answerErrors(app, { db, clock, sendPage });
  answerHealth(app, db, options.outside?.files);
  mountCalls(app, {
    db,
    clock,
    calls,
    gates,
    verifyReplies: config.verifyReplies,
    behindTls: config.behindTls,
    shared: {
      limits,
      menu,
      ownership,
      signIns: new SignInGate(options.outside?.vault.derive('sign-in')),
      jobs,
      batches,
      channels,
      vault,
      files,
      siteVerifier,
      catalogue,
    },
  });
  mountUploads(app, { db, clock, files, limits, menu });
  mountAuthCallback(app, { db, clock, gates, channels, vault, menu });
  await mount?.(app);
  options.extend?.(app);
  await app.ready();
  return app;
}

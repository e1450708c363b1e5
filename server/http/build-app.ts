import { randomUUID } from 'node:crypto';
import ajvCompiler from '@fastify/ajv-compiler';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifySchemaCompiler } from 'fastify';
import type { Kysely } from 'kysely';
import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { noteKeywords } from '#contracts/endpoints/noted.ts';
import type { Database } from '#server/database/schema.ts';
import { type AnyBatchType, type BatchEngine, type BatchFaults, createBatches } from '#server/domain/batches/index.ts';
import type { Call } from '#server/domain/call.ts';
import { type Clock, systemClock } from '#server/domain/clock.ts';
import { alertBatchEnded } from '#server/domain/home/index.ts';
import { type ManualRuns } from '#server/domain/jobs/index.ts';
import { createManualScheduler } from '#server/domain/jobs/wire.ts';
import { readLimits } from '#server/domain/limits.ts';
import { nothingOutside, type Outside } from '#server/domain/outside.ts';
import type { OwnedKind } from '#server/domain/ownership.ts';
import { loadCaller, readMenu, SignInGate } from '#server/domain/people/index.ts';
import { areaJobs } from './area-jobs.ts';
import { mountAuthCallback } from './auth-callback.ts';
import { mountAuthChoice } from './auth-choice.ts';
import { batchTypes } from './batch-types.ts';
import { serveBuiltPages } from './built-pages.ts';
import { calls as allCalls } from './calls.ts';
import { mountChannelNotices } from './channel-notices.ts';
import { normalizeForwardedAddresses } from './client-address.ts';
import { type AppConfig, defaultConfig } from './config.ts';
import { createClientErrorHandler, handleFrameworkError, registerErrorHandlers } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { mountHealth } from './health.ts';
import { createGates } from './limits.ts';
import { type LogOptions, loggerOptions, SingleLineLogController } from './logging.ts';
import { mountCalls } from './mount-calls.ts';
import { ownedKinds } from './owned-kinds.ts';
import { requireCompleteRegistry } from './registry.ts';
import { mountSitePush } from './site-push.ts';
import { mountUploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    batches: BatchEngine;
  }
}

/** Largest request body; forms are far smaller, and files are uploaded separately. */
const MAX_BODY_BYTES = 256 * 1024;
/** Compressing shorter answers saves little or nothing. */
const MIN_COMPRESSED_BYTES = 1024;
// All below the client's timeout of 600 s, so that the client never gives up first.
const REQUEST_TIMEOUT_MS = 60_000;
const HANDLER_TIMEOUT_MS = 300_000;
const SOCKET_TIMEOUT_MS = 330_000;
const KEEP_ALIVE_MS = 72_000;

/**
 * Shared by all apps of a process, so that each request schema is compiled once. Values are not coerced and unknown fields not dropped; an
 * answer names all invalid fields at once.
 */
const compileSchema = ajvCompiler()(
  {},
  { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true, keywords: [...noteKeywords] } },
);

/** Compiles the schema of a call with its first request, because compiling all of them takes as long as the rest of the start. */
const createValidator: FastifySchemaCompiler<unknown> = (route) => {
  let compiled: ReturnType<typeof compileSchema> | undefined;
  const validate: ReturnType<FastifySchemaCompiler<unknown>> = (value: unknown) => {
    compiled ??= compileSchema({ ...route });
    const isValid = compiled(value) === true;
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
};

export interface AppOptions {
  /** Must be migrated already; stays open when the app closes. */
  db: Kysely<Database>;
  clock?: Clock;
  config?: Partial<AppConfig>;
  /** Folder of the built console, served beside the API. */
  consoleDir?: string;
  /** Folder of the built contract catalogue, served at `/contracts/`. */
  contractsDir?: string;
  /** Folder of the built visualiser, served at `/visualiser/`; absent when it is switched off. */
  visualiserDir?: string;
  /** Reads the built contract catalogue for each request; by default there is none. */
  catalogue?: () => Promise<ContractCatalogue | null>;
  /** Channels, vault and stored files. Without it, every use of one of them fails. */
  outside?: Outside;
  /** Off by default. */
  logger?: boolean | LogOptions;
  /** Kinds of objects that users own, handed over to a successor when a user is deleted. */
  ownership?: readonly OwnedKind[];
  /** Runs scheduled tasks that are started by hand; by default the app makes its own runner. */
  jobs?: ManualRuns;
  /** For tests: other batch types, or faults and delays while batches run. */
  batches?: { types?: readonly AnyBatchType[]; faults?: BatchFaults; waitMs?: number };
  /** All calls of the contract; a missing one is an error. */
  calls?: readonly Call[];
  /** Adds routes beyond the contract, as the contract verification needs them. */
  extend?: (app: FastifyInstance) => void;
}

/**
 * The whole server, not yet listening; the start command, tests and contract verification all use this function. Throws when the registry
 * of calls is incomplete.
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
  const { vault, channels, files, siteVerifier, siteFeed, sitePush, webhooks, publicUrl, mount } = options.outside ?? nothingOutside;
  const { types = batchTypes, faults, waitMs } = options.batches ?? {};
  const catalogue = options.catalogue ?? (async () => null);
  const jobs =
    options.jobs ?? createManualScheduler({ db, clock, batchTypes: types, more: areaJobs, outside: options.outside ?? nothingOutside });
  const config = { ...defaultConfig, ...options.config };
  requireCompleteRegistry(calls, endpoints);
  const [limits, menu] = await Promise.all([readLimits(db, config.limits), readMenu(db)]);

  const app = fastify({
    logger: loggerOptions(logger),
    genReqId: () => randomUUID(),
    logController: new SingleLineLogController({ requestIdLogLabel: 'trace_id' }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    connectionTimeout: SOCKET_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    clientErrorHandler: createClientErrorHandler(config.behindTls),
    frameworkErrors: (error, request, reply) => handleFrameworkError(error, request, reply, config.behindTls),
  });

  app.setValidatorCompiler(createValidator);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders(request.url, config.behindTls), 'x-request-id': request.id });
  });

  if (config.trustProxy.length > 0) normalizeForwardedAddresses(app);

  // Requests are not decompressed, because their content could grow far beyond the body limit.
  await app.register(compress, { threshold: MIN_COMPRESSED_BYTES, encodings: ['br', 'gzip'], globalDecompression: false });

  // While stopping, connections are closed after each answer, because keep-alive connections would delay the stop until they time out.
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
    callerOf: (connection, userId) => loadCaller(connection, userId, menu),
    onError: (error) => app.log.error({ err: error }, 'a batch met a fault'),
    onBatchEnded: alertBatchEnded,
    faults,
    waitMs,
  });
  app.decorate('batches', batches);
  app.addHook('onListen', async () => batches.resume());
  app.addHook('onClose', () => batches.stop());

  const gates = await createGates(app, limits, (request) => request.caller?.userId ?? 0);
  const sendPage = await serveBuiltPages(app, { consoleDir, contractsDir, visualiserDir });
  registerErrorHandlers(app, { db, clock, sendPage });
  mountHealth(app, db, options.outside?.files);
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
      siteFeed,
      webhooks,
      catalogue,
    },
  });
  mountUploads(app, { db, clock, files, limits, menu });
  mountChannelNotices(app, { db, clock, gates, channels, vault, publicUrl });
  mountAuthChoice(app, { db, clock, gates, channels });
  mountAuthCallback(app, { db, clock, gates, channels, vault, menu });
  if (sitePush !== undefined) mountSitePush(app, { db, clock, gates, sites: sitePush });
  await mount?.(app);
  options.extend?.(app);
  await app.ready();
  return app;
}

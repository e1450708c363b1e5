import type { Readable } from 'node:stream';
import { DataStore, ERRORS, type Lock, type Locker, Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { initUpload } from '#contracts/endpoints/material-uploads.ts';
import { type Reason, reasonCodes } from '#contracts/endpoints/reasons.ts';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '#server/domain/clock.ts';
import { acquireUploadLease, findOpenUpload, markUploading, waitForProcessing } from '#server/domain/content/index.ts';
import { type Files, StorageFull, UPLOADS_PATH } from '#server/domain/files.ts';
import type { Limits } from '#server/domain/limits.ts';
import { accessRefusal, authenticate, rightsMark } from '#server/domain/people/index.ts';
import { Refusal, refuse } from '#server/domain/refusal.ts';
import type { MenuEntry } from '#server/domain/work-context.ts';
import { errorAnswer, refusalAnswer } from './answers.ts';
import { preferredLanguage } from './language.ts';

export interface UploadOptions {
  db: Kysely<Database>;
  clock: Clock;
  files: Files;
  limits: Limits;
  menu: readonly MenuEntry[];
}

/** Longer than the time a disconnected writer keeps its lock. */
const LOCK_TIMEOUT_MS = 9_000;
/** Time for a writer that must stop to write what it has received. */
const DRAIN_MS = 300;

/** tus clients look at the HTTP status, so unlike the calls these addresses answer with real ones. */
const HTTP_STATUSES: Partial<Record<Reason, number>> = {
  NOT_FOUND: 404,
  UPLOAD_CLOSED: 410,
  STORAGE_FULL: 507,
  FILE_TOO_LARGE: 413,
  INTERNAL: 500,
};
const httpStatus = (reason: Reason): number =>
  HTTP_STATUSES[reason] ?? (reasonCodes[reason] >= 400 && reasonCodes[reason] < 500 ? reasonCodes[reason] : 500);

/** An error in the form the tus library passes on. */
class TusError extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor({ status_code, body }: { status_code: number; body: string }) {
    super(body);
    this.status_code = status_code;
    this.body = body;
  }
}

class UploadStore extends DataStore {
  readonly #options: UploadOptions;

  constructor(options: UploadOptions) {
    super();
    this.#options = options;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { db, clock, files } = this.#options;
    const [found, offset] = await Promise.all([findOpenUpload(db, id, clock.now()), files.uploads.received(id)]);
    if (found === undefined || offset === undefined) throw new TusError(ERRORS.FILE_NOT_FOUND);
    return new Upload({ id, size: found.size, offset });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { db, clock, files } = this.#options;
    await markUploading(db, id, clock.now());
    try {
      return await files.uploads.write(id, offset, stream as unknown as Readable);
    } catch (error) {
      throw error instanceof StorageFull ? new TusError({ status_code: httpStatus('STORAGE_FULL'), body: 'STORAGE_FULL' }) : error;
    }
  }
}

class UploadLocker implements Locker {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  newLock(id: string): Lock {
    let lease: Awaited<ReturnType<typeof acquireUploadLease>>;
    return {
      lock: async (signal, requestRelease) => {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(LOCK_TIMEOUT_MS)]);
        lease = await acquireUploadLease(this.#db, id, { signal: limited, onWanted: () => void requestRelease() });
        if (lease === undefined) throw new TusError(ERRORS.ERR_LOCK_TIMEOUT);
      },
      unlock: async () => await lease?.release(),
    };
  }
}

/**
 * Receives the bytes of uploads by the tus protocol: HEAD tells how many have arrived, PATCH sends the next ones. Uploads begin and end
 * with calls. Only the user who began an upload may send its bytes, and every request is authorised like a call.
 */
export function mountUploads(app: FastifyInstance, options: UploadOptions): void {
  const { db, clock, files, limits, menu } = options;
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: new UploadStore(options),
    locker: new UploadLocker(db),
    lockDrainTimeout: DRAIN_MS,
    allowedOrigins: [],
    onResponseError: (_request, error) => {
      if (error instanceof Error && !('status_code' in error)) app.log.error({ err: error }, 'the bytes of an upload could not be kept');
      return undefined;
    },
  });

  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.now = clock.now();
    request.language = preferredLanguage(request.headers['accept-language']);
    request.caller = await authenticate(db, request.headers.authorization, { now: request.now, limits, menu });
    reply.header('x-rights', rightsMark(request.caller));
    const reason = accessRefusal(initUpload, request.caller);
    if (reason !== null) throw refuse(reason);
    const { id } = request.params as { id: string };
    const found = await findOpenUpload(db, id, request.now);
    if (found === undefined || found.userId !== request.caller.userId) throw refuse('NOT_FOUND');
    if (request.method === 'PATCH') await requireRoom(request);
  }

  async function requireRoom(request: FastifyRequest): Promise<void> {
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    // A request of unknown length could outlive the session that authorised it.
    if (!Number.isSafeInteger(length) || length > limits.uploadChunk)
      throw refuse('FILE_TOO_LARGE', { max: `${limits.uploadChunk / 1024 / 1024} MiB` });
    if (!(await files.uploads.hasRoom(length))) throw refuse('STORAGE_FULL');
  }

  app.addHook('onClose', async () => await waitForProcessing());
  app.register(async (scope) => {
    // The tus library reads the bytes as a stream.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    scope.setErrorHandler(async (error: Error, request, reply) => {
      const reason: Reason = error instanceof Refusal ? error.reason : 'INTERNAL';
      if (reason === 'INTERNAL') request.log.error({ err: error }, 'a request failed');
      // The server does not wait for the rest of the body.
      reply.header('connection', 'close');
      const language = request.language ?? 'zh';
      const answer = error instanceof Refusal ? refusalAnswer(error, language, request.id) : errorAnswer(reason, language, request.id);
      return await reply.code(httpStatus(reason)).send(answer);
    });
    scope.route({
      method: ['HEAD', 'PATCH'],
      url: `${UPLOADS_PATH}/:id`,
      onRequest: authorize,
      handler: async (request, reply) => {
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value as string);
        reply.hijack();
        await server.handle(request.raw, reply.raw);
      },
    });
  });
}

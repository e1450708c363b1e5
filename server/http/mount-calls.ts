import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Database } from '#server/database/schema.ts';
import type { Call, OpenContext } from '#server/domain/call.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Language } from '#server/domain/messages.ts';
import { accessRefusal, authenticate, rightsMark } from '#server/domain/people/index.ts';
import { Refusal, refuse } from '#server/domain/refusal.ts';
import { isSheetFile, type SheetCount, type SheetFile } from '#server/domain/spreadsheet/index.ts';
import type { Caller } from '#server/domain/work-context.ts';
import { success } from './answers.ts';
import { parseAddress } from './client-address.ts';
import { formatDeviceCookie, readDeviceCookie } from './device-cookie.ts';
import { preferredLanguage } from './language.ts';
import type { Gates } from './limits.ts';
import { runCall } from './run-call.ts';
import { sendFile } from './send-file.ts';
import { findDateFault, findUnstorable } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token is verified. */
    caller: Caller | null;
    /** The same instant for the whole request. */
    now: Date;
    language: Language;
    /** Aborted when the answer was sent or the connection closed. The framework's own signal is aborted as soon as the body was read. */
    closeSignal: AbortSignal;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

interface MountOptions {
  db: Kysely<Database>;
  clock: Clock;
  calls: readonly Call[];
  gates: Gates;
  verifyReplies: boolean;
  behindTls: boolean;
  shared: Pick<
    OpenContext,
    | 'limits'
    | 'menu'
    | 'ownership'
    | 'signIns'
    | 'jobs'
    | 'batches'
    | 'channels'
    | 'vault'
    | 'files'
    | 'siteVerifier'
    | 'siteFeed'
    | 'webhooks'
    | 'catalogue'
  >;
}

/** Shared by all apps of a process, so that each reply schema is compiled once. */
const validators = new WeakMap<TSchema, Validator>();

function getValidator(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/** Registers every call at its path below /api. */
export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  app.decorateRequest('caller', null);
  acceptEmptyJson(app);
  for (const call of options.calls) mountCall(app, call, options);
}

/** Treats an empty JSON body as no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function mountCall(app: FastifyInstance, call: Call, { db, clock, gates, verifyReplies, behindTls, shared }: MountOptions): void {
  const { endpoint } = call;
  const part = endpoint.method === 'GET' ? 'querystring' : 'body';
  const replyValidator = verifyReplies && endpoint.answer === 'envelope' ? getValidator(endpoint.reply) : null;

  /** Runs before the body is read, so that a caller without permission learns nothing about the expected fields. */
  async function authorize(request: FastifyRequest, response: FastifyReply): Promise<void> {
    const closing = new AbortController();
    request.closeSignal = closing.signal;
    response.raw.once('close', () => closing.abort());
    request.now = clock.now();
    request.language = preferredLanguage(request.headers['accept-language']);
    if (endpoint.access === 'public') return await gates.checkSignInRate(request);
    request.caller = await authenticate(db, request.headers.authorization, { now: request.now, ...shared });
    response.header('x-rights', rightsMark(request.caller));
    await gates.checkCallRate(request);
    const reason = accessRefusal(endpoint, request.caller);
    if (reason !== null) throw refuse(reason);
  }

  async function handleCall(request: FastifyRequest, response: FastifyReply): Promise<unknown> {
    const body = part === 'body' ? request.body : request.query;
    const fault = findUnstorable(body) ?? findDateFault(endpoint.request, body);
    if (fault !== null) throw new Refusal('VALIDATION', { faults: [fault] });
    const run = () =>
      runCall(
        db,
        call,
        {
          ...shared,
          now: request.now,
          language: request.language,
          caller: request.caller,
          address: parseAddress(request.ip) ?? request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          device: readDeviceCookie(request.headers.cookie),
          rememberDevice: (token) => void response.header('set-cookie', formatDeviceCookie(token, behindTls)),
          signal: request.closeSignal,
          elapsed: () => response.elapsedTime,
        },
        body,
      );
    if (endpoint.answer === 'spreadsheet') return await handleFile(request, response, run as () => Promise<SheetFile | SheetCount>);
    const data = await run();
    if (replyValidator !== null && !replyValidator.Check(JSON.parse(JSON.stringify(data)))) {
      throw new Error(`${endpoint.name} answers something else than its endpoint says: ${JSON.stringify(replyValidator.Errors(data))}`);
    }
    return success(data, request.language);
  }

  async function handleFile(request: FastifyRequest, response: FastifyReply, run: () => Promise<SheetFile | SheetCount>): Promise<unknown> {
    // A request that only counts rows takes no export place.
    const isCount = (request.body as { count_only?: true }).count_only === true;
    const releasePlace = isCount ? () => {} : await gates.takeExportPlace(request);
    try {
      const file = await run();
      if (isSheetFile(file)) return sendFile(response, file, releasePlace);
      releasePlace();
      return success(file, request.language);
    } catch (error) {
      releasePlace();
      throw error;
    }
  }

  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: { [part]: endpoint.request },
    config: { call },
    ...(call.bodyMax === undefined ? {} : { bodyLimit: call.bodyMax }),
    onRequest: authorize,
    preValidation: async (request) => {
      if (part === 'body' && request.body === undefined) request.body = {};
    },
    handler: handleCall,
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Database } from '#server/database/schema.ts';
import type { Call, OpenContext } from '#server/domain/call.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Language } from '#server/domain/messages.ts';
import { authenticate, refusalOf, rightsMark } from '#server/domain/people/index.ts';
import { Refusal, refuse } from '#server/domain/refusal.ts';
import { isSheetFile, type SheetCount, type SheetFile } from '#server/domain/spreadsheet/index.ts';
import type { Caller } from '#server/domain/work-context.ts';
import { success } from './answers.ts';
import { plainAddress } from './client-address.ts';
import { deviceCookie, deviceOf } from './device-cookie.ts';
import { languageOf } from './language.ts';
import type { Gates } from './limits.ts';
import { runCall } from './run-call.ts';
import { sendFile } from './send-file.ts';
import { dateFault, unstorable } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token was found good. */
    caller: Caller | null;
    /** One instant for the whole request. */
    now: Date;
    language: Language;
    /** Aborted when the answer was sent, or the connection closed before. The one of the framework is aborted once the body was read. */
    gone: AbortSignal;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

interface Mounting {
  db: Kysely<Database>;
  clock: Clock;
  calls: readonly Call[];
  gates: Gates;
  verifyReplies: boolean;
  behindTls: boolean;
  shared: Pick<
    OpenContext,
    'limits' | 'menu' | 'ownership' | 'signIns' | 'jobs' | 'batches' | 'channels' | 'vault' | 'files' | 'siteVerifier' | 'catalogue'
  >;
}

/** Of all apps of a process: a reply is compiled once. */
const compiled = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  return validator;
}

/** Puts every call at its address below /api. */
export function mountCalls(app: FastifyInstance, mounting: Mounting): void {
  app.decorateRequest('caller', null);
  readJson(app);
  for (const call of mounting.calls) mountCall(app, call, mounting);
}

/** An empty body is no body, whatever its content type says. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function mountCall(app: FastifyInstance, call: Call, { db, clock, gates, verifyReplies, behindTls, shared }: Mounting): void {
  const { endpoint } = call;
  const part = endpoint.method === 'GET' ? 'querystring' : 'body';
  const reply = verifyReplies && endpoint.answer === 'envelope' ? validatorOf(endpoint.reply) : null;

  /** Before the body is read: who is not allowed learns nothing about what is expected. */
  async function admit(request: FastifyRequest, response: FastifyReply): Promise<void> {
    const leaving = new AbortController();
    request.gone = leaving.signal;
    response.raw.once('close', () => leaving.abort());
    request.now = clock.now();
    request.language = languageOf(request.headers['accept-language']);
    if (endpoint.access === 'public') return await gates.requireSignInRoom(request);
    request.caller = await authenticate(db, request.headers.authorization, { now: request.now, ...shared });
    response.header('x-rights', rightsMark(request.caller));
    await gates.requireCallRoom(request);
    const reason = refusalOf(endpoint, request.caller);
    if (reason !== null) throw refuse(reason);
  }

  async function answer(request: FastifyRequest, response: FastifyReply): Promise<unknown> {
    const body = part === 'body' ? request.body : request.query;
    const fault = unstorable(body) ?? dateFault(endpoint.request, body);
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
          address: plainAddress(request.ip) ?? request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          device: deviceOf(request.headers.cookie),
          keepDevice: (token) => void response.header('set-cookie', deviceCookie(token, behindTls)),
          signal: request.gone,
          elapsed: () => response.elapsedTime,
        },
        body,
      );
    if (endpoint.answer === 'spreadsheet') return await answerFile(request, response, run as () => Promise<SheetFile | SheetCount>);
    const data = await run();
    if (reply !== null && !reply.Check(JSON.parse(JSON.stringify(data)))) {
      throw new Error(`${endpoint.name} answers something else than its endpoint says: ${JSON.stringify(reply.Errors(data))}`);
    }
    return success(data, request.language);
  }

  async function answerFile(request: FastifyRequest, response: FastifyReply, run: () => Promise<SheetFile | SheetCount>): Promise<unknown> {
    // Whoever only asks how many takes no place of those who wait for a file.
    const isCount = (request.body as { count_only?: true }).count_only === true;
    const leave = isCount ? () => {} : await gates.requireExportRoom(request);
    try {
      const file = await run();
      if (isSheetFile(file)) return sendFile(response, file, leave);
      leave();
      return success(file, request.language);
    } catch (error) {
      leave();
      throw error;
    }
  }

  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: { [part]: endpoint.request },
    config: { call },
    ...(call.bodyMax === undefined ? {} : { bodyLimit: call.bodyMax }),
    onRequest: admit,
    preValidation: async (request) => {
      if (part === 'body' && request.body === undefined) request.body = {};
    },
    handler: answer,
  });
}

import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Envelope, ErrorData } from '#contracts/endpoints/envelope.ts';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Language } from '#server/domain/messages.ts';
import { writeOpLog } from '#server/domain/people/index.ts';
import { Refusal, refuse } from '#server/domain/refusal.ts';
import { errorAnswer, refusalAnswer } from './answers.ts';
import type { SendPage } from './built-pages.ts';
import { isApi, securityHeaders } from './headers.ts';
import { preferredLanguage } from './language.ts';
import { toFieldFaults } from './validation.ts';

/** Logging signed-out or rate-limited requests would let anyone fill the log. */
const UNLOGGED_CODES = [401, 429];

/** The error as a refusal if the request caused it; undefined for unexpected errors. */
function toRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { validation, code: frameworkCode } = error as Partial<FastifyError>;
  // Errors from elsewhere may have a numeric code.
  const code = typeof frameworkCode === 'string' ? frameworkCode : '';
  if (validation) return new Refusal('VALIDATION', { faults: toFieldFaults(validation) });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'bodyTooLarge' }] });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'mediaType' }] });
  if (code.startsWith('FST_ERR_CTP_')) return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'json' }] });
  // The JSON parser of the framework throws plain errors with status 400.
  const { statusCode } = error as FastifyError;
  if (statusCode === 429) return refuse('TOO_MANY_REQUESTS');
  if (error instanceof SyntaxError && statusCode === 400) return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'json' }] });
  return undefined;
}

/** Error codes of PostgreSQL and of the file system for a full disk. */
const DISK_FULL_CODES = ['53100', 'ENOSPC', 'EDQUOT'];

/** The answer to an unexpected error; it reveals nothing but what an operator has to do. */
function unexpectedErrorAnswer(error: Error, language: Language, traceId: string): Envelope<ErrorData> {
  if (!DISK_FULL_CODES.includes((error as { code?: string }).code ?? '')) return errorAnswer('INTERNAL', language, traceId);
  const text = {
    zh: '服务器磁盘空间已满，未保存任何更改，请联系管理员',
    en: 'The server has no disk space left; nothing was saved. Please tell an administrator',
  };
  return refusalAnswer(new Refusal('INTERNAL', { text }), language, traceId);
}

/** Handled errors answer 200 with the envelope; only a body that is too large keeps its status. */
const httpStatus = (error: Error): number => ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 413 : 200);

export function registerErrorHandlers(
  app: FastifyInstance,
  { db, clock, sendPage }: { db: Kysely<Database>; clock: Clock; sendPage: SendPage },
): void {
  /** Refused and failed writes are logged as well; a failure to log must not hide the answer. */
  async function logRefusal(request: FastifyRequest, reply: FastifyReply, { code, data }: Envelope<{ reason: string }>): Promise<void> {
    const { call } = request.routeOptions.config;
    const { caller } = request;
    if (call?.audit !== 'write' || !caller || UNLOGGED_CODES.includes(code)) return;
    const body = (request.body ?? {}) as Record<string, unknown>;
    const id = body.id ?? body.currentUserId;
    try {
      await writeOpLog(db, [
        {
          at: request.now ?? clock.now(),
          userId: caller.userId,
          account: caller.account,
          action: call.endpoint.path,
          targetType: call.subject ?? null,
          targetId: Number.isSafeInteger(id) ? (id as number) : null,
          ip: request.ip,
          summary: data.reason,
          ok: false,
          code,
          ms: reply.elapsedTime,
        },
      ]);
    } catch (error) {
      request.log.error({ err: error }, 'a refusal could not be logged');
    }
  }

  app.setErrorHandler(async (error: Error, request, reply) => {
    const language = request.language ?? preferredLanguage(request.headers['accept-language']);
    const refusal = toRefusal(error);
    // Work aborted because the client disconnected is not an error.
    if (refusal === undefined && reply.raw.destroyed) request.log.info('a request was given up');
    else if (refusal === undefined) request.log.error({ err: error }, 'a request failed');
    const answer =
      refusal === undefined ? unexpectedErrorAnswer(error, language, request.id) : refusalAnswer(refusal, language, request.id);
    await logRefusal(request, reply, answer);
    reply.removeHeader('content-disposition');
    return await reply.code(httpStatus(error)).type('application/json; charset=utf-8').send(answer);
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (!isApi(request.url) && sendPage(request, reply)) return reply;
    const language = preferredLanguage(request.headers['accept-language']);
    return await reply.code(404).send(errorAnswer('NOT_FOUND', language, request.id));
  });
}

/** Answers bytes that are not valid HTTP, which reach no route, with the shortest answer and the usual security headers. */
export function createClientErrorHandler(behindTls: boolean) {
  return (error: { code?: string }, socket: Socket): void => {
    // The client is gone or never sent a request, so it would not read an answer.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? '431 Request Header Fields Too Large'
          : '400 Bad Request';
    const headers = Object.entries({ ...securityHeaders('/', behindTls), 'content-length': '0', connection: 'close' });
    socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  };
}

/** Answers malformed URLs, which reach no route and no hook. */
export function handleFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply, behindTls: boolean): void {
  const language = preferredLanguage(request.headers['accept-language']);
  request.log.info({ err: error }, 'an address could not be read');
  void reply
    .headers({ ...securityHeaders(request.raw.url ?? '/', behindTls), 'x-request-id': request.id })
    .code(404)
    .send(errorAnswer('NOT_FOUND', language, request.id));
}

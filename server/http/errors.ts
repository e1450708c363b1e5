import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Envelope, ErrorData } from '#contracts/endpoints/envelope.ts';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Language } from '#server/domain/messages.ts';
import { writeOpLog } from '#server/domain/people/index.ts';
import { Refusal, refuse } from '#server/domain/refusal.ts';
import { plainError, refusalAnswer } from './answers.ts';
import type { SendPage } from './built-pages.ts';
import { isApi, securityHeaders } from './headers.ts';
import { languageOf } from './language.ts';
import { faultsOf } from './validation.ts';

/** Signed out and slowed down: logging these would let anybody fill the log. */
const NOT_LOGGED = [401, 429];

/** What went wrong as a refusal; undefined for faults of ours. */
function refusalFor(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { validation, code: given } = error as Partial<FastifyError>;
  // Errors of other origin have numbers.
  const code = typeof given === 'string' ? given : '';
  if (validation) return new Refusal('VALIDATION', { faults: faultsOf(validation) });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'bodyTooLarge' }] });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'mediaType' }] });
  if (code.startsWith('FST_ERR_CTP_')) return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'json' }] });
  // The parser of the framework raises plain errors with a status of the caller's fault.
  const { statusCode } = error as FastifyError;
  if (statusCode === 429) return refuse('TOO_MANY_REQUESTS');
  if (error instanceof SyntaxError && statusCode === 400) return new Refusal('VALIDATION', { faults: [{ field: 'body', rule: 'json' }] });
  return undefined;
}

/** Of PostgreSQL and of the file system: there is no room left to write. */
const DISK_FULL = ['53100', 'ENOSPC', 'EDQUOT'];

/** What a fault of ours is answered with: its reader learns no more than what an operator has to do. */
function faultAnswer(error: Error, language: Language, traceId: string): Envelope<ErrorData> {
  if (!DISK_FULL.includes((error as { code?: string }).code ?? '')) return plainError('INTERNAL', language, traceId);
  const text = {
    zh: '服务器磁盘空间已满，未保存任何更改，请联系管理员',
    en: 'The server has no disk space left; nothing was saved. Tell an administrator',
  };
  return refusalAnswer(new Refusal('INTERNAL', { text }), language, traceId);
}

/** Everything handled answers 200 with the envelope; a body too large and an unknown call keep their status. */
const statusOf = (error: Error): number => ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 413 : 200);

export function answerErrors(
  app: FastifyInstance,
  { db, clock, sendPage }: { db: Kysely<Database>; clock: Clock; sendPage: SendPage },
): void {
  /** Refused and failed writes leave an entry too; its failure must not hide the answer. */
  async function logRefusal(request: FastifyRequest, reply: FastifyReply, { code, data }: Envelope<{ reason: string }>): Promise<void> {
    const { call } = request.routeOptions.config;
    const { caller } = request;
    if (call?.audit !== 'write' || !caller || NOT_LOGGED.includes(code)) return;
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
    const language = request.language ?? languageOf(request.headers['accept-language']);
    const refusal = refusalFor(error);
    // Work that was ended because its reader is gone is no fault.
    if (refusal === undefined && reply.raw.destroyed) request.log.info('a request was given up');
    else if (refusal === undefined) request.log.error({ err: error }, 'a request failed');
    const answer = refusal === undefined ? faultAnswer(error, language, request.id) : refusalAnswer(refusal, language, request.id);
    await logRefusal(request, reply, answer);
    reply.removeHeader('content-disposition');
    return await reply.code(statusOf(error)).type('application/json; charset=utf-8').send(answer);
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (!isApi(request.url) && sendPage(request, reply)) return reply;
    const language = languageOf(request.headers['accept-language']);
    return await reply.code(404).send(plainError('NOT_FOUND', language, request.id));
  });
}

/** Bytes that are no HTTP reach no request at all: the shortest answer, with the headers of every other. */
export function answerClientError(behindTls: boolean) {
  return (error: { code?: string }, socket: Socket): void => {
    // The peer is gone, or never sent a request: nobody reads an answer.
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

/** Addresses that cannot be read reach no route and no hook. */
export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply, behindTls: boolean): void {
  const language = languageOf(request.headers['accept-language']);
  request.log.info({ err: error }, 'an address could not be read');
  void reply
    .headers({ ...securityHeaders(request.raw.url ?? '/', behindTls), 'x-request-id': request.id })
    .code(404)
    .send(plainError('NOT_FOUND', language, request.id));
}

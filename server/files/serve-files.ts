import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#server/domain/clock.ts';
import { type Addresses, FILES_PATH } from './addresses.ts';
import { typeOfKey } from './keys.ts';
import type { Storage } from './storage.ts';

/** Served files must never execute anything. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** Only the browser may cache a file; the file behind a key never changes. */
const CACHE_CONTROL = 'private, max-age=7200, immutable';

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const toAsciiName = (name: string): string => name.replace(/[^\w.-]+/g, '_').slice(-100);

/** Parses a single byte range, both ends included; 'none' without a single range, 'outside' when it lies beyond the file. */
export function parseRange(header: string | undefined, size: number): { start: number; end: number } | 'none' | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'none';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'none';
  return start >= size ? 'outside' : { start, end };
}

/** Serves stored files at their signed addresses; any invalid address is answered as not found. */
export function serveFiles(
  app: FastifyInstance,
  { storage, addresses, clock }: { storage: Storage; addresses: Addresses; clock: Clock },
): void {
  async function send(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const key = (request.params as { '*': string })['*'];
    const file = addresses.read(key, request.query as Record<string, unknown>, clock.now());
    const size = file === undefined ? undefined : await storage.size(file.key);
    if (file === undefined || size === undefined) return reply.callNotFound();
    reply.headers({
      'content-type': typeOfKey(file.key),
      'content-security-policy': POLICY,
      'cache-control': CACHE_CONTROL,
      'accept-ranges': 'bytes',
      'content-disposition':
        file.download === undefined
          ? 'inline'
          : `attachment; filename="${toAsciiName(file.download)}"; filename*=UTF-8''${encodeName(file.download)}`,
    });
    const range = parseRange(request.headers.range, size);
    if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const { start, end } = range === 'none' ? { start: 0, end: size - 1 } : range;
    if (range !== 'none') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    reply.header('content-length', end - start + 1);
    return request.method === 'HEAD' ? reply.send() : reply.send(storage.read(file.key, { start, end }));
  }

  app.route({ method: ['GET', 'HEAD'], url: `${FILES_PATH}*`, handler: send });
}

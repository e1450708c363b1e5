import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#server/domain/clock.ts';
import { type Addresses, FILES_PATH } from './addresses.ts';
import { typeOfKey } from './keys.ts';
import type { Storage } from './storage.ts';

/** What is sent can never act: it is looked at, played or saved. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** Nobody else keeps it; the file behind a key never changes. */
const KEPT_BY_BROWSER = 'private, max-age=7200, immutable';

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const asciiName = (name: string): string => name.replace(/[^\w.-]+/g, '_').slice(-100);

/** One range of bytes, both ends included; 'none' where no single range is asked for, 'outside' where nothing of it is there. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | 'outside' {
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

/** Kept files at their signed addresses; whatever is wrong with one, there is nothing there. */
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
      'cache-control': KEPT_BY_BROWSER,
      'accept-ranges': 'bytes',
      'content-disposition':
        file.download === undefined
          ? 'inline'
          : `attachment; filename="${asciiName(file.download)}"; filename*=UTF-8''${encoded(file.download)}`,
    });
    const range = rangeOf(request.headers.range, size);
    if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const { start, end } = range === 'none' ? { start: 0, end: size - 1 } : range;
    if (range !== 'none') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    reply.header('content-length', end - start + 1);
    return request.method === 'HEAD' ? reply.send() : reply.send(storage.read(file.key, { start, end }));
  }

  app.route({ method: ['GET', 'HEAD'], url: `${FILES_PATH}*`, handler: send });
}

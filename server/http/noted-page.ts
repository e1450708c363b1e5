import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

interface Prepared {
  /** Tells one state of the file from another. */
  stamp: string | undefined;
  hash: string;
  bodies: Record<Encoding, Buffer>;
}

/** Undefined while another build is about to put it there. */
const stampOf = (file: string): string | undefined => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
};

function prepared(file: string, note: string): Prepared {
  const stamp = stampOf(file);
  const plain = Buffer.from(readFileSync(file, 'utf8').replace(/<head(?:\s[^>]*)?>/i, (head) => `${head}${note}`));
  return {
    stamp,
    hash: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    bodies: { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain },
  };
}

/** The better of those that the reader takes. `q=0` means: not that one. */
function encodingFor({ headers }: FastifyRequest): Encoding {
  const taken = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity';
}

/**
 * Answers with a built page that says one thing more in its head. What the build compressed beside the file lacks it, so it is
 * compressed here, once for each state of the file; so is its ETag.
 */
export function notedPage(file: string, note: string): (request: FastifyRequest, reply: FastifyReply) => void {
  let page = prepared(file, note);
  return (request, reply) => {
    // Another release may have taken its place.
    const stamp = stampOf(file);
    if (stamp !== undefined && stamp !== page.stamp) page = prepared(file, note);
    const encoding = encodingFor(request);
    const etag = `"${page.hash}-${encoding}"`;
    void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag }).type('text/html; charset=utf-8');
    const known = String(request.headers['if-none-match'] ?? '')
      .split(',')
      .map((one) => one.trim().replace(/^W\//, ''));
    if (known.includes(etag) || known.includes('*')) {
      void reply.code(304).send();
      return;
    }
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.send(page.bodies[encoding]);
  };
}

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

interface PreparedPage {
  /** Changes whenever the file does. */
  stamp: string | undefined;
  hash: string;
  bodies: Record<Encoding, Buffer>;
}

/** Undefined while another build is being deployed. */
const readStamp = (file: string): string | undefined => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
};

function preparePage(file: string, metaTag: string): PreparedPage {
  const stamp = readStamp(file);
  const plain = Buffer.from(readFileSync(file, 'utf8').replace(/<head(?:\s[^>]*)?>/i, (head) => `${head}${metaTag}`));
  return {
    stamp,
    hash: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    bodies: { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain },
  };
}

/** The best encoding the client accepts; `q=0` excludes one. */
function chooseEncoding({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/**
 * Serves a built page with an added meta tag. The compressed files of the build lack the tag, so the page is compressed here, once per
 * version of the file, with an ETag of its own.
 */
export function createPageWithMeta(file: string, metaTag: string): (request: FastifyRequest, reply: FastifyReply) => void {
  let page = preparePage(file, metaTag);
  return (request, reply) => {
    // Another release may have replaced the file.
    const stamp = readStamp(file);
    if (stamp !== undefined && stamp !== page.stamp) page = preparePage(file, metaTag);
    const encoding = chooseEncoding(request);
    const etag = `"${page.hash}-${encoding}"`;
    void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag }).type('text/html; charset=utf-8');
    const cachedTags = String(request.headers['if-none-match'] ?? '')
      .split(',')
      .map((one) => one.trim().replace(/^W\//, ''));
    if (cachedTags.includes(etag) || cachedTags.includes('*')) {
      void reply.code(304).send();
      return;
    }
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.send(page.bodies[encoding]);
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApi } from './headers.ts';

/** Assets whose name holds a hash of their content, as the build writes them. */
const HASHED = /\.[0-9a-f]{8,}\.[a-z0-9.]+$|^\/static\/.*[.-][0-9a-f]{8,}\./;
const YEAR = 31_536_000;

export type ConsoleFile = { file: string; caching: 'immutable' | 'revalidate' } | null;

/**
 * Which file answers a path: the file itself where there is one; the page for navigations; nothing else. A missing
 * asset is missing: an old chunk must not turn into a page.
 */
export function consoleFile(path: string, accept: string, exists: (file: string) => boolean): ConsoleFile {
  const page = { file: 'index.html', caching: 'revalidate' } as const;
  if (path === '/' || path === '/index.html') return page;
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  const isPrecompressed = /\.(br|gz)$/.test(path);
  if (!isHidden && !isPrecompressed && exists(path)) {
    return { file: path.slice(1), caching: HASHED.test(path) ? 'immutable' : 'revalidate' };
  }
  const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path);
  return accept.includes('text/html') && !looksLikeFile ? page : null;
}

/** Serves the built console, precompressed where the build left `.br` or `.gz` beside a file. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => boolean> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false, dotfiles: 'deny' });
  const known = new Map<string, boolean>();
  const exists = (path: string) => {
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    const found = !path.includes('\u0000') && !path.endsWith('/') && existsSync(join(folder, path));
    // Only what exists: unknown paths have no end.
    if (found) known.set(path, true);
    return found;
  };
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = decoded(request.url.split('?')[0] ?? '/');
    if (path === null || isApi(path) || path.includes('..')) return false;
    const found = consoleFile(path, request.headers.accept ?? '', exists);
    if (found === null) return false;
    void reply
      .header('cache-control', found.caching === 'immutable' ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      .sendFile(found.file);
    return true;
  };
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

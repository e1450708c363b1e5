import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApi } from './headers.ts';
import { notedPage } from './noted-page.ts';

/** Assets whose name holds a hash of their content, as the build writes them. */
const HASHED = /\.[0-9a-f]{8,}\.[a-z0-9.]+$|^\/static\/.*[.-][0-9a-f]{8,}\./;
const YEAR = 31_536_000;
/** Addresses of the console: short words between slashes, and not the folder of its assets. */
const PAGE_ADDRESS = /^(?!\/static(?:\/|$))(?:\/[a-z-]+){1,3}$/;
/** Pages apart from the console. Everything below their path belongs to them, whether they are served or not. */
const PAGES_APART = [
  { path: '/contracts', folder: 'contractsDir' },
  { path: '/visualiser', folder: 'visualiserDir' },
] as const;

export type BuiltFile = { file: string; caching: 'immutable' | 'revalidate' } | null;
type Exists = (path: string) => boolean;

const PAGE = { file: 'index.html', caching: 'revalidate' } as const;

function asset(path: string, exists: Exists): BuiltFile {
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  const isPrecompressed = /\.(br|gz)$/.test(path);
  if (isHidden || isPrecompressed || !exists(path)) return null;
  return { file: path.slice(1), caching: HASHED.test(path) ? 'immutable' : 'revalidate' };
}

/**
 * Which file of the console answers a path: the file itself where there is one; the page for navigations; nothing else. A
 * missing asset is missing: an old chunk must not turn into a page.
 */
export function consoleFile(path: string, accept: string, exists: Exists): BuiltFile {
  if (path === '/' || path === '/index.html') return PAGE;
  const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path);
  // Monitors and command-line clients take anything; what a page loads takes anything too, but it is never an address of one or two words.
  const wantsPage = accept.includes('text/html') || (accept.startsWith('*/*') && PAGE_ADDRESS.test(path));
  return asset(path, exists) ?? (wantsPage && !looksLikeFile ? PAGE : null);
}

/** As `consoleFile`, below the path of a page apart: what it shows stands in the hash of its address, so a path is a file or nothing. */
export const fileOfPageApart = (path: string, exists: Exists): BuiltFile =>
  path === '/' || path === '/index.html' ? PAGE : asset(path, exists);

/** Folders as the builds left them; what is not built is not served. */
export interface BuiltFolders {
  consoleDir?: string | undefined;
  contractsDir?: string | undefined;
  visualiserDir?: string | undefined;
}

/** Whether it answered. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** What the page of the console says of itself where it may be watched; see `src/app/visualiser-link.ts`. */
const WATCHABLE = '<meta name="visualiser" content="production">';
/** What such a page fetches. A visualiser that lacks it cannot watch. */
const DOOR = 'connection.js';

/** Names that no file can have, or a file taken for a folder, are simply not there. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Serves the built pages, precompressed where the build left `.br` or `.gz` beside a file. */
export async function serveBuiltPages(app: FastifyInstance, folders: BuiltFolders): Promise<SendPage> {
  const { consoleDir } = folders;
  const root = consoleDir ?? PAGES_APART.map(({ folder }) => folders[folder]).find((folder) => folder !== undefined);
  if (root === undefined) return () => false;
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false, dotfiles: 'deny' });
  const existsIn = (folder: string): Exists => {
    const known = new Set<string>();
    return (path) => {
      if (known.has(path)) return true;
      const found = !path.includes('\u0000') && isFile(join(folder, path));
      // Only what exists: unknown paths have no end.
      if (found) known.add(path);
      return found;
    };
  };
  const send = (reply: FastifyReply, folder: string, found: BuiltFile): boolean => {
    if (found === null) return false;
    void reply
      .header('cache-control', found.caching === 'immutable' ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      .sendFile(found.file, folder);
    return true;
  };
  const { visualiserDir } = folders;
  const isWatchable = consoleDir !== undefined && visualiserDir !== undefined && existsSync(join(visualiserDir, DOOR));
  const sendConsole = isWatchable ? notedPage(join(consoleDir, PAGE.file), WATCHABLE) : undefined;
  const inConsole = consoleDir === undefined ? undefined : existsIn(consoleDir);
  const apart = PAGES_APART.map(({ path, folder: name }) => {
    const folder = folders[name];
    return { path, built: folder === undefined ? undefined : { folder, exists: existsIn(folder) } };
  });
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = decoded(request.url.split('?')[0] ?? '/');
    if (path === null || isApi(path) || path.includes('..')) return false;
    const page = apart.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (page) {
      if (page.built === undefined) return false;
      // Addresses in the page are relative to the folder.
      if (path === page.path) return Boolean(reply.header('cache-control', 'no-cache').redirect(`${page.path}/`));
      return send(reply, page.built.folder, fileOfPageApart(path.slice(page.path.length), page.built.exists));
    }
    if (consoleDir === undefined || inConsole === undefined) return false;
    const found = consoleFile(path, request.headers.accept ?? '', inConsole);
    if (found?.file !== PAGE.file || !sendConsole) return send(reply, consoleDir, found);
    sendConsole(request, reply);
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

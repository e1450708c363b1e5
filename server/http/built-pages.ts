import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApi } from './headers.ts';
import { createPageWithMeta } from './page-with-meta.ts';

/** Asset names that contain a content hash, as the build writes them. */
const HASHED_NAME = /\.[0-9a-f]{8,}\.[a-z0-9.]+$|^\/static\/.*[.-][0-9a-f]{8,}\./;
const YEAR_S = 31_536_000;
/** Addresses of console pages: one to three short words between slashes, outside the asset folder. */
const PAGE_ADDRESS = /^(?!\/static(?:\/|$))(?:\/[a-z-]+){1,3}$/;
/** Pages separate from the console. Everything below their path belongs to them, even when they are not served. */
const STANDALONE_PAGES = [
  { path: '/contracts', folder: 'contractsDir' },
  { path: '/visualiser', folder: 'visualiserDir' },
] as const;

export type BuiltFile = { file: string; caching: 'immutable' | 'revalidate' } | null;
type Exists = (path: string) => boolean;

const INDEX_PAGE = { file: 'index.html', caching: 'revalidate' } as const;

function findAsset(path: string, exists: Exists): BuiltFile {
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  const isPrecompressed = /\.(br|gz)$/.test(path);
  if (isHidden || isPrecompressed || !exists(path)) return null;
  return { file: path.slice(1), caching: HASHED_NAME.test(path) ? 'immutable' : 'revalidate' };
}

/**
 * The console file that answers a path: an existing file, or the page for navigations. A missing asset stays missing, so that an outdated
 * chunk address never returns the page.
 */
export function findConsoleFile(path: string, accept: string, exists: Exists): BuiltFile {
  if (path === '/' || path === '/index.html') return INDEX_PAGE;
  const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path);
  // Monitors and command-line clients accept anything, and so do requests for assets, but only page addresses consist of a few plain
  // words.
  const wantsPage = accept.includes('text/html') || (accept.startsWith('*/*') && PAGE_ADDRESS.test(path));
  return findAsset(path, exists) ?? (wantsPage && !looksLikeFile ? INDEX_PAGE : null);
}

/**
 * The file of a standalone page that answers a path below it. These pages keep their view in the URL hash, so any path is a file or
 * nothing.
 */
export const findStandaloneFile = (path: string, exists: Exists): BuiltFile =>
  path === '/' || path === '/index.html' ? INDEX_PAGE : findAsset(path, exists);

/** Folders of the builds; a page whose folder is absent is not served. */
export interface BuiltFolders {
  consoleDir?: string | undefined;
  contractsDir?: string | undefined;
  visualiserDir?: string | undefined;
}

/** Returns whether it answered the request. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Added to the console page when the visualiser may watch it; read by `src/app/visualiser-link.ts`. */
const WATCHABLE_META = '<meta name="visualiser" content="production">';
/** The script a watched page loads; a visualiser build without it cannot watch. */
const CONNECTION_SCRIPT = 'connection.js';

/** Returns false for impossible file names and for folders. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

export async function serveBuiltPages(app: FastifyInstance, folders: BuiltFolders): Promise<SendPage> {
  const { consoleDir } = folders;
  const root = consoleDir ?? STANDALONE_PAGES.map(({ folder }) => folders[folder]).find((folder) => folder !== undefined);
  if (root === undefined) return () => false;
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false, dotfiles: 'deny' });
  const existsIn = (folder: string): Exists => {
    const existing = new Set<string>();
    return (path) => {
      if (existing.has(path)) return true;
      const found = !path.includes('\u0000') && isFile(join(folder, path));
      // Only existing files are remembered, because the number of unknown paths is unlimited.
      if (found) existing.add(path);
      return found;
    };
  };
  const send = (reply: FastifyReply, folder: string, found: BuiltFile): boolean => {
    if (found === null) return false;
    void reply
      .header('cache-control', found.caching === 'immutable' ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      .sendFile(found.file, folder);
    return true;
  };
  const { visualiserDir } = folders;
  const isWatchable = consoleDir !== undefined && visualiserDir !== undefined && existsSync(join(visualiserDir, CONNECTION_SCRIPT));
  const sendConsole = isWatchable ? createPageWithMeta(join(consoleDir, INDEX_PAGE.file), WATCHABLE_META) : undefined;
  const existsInConsole = consoleDir === undefined ? undefined : existsIn(consoleDir);
  const standalonePages = STANDALONE_PAGES.map(({ path, folder: name }) => {
    const folder = folders[name];
    return { path, built: folder === undefined ? undefined : { folder, exists: existsIn(folder) } };
  });
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = decodePath(request.url.split('?')[0] ?? '/');
    if (path === null || isApi(path) || path.includes('..')) return false;
    const page = standalonePages.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (page) {
      if (page.built === undefined) return false;
      // Relative addresses in the page need the trailing slash.
      if (path === page.path) return Boolean(reply.header('cache-control', 'no-cache').redirect(`${page.path}/`));
      return send(reply, page.built.folder, findStandaloneFile(path.slice(page.path.length), page.built.exists));
    }
    if (consoleDir === undefined || existsInConsole === undefined) return false;
    const found = findConsoleFile(path, request.headers.accept ?? '', existsInConsole);
    if (found?.file !== INDEX_PAGE.file || !sendConsole) return send(reply, consoleDir, found);
    sendConsole(request, reply);
    return true;
  };
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

// Serves the page and its data to this computer, and tells the page when the data changed.
import { createReadStream, mkdirSync, readFileSync, statSync, watch } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';

/** Address, below that of the page, of a stream that reports changes of the data. */
export const CHANGES = 'changes';
/** Address, below that of the page, of the relay between watched programs and the page. */
export const LIVE = 'live';

/** Programs that are watched find the page here. */
const USUAL_PORT = 4710;

/** Several files change at once. */
const CHANGE_DELAY_MS = 60;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** The file that a path names below a folder; undefined if there is none. */
function findFile(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  const isBelow = file.startsWith(folder + path.sep) && !name.split('/').some((part) => part.startsWith('.'));
  return isBelow && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function getPath({ url = '/' }: IncomingMessage): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return '/';
  }
}

/** Answers requests for data, and keeps open those for `CHANGES`. Returns whether it answered. */
export function createDataHandler(folder: string): { handle: (name: string, response: ServerResponse) => boolean; close: () => void } {
  const listeners = new Set<ServerResponse>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  mkdirSync(folder, { recursive: true });
  const watcher = watch(folder, { recursive: true }, announce);
  function announce() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const response of listeners) response.write('data: changed\n\n');
    }, CHANGE_DELAY_MS);
  }
  return {
    handle: (name, response) => {
      if (name === CHANGES) {
        response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' }).write(':\n\n');
        listeners.add(response);
        response.once('close', () => listeners.delete(response));
        return true;
      }
      const file = findFile(folder, name);
      if (file === undefined) return false;
      response.writeHead(200, { ...HEADERS, 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
      return true;
    },
    close: () => {
      clearTimeout(timer);
      watcher.close();
      for (const response of listeners) response.end();
    },
  };
}

/** Tells the page which addresses of its server there are. */
export const createServerMeta = (addresses: readonly string[]): string =>
  `<meta name="visualiser-server" content="${addresses.join(' ')}">`;

export interface ServedSite {
  address: string;
  server: Server;
  close(): Promise<void>;
}

/**
 * Serves a built page with data from another folder, to this computer only. Without a port it takes the usual one, or any that is
 * free. `offers` are the addresses that
 * the page may use beside its files.
 */
export async function serveSite(
  page: string,
  data: string,
  { port, offers }: { port: number | undefined; offers: readonly string[] },
): Promise<ServedSite> {
  const handler = createDataHandler(data);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, HEADERS).end();
      return;
    }
    const name = getPath(request).slice(1);
    if (name === '' || name === 'index.html') {
      const text = readFileSync(path.join(page, 'index.html'), 'utf8');
      response
        .writeHead(200, { ...HEADERS, 'content-type': TYPES['.html'] })
        .end(text.replace('<head>', `<head>${createServerMeta(offers)}`));
      return;
    }
    if (handler.handle(name, response)) return;
    const file = findFile(page, name);
    if (file === undefined) {
      response.writeHead(404, HEADERS).end();
      return;
    }
    response.writeHead(200, { ...HEADERS, 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  if (port === undefined) await listen(USUAL_PORT).catch(() => listen(0));
  else await listen(port);
  const bound = server.address();
  return {
    address: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : ''}/`,
    server,
    close: () =>
      new Promise((resolve) => {
        handler.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

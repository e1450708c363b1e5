// Passes messages on between watched programs and the pages of the visualiser, on this computer.
import type { Server } from 'node:http';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { LIVE } from './serve-site.ts';

/** Larger messages end the connection. */
const MAX_MESSAGE_BYTES = 256_000_000;
/** What a receiver that does not read may owe, before messages to it are left out. */
const MAX_BUFFERED_BYTES = 64_000_000;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|10\.0\.2\.2)(?::\d+)?$/;

/** Programs send no origin. A page of another computer must not listen, nor one whose name was made to lead here. */
export function isAllowed(host: string | undefined, origin: string | undefined): boolean {
  if (host === undefined || !LOOPBACK.test(host)) return false;
  if (origin === undefined) return true;
  try {
    return LOOPBACK.test(new URL(origin).host);
  } catch {
    return false;
  }
}

function readSession(text: string): string | undefined {
  // Only announcements are read; entries are passed on as they are.
  if (!text.startsWith('{"kind":"here"')) return undefined;
  try {
    const { session } = JSON.parse(text) as { session?: unknown };
    return typeof session === 'string' ? session : undefined;
  } catch {
    return undefined;
  }
}

export function addLiveRelay(server: Server): { close: () => void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const sessions = new Map<WebSocket, string>();
  const passOn = (text: string, sender: WebSocket) => {
    for (const other of sockets.clients) {
      if (other !== sender && other.readyState === WebSocket.OPEN && other.bufferedAmount < MAX_BUFFERED_BYTES) other.send(text);
    }
  };
  server.on('upgrade', (request, connection, head) => {
    const { host, origin } = request.headers;
    if (request.url !== `/${LIVE}` || !isAllowed(host, origin)) {
      connection.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => {
      socket.on('message', (data: RawData, isBinary: boolean) => {
        if (isBinary) return;
        const text = String(data);
        const session = readSession(text);
        if (session !== undefined) sessions.set(socket, session);
        passOn(text, socket);
      });
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        const session = sessions.get(socket);
        sessions.delete(socket);
        if (session !== undefined) passOn(JSON.stringify({ kind: 'leaving', session }), socket);
      });
    });
  });
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

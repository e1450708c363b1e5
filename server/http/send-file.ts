import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SheetFile } from '#server/domain/spreadsheet/index.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Whoever takes nothing for so long is not waiting any more, and must not hold what others need. */
const STALLED_MS = 60_000;

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The same bytes; `idle` says for how many milliseconds nobody has taken any, 0 while the next are being made. */
function watched(bytes: AsyncIterable<Uint8Array>): { bytes: AsyncGenerator<Uint8Array>; idle: () => number } {
  let since: number | undefined = performance.now();
  async function* watch() {
    since = undefined;
    for await (const portion of bytes) {
      since = performance.now();
      yield portion;
      since = undefined;
    }
  }
  return { bytes: watch(), idle: () => (since === undefined ? 0 : performance.now() - since) };
}

/**
 * Sends a file while it is made. A fault in the middle closes the connection, so that nobody takes half a file for a
 * whole one; a reader who is gone ends the work. `onEnd` is told in every case, at least once.
 */
export function sendFile(reply: FastifyReply, file: SheetFile, onEnd: () => void): FastifyReply {
  const { bytes, idle } = watched(file.bytes);
  const stream = Readable.from(bytes, { objectMode: false });
  const guard = setInterval(() => {
    if (idle() > STALLED_MS) stream.destroy(new Error('nobody reads the file any more'));
  }, STALLED_MS / 6);
  guard.unref();
  // Before the reader can know that it has everything, and ask for the next.
  stream.once('end', onEnd);
  stream.once('close', () => {
    clearInterval(guard);
    file
      .close()
      .catch((error: unknown) => reply.log.error({ err: error }, 'an export did not end well'))
      .finally(onEnd);
  });
  return reply
    .header('content-type', SPREADSHEET)
    .header('content-disposition', `attachment; filename="${file.asciiName}"; filename*=UTF-8''${encoded(file.fileName)}`)
    .header('x-row-count', file.rowCount)
    .header('x-estimated-length', file.estimatedLength)
    .send(stream);
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SheetFile } from '#server/domain/spreadsheet/index.ts';

const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A client that reads nothing for this long is given up, because its export holds resources that others need. */
const STALL_TIMEOUT_MS = 60_000;

const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Passes the bytes through; `idleMs` returns how long they have waited for the client, 0 while the next ones are produced. */
function trackIdleTime(bytes: AsyncIterable<Uint8Array>): { bytes: AsyncGenerator<Uint8Array>; idleMs: () => number } {
  let waitingSince: number | undefined = performance.now();
  async function* watch() {
    waitingSince = undefined;
    for await (const portion of bytes) {
      waitingSince = performance.now();
      yield portion;
      waitingSince = undefined;
    }
  }
  return { bytes: watch(), idleMs: () => (waitingSince === undefined ? 0 : performance.now() - waitingSince) };
}

/**
 * Streams a file while it is produced. An error in the middle closes the connection, so that half a file is never taken for a whole one; a
 * disconnect of the client ends the work. `onEnd` is called at least once in every case.
 */
export function sendFile(reply: FastifyReply, file: SheetFile, onEnd: () => void): FastifyReply {
  const { bytes, idleMs } = trackIdleTime(file.bytes);
  const stream = Readable.from(bytes, { objectMode: false });
  const guard = setInterval(() => {
    if (idleMs() > STALL_TIMEOUT_MS) stream.destroy(new Error('nobody reads the file any more'));
  }, STALL_TIMEOUT_MS / 6);
  guard.unref();
  // Called before the client can know that the file is complete and request the next one.
  stream.once('end', onEnd);
  stream.once('close', () => {
    clearInterval(guard);
    file
      .close()
      .catch((error: unknown) => reply.log.error({ err: error }, 'an export did not end well'))
      .finally(onEnd);
  });
  return reply
    .header('content-type', SPREADSHEET_TYPE)
    .header('content-disposition', `attachment; filename="${file.asciiName}"; filename*=UTF-8''${encodeFileName(file.fileName)}`)
    .header('x-row-count', file.rowCount)
    .header('x-estimated-length', file.estimatedLength)
    .send(stream);
}

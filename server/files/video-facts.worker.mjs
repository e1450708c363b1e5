// Plain JavaScript, because a worker starts without the loader of the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import { CustomSource, EncodedPacketSink, Input, MP4, QTFF } from 'mediabunny';

/** @type {Map<number, (bytes: Uint8Array) => void>} */
const asked = new Map();
let count = 0;
parentPort?.on('message', ({ ask, bytes }) => {
  asked.get(ask)?.(bytes);
  asked.delete(ask);
});

const source = new CustomSource({
  getSize: () => workerData.size,
  read: (start, end) =>
    new Promise((resolve) => {
      count += 1;
      asked.set(count, resolve);
      parentPort?.postMessage({ ask: count, start, end });
    }),
  maxCacheSize: 4 * 1024 * 1024,
});

/** False when a frame listed in the tables is missing, which means that the file was truncated. */
async function isWhole(track) {
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  const last = await sink.getPacket(Number.POSITIVE_INFINITY);
  return first !== null && last !== null && first.data.byteLength > 0 && last.data.byteLength > 0;
}

async function read() {
  const input = new Input({ formats: [MP4, QTFF], source });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) return { fault: 'NO_VIDEO' };
  const durationMs = Math.round((await input.computeDuration()) * 1000);
  const width = await track.getDisplayWidth();
  const height = await track.getDisplayHeight();
  if (![durationMs, width, height].every((each) => Number.isFinite(each) && each >= 0) || width === 0 || height === 0)
    return { fault: 'FILE_BROKEN' };
  if (!(await isWhole(track))) return { fault: 'FILE_BROKEN' };
  const codec = await track.getCodec();
  return { width: Math.round(width), height: Math.round(height), durationMs, codec };
}

let answer;
try {
  answer = await read();
} catch {
  answer = { fault: 'FILE_BROKEN' };
}
parentPort?.postMessage({ answer });

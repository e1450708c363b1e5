import { Worker } from 'node:worker_threads';
import type { FileFault } from '#server/domain/files.ts';
import type { ReadableFile } from './file-end.ts';

const WORKER = new URL('./video-facts.worker.mjs', import.meta.url);
/** Tables of a long video are read in a second. */
const TIME_LIMIT_MS = 60_000;
/** Megabytes; the thread ends alone when it needs more. */
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** What may be read besides the pictures themselves. The tables of four hours have a few. */
const READ_MAX_BYTES = 96 * 1024 * 1024;
const PORTION_MAX_BYTES = 32 * 1024 * 1024;

/** Files read at a time; more wait. */
const AT_ONCE = 2;
let reading = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else reading += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
}

export interface VideoFacts {
  width: number;
  height: number;
  durationMs: number;
  codec: string | null;
}

type Answer = VideoFacts | { fault: FileFault };
type Message = { ask: number; start: number; end: number } | { answer: Answer };

/** What a video is, whatever the file is: read in a thread of its own with little memory and little time. */
export const readVideo = async (file: ReadableFile): Promise<Answer> => await inTurn(() => inThread(file));

function inThread({ size, readAt }: ReadableFile): Promise<Answer> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { workerData: { size }, execArgv: [], resourceLimits: memory, env: {} });
    let served = 0;
    const end = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ fault: 'FILE_BROKEN' }), TIME_LIMIT_MS);
    worker.on('message', (message: Message) => {
      if ('answer' in message) return end(message.answer);
      const { ask, start, end: stop } = message;
      served += stop - start;
      if (stop - start > PORTION_MAX_BYTES || served > READ_MAX_BYTES) return end({ fault: 'FILE_BROKEN' });
      readAt(start, stop - start).then(
        (bytes) => worker.postMessage({ ask, bytes: new Uint8Array(bytes) }),
        () => end({ fault: 'FILE_GONE' }),
      );
    });
    worker.once('error', () => end({ fault: 'FILE_BROKEN' }));
    worker.once('exit', () => end({ fault: 'FILE_BROKEN' }));
  });
}

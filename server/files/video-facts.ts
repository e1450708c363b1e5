import { Worker } from 'node:worker_threads';
import type { FileFault } from '#server/domain/files.ts';
import type { ReadableFile } from './file-end.ts';

const WORKER = new URL('./video-facts.worker.mjs', import.meta.url);
/** The tables of a long video are read within a second. */
const TIME_LIMIT_MS = 60_000;
/** In MiB; only the worker fails when it needs more. */
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Most bytes read for one video; the tables of four hours take only a few MiB. */
const MAX_READ_BYTES = 96 * 1024 * 1024;
const MAX_PORTION_BYTES = 32 * 1024 * 1024;

/** Files read at once; further ones wait. */
const MAX_CONCURRENT = 2;
let reading = 0;
const waiting: (() => void)[] = [];

async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
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

/** Reads the facts of a video of any content, in a worker with limited memory and time. */
export const readVideo = async (file: ReadableFile): Promise<Answer> => await runInTurn(() => readInWorker(file));

function readInWorker({ size, readAt }: ReadableFile): Promise<Answer> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { workerData: { size }, execArgv: [], resourceLimits: memory, env: {} });
    let servedBytes = 0;
    const end = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ fault: 'FILE_BROKEN' }), TIME_LIMIT_MS);
    worker.on('message', (message: Message) => {
      if ('answer' in message) return end(message.answer);
      const { ask, start, end: stop } = message;
      servedBytes += stop - start;
      if (stop - start > MAX_PORTION_BYTES || servedBytes > MAX_READ_BYTES) return end({ fault: 'FILE_BROKEN' });
      readAt(start, stop - start).then(
        (bytes) => worker.postMessage({ ask, bytes: new Uint8Array(bytes) }),
        () => end({ fault: 'FILE_GONE' }),
      );
    });
    worker.once('error', () => end({ fault: 'FILE_BROKEN' }));
    worker.once('exit', () => end({ fault: 'FILE_BROKEN' }));
  });
}

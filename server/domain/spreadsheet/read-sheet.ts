import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-queue.ts';
import { requireSafeArchive, SheetFault, type SheetRefusal } from './zip-guard.ts';

const WORKER = new URL('./read.worker.mjs', import.meta.url);
/** A sheet of a few thousand rows takes a fraction of this. */
const TIME_LIMIT_MS = 10_000;
/** In MiB; only the worker fails when it needs more. */
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Two files are read at once; users take turns, so that many files of one user do not delay others. */
const readQueue = new FairQueue({ concurrency: 2, maxWaiting: 20 });

/** A row that is not empty. */
export interface ReadRow {
  /** Row number in the spreadsheet program, from 1. */
  number: number;
  /** Trimmed texts; a formula counts with its last result. */
  cells: string[];
}

type Answer = { rows: ReadRow[] } | { refusal: SheetRefusal };

/**
 * Reads the first sheet of an uploaded file of any content. The archive is checked before it is unpacked, and read in a worker with
 * limited memory and time. Throws a SheetFault; refuses when too many files wait.
 */
export async function readSheet(bytes: Uint8Array, limits: { rowsMax: number; columnsMax: number }, userId: number): Promise<ReadRow[]> {
  requireSafeArchive(bytes);
  const answer = await readQueue.run(String(userId), () => readInWorker(bytes, limits));
  if ('refusal' in answer) throw new SheetFault(answer.refusal, 'found while reading');
  return answer.rows;
}

function readInWorker(bytes: Uint8Array, limits: { rowsMax: number; columnsMax: number }): Promise<Answer> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { workerData: { bytes, ...limits }, execArgv: [], resourceLimits: memory, env: {} });
    const end = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ refusal: 'tooLarge' }), TIME_LIMIT_MS);
    worker.once('message', (answer: Answer) => end(answer));
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end({ refusal: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'notSpreadsheet' }),
    );
    worker.once('exit', () => end({ refusal: 'notSpreadsheet' }));
  });
}

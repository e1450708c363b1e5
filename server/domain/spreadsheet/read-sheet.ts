import { Worker } from 'node:worker_threads';
import { FairTurns } from '../fair-turns.ts';
import { requireSoundArchive, SheetFault, type SheetRefusal } from './zip-guard.ts';

const WORKER = new URL('./read.worker.mjs', import.meta.url);
/** A sheet of a few thousand rows takes a fraction of it. */
const TIME_LIMIT_MS = 10_000;
/** Megabytes; the thread ends alone when it needs more. */
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Files are read two at a time; people take turns, so that the many files of one do not hold up a colleague. */
const turns = new FairTurns({ atOnce: 2, places: 20 });

/** A row that is not empty. */
export interface ReadRow {
  /** As the spreadsheet program counts: from 1. */
  number: number;
  /** Texts without blanks around them; a formula is its last result. */
  cells: string[];
}

type Answer = { rows: ReadRow[] } | { refusal: SheetRefusal };

/**
 * The first sheet of an uploaded file, whatever the file is: looked at before it is unpacked, read in a thread of its own
 * with little memory and little time. Throws a SheetFault; refuses where too many files wait.
 */
export async function readSheet(bytes: Uint8Array, limits: { rowsMax: number; columnsMax: number }, userId: number): Promise<ReadRow[]> {
  requireSoundArchive(bytes);
  const answer = await turns.run(String(userId), () => inThread(bytes, limits));
  if ('refusal' in answer) throw new SheetFault(answer.refusal, 'found while reading');
  return answer.rows;
}

function inThread(bytes: Uint8Array, limits: { rowsMax: number; columnsMax: number }): Promise<Answer> {
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

import { Worker } from 'node:worker_threads';
import type { Sheet } from './sheet.ts';

const WORKER = new URL('./sheet.worker.mjs', import.meta.url);
/** Far below the client's 600 s. */
const TIMEOUT_MS = 120_000;
/** Control characters but tab and line ends, and non-characters: XML cannot hold them. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const printable = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.replace(UNPRINTABLE, '') : cell))),
});

/** The bytes of an xlsx file. Written in a thread of its own, so that other requests go on meanwhile. */
export function writeSheets(sheets: readonly Sheet[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: sheets.map(printable), execArgv: [] });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(new Error('writing the spreadsheet took too long'));
    }, TIMEOUT_MS);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      done();
    };
    worker.once('message', (bytes: Uint8Array) => settle(() => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))));
    worker.once('error', (error) => settle(() => reject(error)));
    worker.once('exit', (code) => settle(() => reject(new Error(`the spreadsheet thread ended with ${code}`))));
  });
}

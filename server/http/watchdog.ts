import { Worker } from 'node:worker_threads';

const WORKER = new URL('./watchdog.worker.mjs', import.meta.url);

export interface WatchdogOptions {
  /** Between two checks, in milliseconds. */
  checkMs?: number;
  /** Checks without a sign of life until standard error says so. */
  reportAfter?: number;
  /** Checks without a sign of life until the process is killed; 0 leaves it alone. */
  endAfter?: number;
}

/** Watches, from a thread of its own, whether this thread still reacts. Answers what ends the watch. */
export function startWatchdog({ checkMs = 1_000, reportAfter = 5, endAfter = 0 }: WatchdogOptions): () => Promise<unknown> {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const view = new Int32Array(beats);
  const heart = setInterval(() => Atomics.add(view, 0, 1), checkMs / 2);
  heart.unref();
  const worker = new Worker(WORKER, { workerData: { beats, checkMs, reportAfter, endAfter }, execArgv: [], env: {} });
  worker.unref();
  return () => {
    clearInterval(heart);
    return worker.terminate();
  };
}

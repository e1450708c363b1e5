import { Worker } from 'node:worker_threads';

const WORKER = new URL('./watchdog.worker.mjs', import.meta.url);

export interface WatchdogOptions {
  /** Interval between two checks in milliseconds. */
  checkMs?: number;
  /** Number of missed checks before a warning on standard error. */
  reportAfter?: number;
  /** Number of missed checks before the process is killed; 0 never kills it. */
  endAfter?: number;
}

/** Watches from a separate thread whether the main thread still reacts. Returns a function that stops watching. */
export function startWatchdog({ checkMs = 1_000, reportAfter = 5, endAfter = 0 }: WatchdogOptions): () => Promise<unknown> {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const view = new Int32Array(beats);
  const heartbeat = setInterval(() => Atomics.add(view, 0, 1), checkMs / 2);
  heartbeat.unref();
  const worker = new Worker(WORKER, { workerData: { beats, checkMs, reportAfter, endAfter }, execArgv: [], env: {} });
  worker.unref();
  return () => {
    clearInterval(heartbeat);
    return worker.terminate();
  };
}

// Runs beside the main thread and notices when it no longer reacts. Plain JavaScript, because it must start without a loader.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { beats, checkMs, reportAfter, endAfter } = workerData;
const view = new Int32Array(beats);
const STDERR = 2;
let seen = Atomics.load(view, 0);
let missed = 0;

// Counts checks instead of seconds, because a suspended machine stops both threads.
setInterval(() => {
  const beat = Atomics.load(view, 0);
  missed = beat === seen ? missed + 1 : 0;
  seen = beat;
  if (missed === reportAfter) writeSync(STDERR, `✖ the server has not reacted for ${Math.round((missed * checkMs) / 1000)} s\n`);
  if (endAfter > 0 && missed === endAfter) {
    writeSync(STDERR, '✖ the server is stuck and ends, so that its supervisor can start it again\n');
    process.kill(process.pid, 'SIGKILL');
  }
}, checkMs);

// Runs beside the server's thread and notices when that thread no longer reacts. Plain JavaScript: it must start without a loader.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { beats, checkMs, reportAfter, endAfter } = workerData;
const view = new Int32Array(beats);
const STDERR = 2;
let seen = Atomics.load(view, 0);
let missed = 0;

// Checks are counted, not seconds: a machine that was asleep stopped both threads alike.
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

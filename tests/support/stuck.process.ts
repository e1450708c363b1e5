import { startWatchdog } from '#server/http/watchdog.ts';

const CHECK_MS = 20;
/** Number of checks during which a thread that reacts is watched, before its program ends by itself. */
const LIVELY_CHECKS = 20;

/** A program whose thread never reacts again, or always does if the second argument is `lively`. The first argument is `endAfter`. */
startWatchdog({ checkMs: CHECK_MS, reportAfter: 3, endAfter: Number(process.argv[2]) });
process.stdout.write('stuck\n');
// Blocks until the test ends the process.
if (process.argv[3] !== 'lively') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
setTimeout(() => process.exit(0), CHECK_MS * LIVELY_CHECKS);

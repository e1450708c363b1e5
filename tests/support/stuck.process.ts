import { startWatchdog } from '#server/http/watchdog.ts';

const CHECK_MS = 20;
/** A thread that reacts is watched for so many checks before its program ends by itself. */
const LIVELY_CHECKS = 20;

/** A program whose thread never reacts again, or always does where its second argument is `lively`; `endAfter` comes as the first. */
startWatchdog({ checkMs: CHECK_MS, reportAfter: 3, endAfter: Number(process.argv[2]) });
process.stdout.write('stuck\n');
// Blocked for as long as the test lets it live.
if (process.argv[3] !== 'lively') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
setTimeout(() => process.exit(0), CHECK_MS * LIVELY_CHECKS);

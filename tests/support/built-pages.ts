// Runs before every journey: waits for the pages, which `npm test` builds beside other tests, and builds them where nobody else does.
import { build } from '#tools/prepare.mjs';

const processGlobals = globalThis as { builtPages?: Promise<void> };

await (processGlobals.builtPages ??= build());

import type { Call } from '../call.ts';
import { batchExportCalls } from './batches.exports.ts';
import { batchRouteCalls } from './batches.routes.ts';

/** Every call of the batches themselves; those that order one belong to their areas. */
export const batchCalls: readonly Call[] = [...batchRouteCalls, ...batchExportCalls];

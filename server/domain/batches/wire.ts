import type { Call } from '../call.ts';
import { batchExportCalls } from './batches.exports.ts';
import { batchRouteCalls } from './batches.routes.ts';

/** Calls about batches themselves; calls that order a batch belong to their areas. */
export const batchCalls: readonly Call[] = [...batchRouteCalls, ...batchExportCalls];

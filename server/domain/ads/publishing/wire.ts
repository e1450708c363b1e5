import type { AnyBatchType } from '../../batches/index.ts';
import type { Call } from '../../call.ts';
import { copyCalls } from './copies.routes.ts';
import { launchBatchTypes } from './launch.batches.ts';
import { publishRouteCalls } from './publish.routes.ts';

/** Preview, submission and jobs of publishing, and copies. */
export const publishCalls: readonly Call[] = [...publishRouteCalls, ...copyCalls];

/** What creates campaigns, ad groups and ads on the channel. */
export const publishBatchTypes: readonly AnyBatchType[] = launchBatchTypes;

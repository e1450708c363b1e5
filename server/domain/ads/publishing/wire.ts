import type { AnyBatchType } from '../../batches/index.ts';
import type { Call } from '../../call.ts';
import { copyCalls } from './copies.routes.ts';
import { launchBatchTypes } from './launch.batches.ts';
import { publishRouteCalls } from './publish.routes.ts';

export const publishCalls: readonly Call[] = [...publishRouteCalls, ...copyCalls];

export const publishBatchTypes: readonly AnyBatchType[] = launchBatchTypes;

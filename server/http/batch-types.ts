import type { AnyBatchType } from '#server/domain/batches/index.ts';
import { peopleBatchTypes } from '#server/domain/people/index.ts';

/** What can be done in bulk, area by area. */
export const batchTypes: readonly AnyBatchType[] = [...peopleBatchTypes];

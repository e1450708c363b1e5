import { adsBatchTypes } from '#server/domain/ads/wire.ts';
import { assetBatchTypes } from '#server/domain/assets/wire.ts';
import type { AnyBatchType } from '#server/domain/batches/index.ts';
import { contentBatchTypes } from '#server/domain/content/wire.ts';
import { peopleBatchTypes } from '#server/domain/people/wire.ts';

/** The batch types of every area. */
export const batchTypes: readonly AnyBatchType[] = [...peopleBatchTypes, ...assetBatchTypes, ...contentBatchTypes, ...adsBatchTypes];

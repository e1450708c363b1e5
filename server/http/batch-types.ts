import { adsBatchTypes } from '#server/domain/ads/index.ts';
import { assetBatchTypes } from '#server/domain/assets/index.ts';
import type { AnyBatchType } from '#server/domain/batches/index.ts';
import { contentBatchTypes } from '#server/domain/content/index.ts';
import { peopleBatchTypes } from '#server/domain/people/index.ts';

/** What can be done in bulk, area by area. */
export const batchTypes: readonly AnyBatchType[] = [...peopleBatchTypes, ...assetBatchTypes, ...contentBatchTypes, ...adsBatchTypes];

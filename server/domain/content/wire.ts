import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import type { OwnedKind } from '../ownership.ts';
import { pullCatalogue } from './catalogue.job.ts';
import { contentExportCalls } from './content.exports.ts';
import { expireContent, trackCopies } from './content.jobs.ts';
import { dramaCalls } from './dramas.routes.ts';
import { materialBatchCalls, materialBatchTypes } from './materials.batches.ts';
import { ownedMaterials } from './materials.owned.ts';
import { materialCalls } from './materials.routes.ts';
import { materialSyncCalls, materialSyncTypes } from './materials.sync.ts';
import { productImportCalls, productImportTypes } from './products.imports.ts';
import { productCalls } from './products.routes.ts';
import { uploadJobs } from './uploads.jobs.ts';
import { uploadCalls } from './uploads.routes.ts';

/** Every call of dramas, products, materials and uploads. */
export const contentCalls: readonly Call[] = [
  ...dramaCalls,
  ...productCalls,
  ...productImportCalls,
  ...materialCalls,
  ...materialBatchCalls,
  ...materialSyncCalls,
  ...contentExportCalls,
  ...uploadCalls,
];

export const contentBatchTypes: readonly AnyBatchType[] = [...materialBatchTypes, ...materialSyncTypes, ...productImportTypes];

export const contentOwned: readonly OwnedKind[] = [ownedMaterials];

export const contentJobs: readonly Job[] = [pullCatalogue, expireContent, trackCopies, ...uploadJobs];

export { BUSINESS_TIMEZONE, businessDay, daysOnline } from './business-day.ts';
export { findVisibleMaterialTitle, isMaterialVisible } from './material-scope.ts';
export { scoreMaterials } from './material-scores.ts';
export { ensureMaterialUploaded, reconcileMaterial, verifyMaterial } from './materials.ensure-uploaded.ts';
export { resolveCopy } from './materials.sync.ts';
export { processPending, waitForProcessing } from './processing.ts';
export { acquireUploadLease } from './uploads.leases.ts';
export { findOpenUpload, markUploading } from './uploads.repository.ts';

export { BUSINESS_ZONE, businessDay, daysOnline } from './business-day.ts';
export { materialTitleWhereSeen, materialVisible } from './material-scope.ts';
export { bringMaterial, lookForMaterial, materialSettled } from './materials.bring.ts';
export { settleCopy } from './materials.sync.ts';
export { processingSettled, processWaiting } from './processing.ts';
export { holdUpload } from './uploads.leases.ts';
export { findOpenUpload, markUploading } from './uploads.repository.ts';

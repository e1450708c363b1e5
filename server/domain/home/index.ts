export { tellBatchEnded } from './batch-alerts.ts';

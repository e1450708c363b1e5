export { alertBatchEnded } from './batch-alerts.ts';

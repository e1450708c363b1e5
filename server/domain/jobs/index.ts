export type { Job, ManualRuns } from './job.ts';
export { createScheduler, type Scheduler } from './scheduler.ts';

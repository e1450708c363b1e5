export type { Job, JobContext, ManualRuns } from './job.ts';
export { createScheduler, type Scheduler } from './scheduler.ts';

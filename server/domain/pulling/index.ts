/** What brings figures from the channel. It asks assets for grants, which ask insights how fresh figures are. */
export { insightJobs } from './insights.jobs.ts';

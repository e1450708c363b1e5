/** Jobs that pull figures from the channel. They are separate from insights to avoid a circle: they need assets, which need insights. */
export { insightJobs } from './insights.jobs.ts';

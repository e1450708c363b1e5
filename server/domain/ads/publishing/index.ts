export { createPublishPlan } from './plan-publish.ts';

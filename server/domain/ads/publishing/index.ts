export { planPublish } from './plan-publish.ts';

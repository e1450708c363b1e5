import type { Job } from '../jobs/index.ts';
import { evaluateRules } from './evaluate.job.ts';

export const ruleJobs: readonly Job[] = [evaluateRules];

import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import { evaluateRules } from './evaluate.job.ts';
import { hitCalls } from './hits.routes.ts';
import { ruleExportCalls } from './rules.exports.ts';
import { ruleCalls } from './rules.routes.ts';

export const ruleAreaCalls: readonly Call[] = [...ruleCalls, ...hitCalls, ...ruleExportCalls];

export const ruleJobs: readonly Job[] = [evaluateRules];

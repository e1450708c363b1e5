import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import type { OwnedKind } from '../ownership.ts';
import { evaluateRules } from './evaluate.job.ts';
import { hitCalls } from './hits.routes.ts';
import { ruleExportCalls } from './rules.exports.ts';
import { ownedRules } from './rules.owned.ts';
import { ruleCalls } from './rules.routes.ts';

export const ruleAreaCalls: readonly Call[] = [...ruleCalls, ...hitCalls, ...ruleExportCalls];

export const ruleJobs: readonly Job[] = [evaluateRules];

export const rulesOwned: readonly OwnedKind[] = [ownedRules];

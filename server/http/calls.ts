import { adsCalls } from '#server/domain/ads/wire.ts';
import { alertingCalls } from '#server/domain/alerting/wire.ts';
import { assetCalls } from '#server/domain/assets/wire.ts';
import { batchCalls } from '#server/domain/batches/wire.ts';
import type { Call } from '#server/domain/call.ts';
import { contentCalls } from '#server/domain/content/wire.ts';
import { contractCalls } from '#server/domain/contracts/wire.ts';
import { evaluationAreaCalls } from '#server/domain/evaluations/wire.ts';
import { homeCalls } from '#server/domain/home/wire.ts';
import { hostingCalls } from '#server/domain/hosting/wire.ts';
import { jobCalls } from '#server/domain/jobs/wire.ts';
import { orderCalls } from '#server/domain/orders/wire.ts';
import { peopleCalls } from '#server/domain/people/wire.ts';
import { reportCalls } from '#server/domain/reports/wire.ts';
import { ruleAreaCalls } from '#server/domain/rules/wire.ts';
import { workbenchCalls } from '#server/domain/workbench/wire.ts';

export const calls: readonly Call[] = [
  ...peopleCalls,
  ...workbenchCalls,
  ...batchCalls,
  ...assetCalls,
  ...contentCalls,
  ...adsCalls,
  ...orderCalls,
  ...reportCalls,
  ...evaluationAreaCalls,
  ...hostingCalls,
  ...ruleAreaCalls,
  ...homeCalls,
  ...alertingCalls,
  ...jobCalls,
  ...contractCalls,
];

import type { Limits } from '../../limits.ts';
import { NO_ACCESS, type PageAccess } from './page-access.ts';
import { computePlan, type Plan } from './plan.ts';
import type { PlanRequest } from './plan-inputs.ts';
import type { PlanContext } from './plan-parts.ts';
import { storePlan } from './plans.repository.ts';

/** Plans a publish and stores the plan, so that the caller can submit it. */
export async function createPublishPlan(
  context: PlanContext,
  request: PlanRequest,
  limits: Limits,
  access: PageAccess = NO_ACCESS,
): Promise<{ id: string; expires_at: Date; plan: Plan }> {
  const { db, caller, now } = context;
  const plan = await computePlan(context, request, limits, access);
  return { ...(await storePlan(db, plan, request, { userId: caller.userId, now })), plan };
}

import type { Limits } from '../../limits.ts';
import { noAccess, type PageAccess } from './page-access.ts';
import { type Plan, planned } from './plan.ts';
import type { PlanRequest } from './plan-inputs.ts';
import type { Asking } from './plan-parts.ts';
import { keepPlan } from './plans.repository.ts';

/** Plans a publish and keeps the plan, so that whoever asked may submit it. */
export async function planPublish(
  asking: Asking,
  request: PlanRequest,
  limits: Limits,
  access: PageAccess = noAccess,
): Promise<{ id: string; expires_at: Date; plan: Plan }> {
  const { db, caller, now } = asking;
  const plan = await planned(asking, request, limits, access);
  return { ...(await keepPlan(db, plan, request, { userId: caller.userId, now })), plan };
}

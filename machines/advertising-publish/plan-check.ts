import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { checkPublish } from '#contracts/endpoints/publish.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import type { Plan, PublishValues } from './publish-values.ts';

/** The objections of the platforms to a plan, and when its launch is expected to end. */
export type PlanCheck = ReplyOf<typeof checkPublish>;
export type PlanProblem = PlanCheck['problems'][number];

/** A plan with what the platforms said about it, once they were asked. */
export type CheckedPlan = Plan & { check?: PlanCheck };

/** `outdated`: the plan expired, or something it depends on has changed. */
export type CheckOutcome = { kind: 'checked'; check: PlanCheck } | { kind: 'outdated' };

export const problemsOf = (check: PlanCheck | undefined, severity: PlanProblem['severity']): PlanProblem[] =>
  check?.problems.filter((problem) => problem.severity === severity) ?? [];

/** Whether the platforms let the plan be submitted. */
export const isAcceptable = (check: PlanCheck | undefined, acceptsWarnings: boolean): boolean =>
  check !== undefined && problemsOf(check, 'error').length === 0 && (acceptsWarnings || problemsOf(check, 'warning').length === 0);

/** The field of a publish at which a field of its scheme can be corrected. Everything else is corrected in the scheme. */
function publishFieldOf({ field, reason }: PlanProblem, values: PublishValues): keyof PublishValues {
  switch (field) {
    case null:
      return reason === 'PLATFORM_REJECTED' ? 'scheme_id' : 'ad_account_ids';
    case 'money.budget_usd':
      return 'budget_usd';
    case 'time.start_at':
      return values.start === 'at' ? 'start_at' : 'start';
    case 'time.end_at':
      return values.end === 'at' ? 'end_at' : 'end';
    case 'identity.pixel_id':
      return 'pixel_id';
    case 'identity.homepage_ids':
      return 'homepage_ids';
    case 'identity.landing_page_ids':
      return 'landing_page_ids';
    case 'creative.primary_texts':
      return 'primary_texts';
    case 'creative.headlines':
      return 'headlines';
    case 'creative.source':
      return values.source === 'post' ? 'post_ids' : 'material_ids';
    default:
      return 'scheme_id';
  }
}

/** The errors of the platforms as faults of the fields at which they can be corrected. */
export function toFieldFaults(check: PlanCheck, values: PublishValues): FieldFaults<PublishValues> {
  const texts = new Map<keyof PublishValues, Set<string>>();
  for (const problem of problemsOf(check, 'error')) {
    const field = publishFieldOf(problem, values);
    texts.set(field, (texts.get(field) ?? new Set()).add(problem.text));
  }
  return Object.fromEntries([...texts].map(([field, messages]) => [field, { message: [...messages].join(' · ') }]));
}

import type { FieldFault } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** Rules that only apply to launches. */
const RULES = [
  'absent',
  'uniqueItems',
  'goalOfObjective',
  'categoryAudience',
  'countryUndeclared',
  'appOfObjective',
  'billingOfGoal',
  'strategyOfGoal',
  'ageOrder',
  'startAhead',
  'endAfterStart',
  'lifetimeDay',
  'daypartingLifetime',
  'daypartingEmpty',
  'groupsMost',
  'macroUnknown',
  'schemeNotEnabled',
  'creativesMost',
  'adsMost',
  'furtherCreatives',
] as const;

/** Formats a fault of a launch; others stay unchanged. */
export function useFaultWords() {
  const t = useText();
  return (fault: FieldFault | undefined): FieldFault | undefined => {
    if (!fault || 'message' in fault) return fault;
    const rule = RULES.find((one) => one === fault.rule);
    return rule ? { message: t(`publish.fault.${rule}`, fault.params) } : fault;
  };
}

import type { FieldFault } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** Rules of a launch that no other form knows. */
const RULES = [
  'absent',
  'uniqueItems',
  'goalOfObjective',
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
] as const;

/** A fault in words, where it is one of a launch; every other one stays as it is. */
export function useFaultWords() {
  const t = useText();
  return (fault: FieldFault | undefined): FieldFault | undefined => {
    if (!fault || 'message' in fault) return fault;
    const rule = RULES.find((one) => one === fault.rule);
    return rule ? { message: t(`publish.fault.${rule}`, fault.params) } : fault;
  };
}

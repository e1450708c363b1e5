import type { FieldFault } from '#machines/kernel/form/faults.ts';

/** What a control may pass on; read-only lists are copied. */
export type Accepted<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** Props of one field, to be spread into its control. */
export interface BoundField<Value> {
  value: Value;
  onChange: (value: Accepted<Value>) => void;
  onLeave: () => void;
  fault: FieldFault | undefined;
}

/** The change of one field to a value of its control. */
export function changeOf<Values extends object, Name extends keyof Values>(name: Name, value: Accepted<Values[Name]>): Partial<Values> {
  const change: Partial<Values> = {};
  Reflect.set(change, name, Array.isArray(value) ? [...value] : value);
  return change;
}

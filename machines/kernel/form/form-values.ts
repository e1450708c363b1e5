/** Compares values by their JSON text. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Only the changed fields, so that changes of other users to the remaining fields survive. */
export const changedSince = <Values extends object>(before: NoInfer<Values>, values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, Reflect.get(before, field)))) as Partial<Values>;

/** The latest values with the local changes on top. */
export const rebase = <Values extends object>(values: Values, origin: Values, latest: Values): Values => ({
  ...latest,
  ...changedSince(origin, values),
});

const hasTypeOf = (value: unknown, kind: unknown): boolean => {
  if (value === null || value === undefined) return value === kind;
  if (kind === undefined || kind === null) return typeof value !== 'object';
  return typeof value === typeof kind && Array.isArray(value) === Array.isArray(kind);
};

/** Stored values, perhaps from another release: a value of the wrong type is replaced by the blank one. */
export const fitToForm = <Values extends object>(kept: Record<string, unknown>, blank: Values): Values =>
  Object.fromEntries(Object.entries(blank).map(([field, value]) => [field, hasTypeOf(kept[field], value) ? kept[field] : value])) as Values;

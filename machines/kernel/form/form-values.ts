/** Values are JSON at heart: equal where they would be written alike. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** What differs from before, and nothing else: what somebody else changed meanwhile stays. */
export const changedSince = <Values extends object>(before: NoInfer<Values>, values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, Reflect.get(before, field)))) as Partial<Values>;

/** What is newest, with the changes made here on top. */
export const rebased = <Values extends object>(values: Values, origin: Values, latest: Values): Values => ({
  ...latest,
  ...changedSince(origin, values),
});

const isOfKind = (value: unknown, kind: unknown): boolean => {
  if (value === null || value === undefined) return value === kind;
  if (kind === undefined || kind === null) return typeof value !== 'object';
  return typeof value === typeof kind && Array.isArray(value) === Array.isArray(kind);
};

/** Values as they were kept, perhaps by another release: what does not fit the form is left as in a blank one. */
export const fitted = <Values extends object>(kept: Record<string, unknown>, blank: Values): Values =>
  Object.fromEntries(Object.entries(blank).map(([field, value]) => [field, isOfKind(kept[field], value) ? kept[field] : value])) as Values;

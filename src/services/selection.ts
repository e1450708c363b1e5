/**
 * The fields a caller reads of a reply: `true` takes a whole value, an object names fields, a one-element array applies to each element.
 * The compiler refuses a field that the reply does not promise.
 */
export type Selection<T> =
  | true
  | (NonNullable<T> extends readonly (infer Element)[]
      ? readonly [Selection<Element>]
      : NonNullable<T> extends object
        ? { readonly [K in keyof NonNullable<T>]?: Selection<NonNullable<T>[K]> }
        : never);

type Missing<T> = Extract<T, null | undefined>;

/** The part of a reply that a selection names. */
export type Picked<T, S> = S extends true
  ? T
  : S extends readonly [infer Inner]
    ? NonNullable<T> extends readonly (infer Element)[]
      ? Picked<Element, Inner>[] | Missing<T>
      : never
    : { [K in keyof S & keyof NonNullable<T>]: Picked<NonNullable<T>[K], S[K]> } | Missing<T>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const pickValue = (value: unknown, selection: unknown): unknown => {
  if (selection === true || value === null || value === undefined) return value;
  if (Array.isArray(selection)) return Array.isArray(value) ? value.map((one) => pickValue(one, selection[0])) : value;
  if (!isRecord(value) || !isRecord(selection)) return value;
  return Object.fromEntries(Object.entries(selection).map(([key, inner]) => [key, pickValue(value[key], inner)]));
};

/** Returns only the selected fields. A field that the reply lacks is undefined. */
export const pick = <T, const S extends Selection<T>>(value: T, selection: S): Picked<T, S> => pickValue(value, selection) as Picked<T, S>;

/** A changed field. */
export interface FieldChange {
  /** Path of the field: `department.name`. Empty when the whole value is not an object. */
  field: string;
  /** Undefined when it did not exist. */
  before: unknown;
  /** Undefined when it no longer exists. */
  after: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares JSON values, ignoring the order of fields. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
};

/** Lists the changed fields of two JSON values; lists are compared as a whole. `null` as a whole counts as nothing. */
export function jsonDiff(before: unknown, after: unknown, path: readonly string[] = []): FieldChange[] {
  const isWhole = path.length === 0;
  const [was, is] = [isWhole ? (before ?? undefined) : before, isWhole ? (after ?? undefined) : after];
  if (isSame(was, is)) return [];
  const open = (value: unknown) => isRecord(value) && Object.keys(value).length > 0;
  const canOpen = (open(was) || open(is)) && (isRecord(was) || was === undefined) && (isRecord(is) || is === undefined);
  if (!canOpen) return [{ field: path.join('.'), before: was, after: is }];
  const [old, fresh] = [was ?? {}, is ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((key) =>
    jsonDiff(Object.hasOwn(old, key) ? old[key as never] : undefined, Object.hasOwn(fresh, key) ? fresh[key as never] : undefined, [
      ...path,
      key,
    ]),
  );
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** A value as the text of a cell; undefined for no value. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return value.map((one) => valueText(one) ?? 'null').join(', ');
  return JSON.stringify(value, undefined, isPlain(value) ? undefined : 2);
}

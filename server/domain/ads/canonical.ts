import { createHash } from 'node:crypto';

const ordered = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** One text for the same content, in whatever order its keys are: the database keeps JSON in an order of its own. */
export const canonical = (value: unknown): string => JSON.stringify(value, ordered);

export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');

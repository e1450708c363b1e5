import { createHash } from 'node:crypto';

const sortKeys = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The same text for equal content regardless of key order, because the database stores JSON keys in its own order. */
export const toCanonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);

export const computeHash = (value: unknown): string => createHash('sha256').update(toCanonicalJson(value)).digest('hex');

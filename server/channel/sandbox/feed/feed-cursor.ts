/** Splits a cursor into its parts; missing parts are empty. */
export function readCursor(cursor: string | null, count: number): string[] {
  const parts = cursor === null ? [] : cursor.split(' ');
  return Array.from({ length: count }, (_, index) => parts[index] ?? '');
}

export const writeCursor = (...parts: readonly (string | number)[]): string => parts.join(' ');

/** Rows per query. */
export const PAGE_SIZE = 500;

const BEGINNING = '1970-01-01T00:00:00.000Z';

/** Parses the instant in a cursor. */
export const parseInstant = (part: string): Date => new Date(part === '' ? BEGINNING : part);

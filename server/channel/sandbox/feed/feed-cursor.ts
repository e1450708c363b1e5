/** Words that a cursor is made of; absent ones are empty. */
export function readCursor(cursor: string | null, count: number): string[] {
  const parts = cursor === null ? [] : cursor.split(' ');
  return Array.from({ length: count }, (_, index) => parts[index] ?? '');
}

export const writeCursor = (...parts: readonly (string | number)[]): string => parts.join(' ');

/** Rows of one question. */
export const PAGE = 500;

const BEGINNING = '1970-01-01T00:00:00.000Z';

/** The instant a cursor stands at. */
export const instantIn = (part: string): Date => new Date(part === '' ? BEGINNING : part);

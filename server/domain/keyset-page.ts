import { refuseField } from './refusal.ts';
import { decodeCursor, encodeCursor, type Position } from './searching.ts';

/** Counting stops here; the console shows `10,000+`. */
export const MAX_COUNT = 10_000;

/** The position a page starts after; refuses an invalid cursor. */
export function parseCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(cursor);
  if (position === undefined) throw refuseField('cursor', 'cursor');
  return position;
}

/** Builds a page from one row more than it shows and a count of up to one more than it states. */
export function toPage<Found extends Position, Row>(
  found: readonly Found[],
  { limit, counted, shape }: { limit: number; counted: number; shape: (row: Found) => Row },
) {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    list: shown.map(shape),
    next_cursor: found.length > limit && last !== undefined ? encodeCursor(last) : null,
    total: Math.min(counted, MAX_COUNT),
    total_capped: counted > MAX_COUNT,
  };
}

import { refuseField } from '../../refusal.ts';
import { decodeCursor, encodeCursor, type Position } from '../../searching.ts';

/** Counting stops here; the console shows `10,000+`. */
export const COUNT_MAX = 10_000;

/** Where a list goes on; refuses a cursor that is none of ours. */
export function startOf(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(cursor);
  if (position === undefined) throw refuseField('cursor', 'cursor');
  return position;
}

/** A portion of a list: one row more than is shown was asked for, and one more than is told was counted. */
export function portionOf<Found extends Position, Row>(
  found: readonly Found[],
  { limit, counted, shape }: { limit: number; counted: number; shape: (row: Found) => Row },
) {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    list: shown.map(shape),
    next_cursor: found.length > limit && last !== undefined ? encodeCursor(last) : null,
    total: Math.min(counted, COUNT_MAX),
    total_capped: counted > COUNT_MAX,
  };
}

import type { CallContext } from './call.ts';
import { Refusal, refuse, refuseField } from './refusal.ts';

/** How a bulk call names its objects. */
interface Asked<Filter> {
  ids?: readonly number[] | undefined;
  filter?: Filter | undefined;
  expected_total?: number | undefined;
}

/** How an area finds objects of a list. */
interface Found<Filter> {
  count(filter: Filter): Promise<number>;
  /** Ids of the matching rows, ascending, at most so many. */
  pick(filter: Filter, max: number): Promise<number[]>;
}

/**
 * The objects a bulk call means: the ids it gives, or all rows that match its filter. `field` is the name of its ids. Refuses neither
 * and both, a count that is not the one the caller saw (SELECTION_CHANGED, with the count), and more than one order takes.
 */
export async function selected<Filter>(
  { limits }: Pick<CallContext, 'limits'>,
  { ids, filter, expected_total }: Asked<Filter>,
  { count, pick }: Found<Filter>,
  field = 'ids',
): Promise<number[]> {
  const isByFilter = filter !== undefined && expected_total !== undefined;
  if ((ids === undefined) !== isByFilter || (ids !== undefined && (filter !== undefined || expected_total !== undefined))) {
    throw refuseField(field, 'selection');
  }
  if (ids !== undefined) {
    if (ids.length > limits.batchMax) throw refuseField(field, 'maxItems', { limit: limits.batchMax });
    return [...ids];
  }
  const max = limits.batchFilterMax;
  const found = await pick(filter as Filter, max + 1);
  const total = found.length <= max ? found.length : await count(filter as Filter);
  if (total !== expected_total) throw refuse('SELECTION_CHANGED', { total });
  requireSelectionRoom(total, max);
  return found;
}

/** Refuses more objects than one order takes; the answer tells how many there are. */
export function requireSelectionRoom(count: number, max: number): void {
  if (count <= max) return;
  const faults = [{ field: 'filter', rule: 'selectionMax', params: { count, limit: max } }];
  throw new Refusal('VALIDATION', { data: { count, max }, faults });
}

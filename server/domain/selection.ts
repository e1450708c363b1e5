import type { CallContext } from './call.ts';
import { Refusal, refuse, refuseField } from './refusal.ts';

/** The part of a bulk request that selects its objects. */
interface SelectionRequest<Filter> {
  ids?: readonly number[] | undefined;
  filter?: Filter | undefined;
  expected_total?: number | undefined;
}

/** How an area finds the objects of a filter. */
interface SelectionSource<Filter> {
  count(filter: Filter): Promise<number>;
  /** Ids of the matching rows, ascending, at most `max`. */
  pick(filter: Filter, max: number): Promise<number[]>;
}

/**
 * Resolves the objects of a bulk call: the given ids, or all rows that match its filter. `field` is the name of its ids. Refuses a
 * request with neither or both, a count that differs from the one the caller saw (SELECTION_CHANGED, with the count), and more objects
 * than one order may have.
 */
export async function resolveSelection<Filter>(
  { limits }: Pick<CallContext, 'limits'>,
  { ids, filter, expected_total }: SelectionRequest<Filter>,
  { count, pick }: SelectionSource<Filter>,
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

/** Refuses more objects than one order may have; the answer contains their number. */
export function requireSelectionRoom(count: number, max: number): void {
  if (count <= max) return;
  const faults = [{ field: 'filter', rule: 'selectionMax', params: { count, limit: max } }];
  throw new Refusal('VALIDATION', { data: { count, max }, faults });
}

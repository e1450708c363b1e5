import type { BatchFailure } from '#contracts/endpoints/batch-detail.ts';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import type { BatchStatus } from '#contracts/vocabulary/batches.ts';

export type { BatchFailure } from '#contracts/endpoints/batch-detail.ts';
export type { BatchItemRow, BatchRow } from '#contracts/endpoints/batches.ts';

/** A batch that is being followed, with its failures in groups once they were loaded. */
export interface FollowedBatch extends BatchRow {
  failures?: BatchFailure[];
}

/** The batches of one order: several if it has more objects than one batch holds. The first one identifies the order. */
export interface BatchOrder {
  batchIds: number[];
  /** The end that was told, as a text for comparison; undefined while none was. */
  toldEnd: string | undefined;
  /** Its dialog was closed after it was over, so its end was seen before it is told. */
  isSeenOver?: true | undefined;
  /** Its success is reported by a notice instead of the dialog. */
  isNoticed?: true | undefined;
  /** The page that started it can undo it. */
  isUndoable?: true | undefined;
}

export type BatchCounts = Pick<BatchRow, 'total' | 'done' | 'ok' | 'fail' | 'skip' | 'unknown' | 'canceled'>;

export interface OrderStatus extends BatchCounts {
  /** Objects that were created and removed again, because nothing could be created below them. */
  removed: number;
  status: BatchStatus;
  can: BatchRow['can'];
  /** The batches of it that can be undone. */
  undoableIds: number[];
  summary: BatchRow['summary'];
  type: BatchRow['type'];
}

const COUNTS = ['total', 'done', 'ok', 'fail', 'skip', 'unknown', 'canceled'] as const;

export const hasEnded = ({ status }: Pick<BatchRow, 'status'>): boolean => status !== 'pending' && status !== 'running';

function combineStatus(parts: readonly BatchRow[], { ok, skip, fail, unknown }: BatchCounts): BatchStatus {
  if (!parts.every(hasEnded)) return parts.some(({ status }) => status !== 'pending') ? 'running' : 'pending';
  if (parts.some(({ status }) => status === 'canceled')) return 'canceled';
  if (fail + unknown === 0) return 'succeeded';
  return ok + skip === 0 ? 'failed' : 'partial';
}

/** The joint status of an order's batches; undefined while none of them is known. */
export function orderStatusOf(known: readonly BatchRow[], { batchIds }: Pick<BatchOrder, 'batchIds'>): OrderStatus | undefined {
  const parts = known.filter(({ id }) => batchIds.includes(id));
  const [first] = parts;
  if (!first) return undefined;
  const { summary, type } = first;
  const counts = Object.fromEntries(
    COUNTS.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]),
  ) as unknown as BatchCounts;
  const can = (['cancel', 'retry'] as const).filter((permit) => parts.some((part) => part.can.includes(permit)));
  const removed = parts.reduce((sum, part) => sum + part.removed, 0);
  const undoableIds = parts.flatMap(({ id, undoable }) => (undoable === true ? [id] : []));
  return { ...counts, removed, summary, type, can, undoableIds, status: parts.length === 1 ? first.status : combineStatus(parts, counts) };
}

/** Two ends are the same if their texts are equal. */
export const endText = ({ status, ok, fail, skip, unknown, canceled }: OrderStatus): string =>
  [status, ok, fail, skip, unknown, canceled].join(' ');

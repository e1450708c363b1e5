import { type Failure, type FieldFaults, failureOf } from '../form/faults.ts';
import { isRefusal, type OutcomeReading, saveOutcome } from '../form/save-outcome.ts';

/** What the start of a batch can come to. What is thrown instead means that nobody knows. */
export type BatchOutcome<Values> =
  | { kind: 'started'; batchIds: number[] }
  /** Nothing was begun. */
  | { kind: 'refused'; faults: FieldFaults<Values>; failure: Failure | undefined }
  /** As many rows match by now; nothing was begun. */
  | { kind: 'changed'; total: number }
  /** Another order was begun with this key before; this one was not. */
  | { kind: 'keyTaken'; failure: Failure };

interface Started {
  batch_id: number;
  siblings?: number[] | undefined;
}

const isAboutTheKey = (data: Record<string, unknown>): boolean =>
  Array.isArray(data.errors) && data.errors.some((one) => one?.field === 'idempotency_key');

/** Reads the answer of a bulk call: begun, refused at its fields, or overtaken. A lost answer is thrown on. */
export async function batchOutcome<Values>(
  asking: Promise<Started>,
  reading: Pick<OutcomeReading<Values, never, never>, 'fields' | 'fieldOf'>,
): Promise<BatchOutcome<Values>> {
  try {
    const { batch_id, siblings = [] } = await asking;
    return { kind: 'started', batchIds: [batch_id, ...siblings] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { reason, data } = error;
    if (reason === 'SELECTION_CHANGED' && typeof data.total === 'number') return { kind: 'changed', total: data.total };
    if (isAboutTheKey(data)) return { kind: 'keyTaken', failure: failureOf(error) };
    const failure = failureOf(error);
    const read = await saveOutcome<Values, never, never, never>(Promise.reject(error), reading).catch(() => undefined);
    if (read?.kind !== 'refused') return { kind: 'refused', faults: {}, failure };
    const { faults, others = [] } = read;
    return { kind: 'refused', faults, failure: others.length > 0 ? { ...failure, message: others.join(' ') } : undefined };
  }
}

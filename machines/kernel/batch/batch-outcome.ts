import { type Failure, type FieldFaults, toFailure } from '../form/faults.ts';
import { isRefusal, type OutcomeOptions, toSaveOutcome } from '../form/save-outcome.ts';

/** The possible outcomes of starting a batch. Anything else is thrown and means that the outcome is unknown. */
export type BatchOutcome<Values> =
  | { kind: 'started'; batchIds: number[] }
  /** Nothing was started. */
  | { kind: 'refused'; faults: FieldFaults<Values>; failure: Failure | undefined }
  /** The number of matching rows changed; nothing was started. */
  | { kind: 'changed'; total: number }
  /** Another order was started with this key before; this one was not. */
  | { kind: 'keyTaken'; failure: Failure };

interface StartedBatch {
  batch_id: number;
  siblings?: number[] | undefined;
}

const isKeyFault = (data: Record<string, unknown>): boolean =>
  Array.isArray(data.errors) && data.errors.some((one) => one?.field === 'idempotency_key');

/** Converts the answer of a bulk call: started, refused at its fields, or changed. A lost answer is rethrown. */
export async function toBatchOutcome<Values>(
  request: Promise<StartedBatch>,
  options: Pick<OutcomeOptions<Values, never, never>, 'fields' | 'fieldOf'>,
): Promise<BatchOutcome<Values>> {
  try {
    const { batch_id, siblings = [] } = await request;
    return { kind: 'started', batchIds: [batch_id, ...siblings] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { reason, data } = error;
    if (reason === 'SELECTION_CHANGED' && typeof data.total === 'number') {
      error.isShownInPlace = true;
      return { kind: 'changed', total: data.total };
    }
    if (isKeyFault(data)) return { kind: 'keyTaken', failure: toFailure(error) };
    const failure = toFailure(error);
    const outcome = await toSaveOutcome<Values, never, never, never>(Promise.reject(error), options).catch(() => undefined);
    if (outcome?.kind !== 'refused') return { kind: 'refused', faults: {}, failure };
    const { faults, others = [] } = outcome;
    return { kind: 'refused', faults, failure: others.length > 0 ? { ...failure, message: others.join(' ') } : undefined };
  }
}

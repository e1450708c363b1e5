import { type Failure, type FieldFaults, toFailure } from '../form/faults.ts';
import { isRefusal, type OutcomeOptions, toSaveOutcome } from '../form/save-outcome.ts';

/** The possible outcomes of starting a batch. Anything else is thrown and means that the outcome is unknown. */
export type BatchOutcome<Values> =
  | ({ kind: 'started' } & StartedBatches)
  /** Nothing was started. */
  | { kind: 'refused'; faults: FieldFaults<Values>; failure: Failure | undefined }
  /** The number of matching rows changed; nothing was started. */
  | { kind: 'changed'; total: number }
  /** Another order was started with this key before; this one was not. */
  | { kind: 'keyTaken'; failure: Failure };

export interface StartedBatches {
  batchIds: number[];
  /** All of its few objects have already succeeded, so a notice reports it instead of the dialog. */
  isSmallSuccess?: true;
}

interface StartedBatch {
  batch_id: number;
  siblings?: number[] | undefined;
  total?: number;
  ok?: number;
}

/** Most objects of a batch whose success a notice reports. */
export const MAX_NOTICED_COUNT = 5;

const isSmallSuccess = ({ siblings = [], total = 0, ok }: StartedBatch): boolean =>
  siblings.length === 0 && total > 0 && total <= MAX_NOTICED_COUNT && ok === total;

const isKeyFault = (data: Record<string, unknown>): boolean =>
  Array.isArray(data.errors) && data.errors.some((one) => one?.field === 'idempotency_key');

/** The batches that the answer of a bulk call names. */
export function toStartedBatches(batch: StartedBatch): StartedBatches {
  const { batch_id, siblings = [] } = batch;
  return { batchIds: [batch_id, ...siblings], ...(isSmallSuccess(batch) && { isSmallSuccess: true }) };
}

/** Converts the answer of a bulk call: started, refused at its fields, or changed. A lost answer is rethrown. */
export async function toBatchOutcome<Values>(
  request: Promise<StartedBatch>,
  options: Pick<OutcomeOptions<Values, never, never, never>, 'fields' | 'fieldOf'>,
): Promise<BatchOutcome<Values>> {
  try {
    return { kind: 'started', ...toStartedBatches(await request) };
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

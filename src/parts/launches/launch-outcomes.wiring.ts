import { hasEnded } from '#machines/kernel/batch/order-status.ts';
import type { TurnResult } from '#machines/parts/launches/entity-switch.machine.ts';
import { waitVisible } from '#src/platform/browser-window.ts';
import { batchDetail, batchItems } from '#src/services/batches.service.ts';

/** Polling interval for a batch with few objects, in milliseconds. */
const POLL_INTERVAL_MS = 1000;
/** The maximum number of objects per switch batch. */
const MAX_RESULTS = 200;

/** Waits for the end of a small batch and returns its results. */
export async function waitForOutcomes(batch_id: number, signal: AbortSignal): Promise<TurnResult[]> {
  for (;;) {
    const batch = await batchDetail({ batch_id }, signal);
    if (hasEnded(batch)) break;
    await waitVisible(POLL_INTERVAL_MS, signal);
  }
  const { list } = await batchItems({ batch_id, page: 1, page_size: MAX_RESULTS }, signal);
  return list.flatMap(({ target_id, status, text }): TurnResult[] => {
    if (target_id === null) return [];
    // An unchanged object needs no message.
    if (status === 'skipped') return [{ id: target_id, ok: true, text: null }];
    return [{ id: target_id, ok: status === 'succeeded', text }];
  });
}

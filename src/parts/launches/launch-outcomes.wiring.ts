import { hasEnded } from '#machines/kernel/batch/batch-standing.ts';
import type { TurnResult } from '#machines/parts/launches/entity-switch.machine.ts';
import { rest } from '#src/platform/browser-window.ts';
import { batchDetail, batchItems } from '#src/services/batches.service.ts';

/** Between two looks at an order of few objects, in milliseconds. */
const LOOK_PAUSE_MS = 1000;
/** As many objects as one order of switches has. */
const RESULTS_MOST = 200;

/** What came of an order of few objects, once it has ended: it is waited for. */
export async function outcomesOf(batch_id: number, signal: AbortSignal): Promise<TurnResult[]> {
  for (;;) {
    const batch = await batchDetail({ batch_id }, signal);
    if (hasEnded(batch)) break;
    await rest(LOOK_PAUSE_MS, signal);
  }
  const { list } = await batchItems({ batch_id, page: 1, page_size: RESULTS_MOST }, signal);
  return list.flatMap(({ target_id, status, text }): TurnResult[] => {
    if (target_id === null) return [];
    // What is so already needs no word.
    if (status === 'skipped') return [{ id: target_id, ok: true, text: null }];
    return [{ id: target_id, ok: status === 'succeeded', text }];
  });
}

import { fromPromise } from 'xstate';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { orderStatusOf } from '#machines/kernel/batch/order-status.ts';
import { type RunningBatchesAnswer, runningBatchesMachine } from '#machines/running-batches/running-batches.machine.ts';
import type { LocaleName, MessageId } from '#src/locale/locales.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors, loadRunningBatches } from '#src/services/batch-actors.ts';
import { countsText } from '#src/ui/batch/batch-words.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { toastInfo, toastSuccess } from '#src/ui/overlay/notices.ts';

type Text = (id: MessageId, values?: Record<string, string | number>) => string;

/** The reader's running batches, with a browser and a server around them. */
export const runningPart = (text: Text, locale: () => LocaleName) =>
  runningBatchesMachine.provide({
    actors: {
      loadRunning: fromPromise<RunningBatchesAnswer, { known: number[] }>(({ input, signal }) => loadRunningBatches(input.known, signal)),
      pause: fromPromise<void, { ms: number }>(({ input, signal }) => waitVisible(input.ms, signal)),
      progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
    },
    actions: {
      announceEnded: (_, { ended }) => {
        const say = ({ zh, en }: { zh: string; en: string }) => (locale() === 'en' ? en : zh);
        // Those of one order do the same: they are told of as one.
        for (const what of new Set(ended.map(({ summary }) => summary.zh))) {
          const alike = ended.filter(({ summary }) => summary.zh === what);
          const orderStatus = orderStatusOf(alike, { batchIds: alike.map(({ id }) => id) });
          if (!orderStatus) continue;
          const told = text('batch.ended', { what: say(orderStatus.summary), counts: countsText(orderStatus, text, say) });
          if (orderStatus.status === 'succeeded') toastSuccess(told);
          else toastInfo(told);
        }
      },
    },
  });

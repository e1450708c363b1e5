import { fromPromise } from 'xstate';
import { launchAgain, launchRecall as launchRecallMachine } from '#machines/parts/launches/launch-recall.machine.ts';
import { orderedOnce } from '#src/services/batch-actors.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** An order as it was given once, asked of the server. */
export const launchRecall = launchRecallMachine.provide({
  actors: {
    recall: fromPromise(async ({ input: { subject }, signal }) => {
      const again = launchAgain(await orderedOnce(subject.batchId, signal), subject.level);
      return again && { ...again, key: newRequestKey() };
    }),
  },
});

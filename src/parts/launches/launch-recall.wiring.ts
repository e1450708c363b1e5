import { fromPromise } from 'xstate';
import { launchRecall as launchRecallMachine, readRecalledLaunch } from '#machines/parts/launches/launch-recall.machine.ts';
import { loadEarlierOrder } from '#src/services/batch-actors.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** Loads the order of an earlier batch. */
export const launchRecall = launchRecallMachine.provide({
  actors: {
    recall: fromPromise(async ({ input: { subject }, signal }) => {
      const again = readRecalledLaunch(await loadEarlierOrder(subject.batchId, signal), subject.level);
      return again && { ...again, key: newRequestKey() };
    }),
  },
});

import { fromPromise } from 'xstate';
import { launchRedo as launchRedoMachine, readLaunchOrder } from '#machines/parts/launches/launch-redo.machine.ts';
import { loadEarlierOrder } from '#src/services/batch-actors.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** Loads the order of an earlier batch. */
export const launchRedo = launchRedoMachine.provide({
  actors: {
    loadOrder: fromPromise(async ({ input: { subject }, signal }) => {
      const again = readLaunchOrder(await loadEarlierOrder(subject.batchId, signal), subject.level);
      return again && { ...again, key: newRequestKey() };
    }),
  },
});

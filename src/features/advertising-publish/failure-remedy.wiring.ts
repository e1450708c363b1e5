import { fromPromise } from 'xstate';
import { failureRemedy } from '#machines/advertising-publish/failure-remedy.machine.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { retryPublish } from '#src/services/publish.service.ts';

/** Provides the form that changes failed objects of a publish and retries them. */
export const remedy = failureRemedy.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key } }) => {
      const { homepage_id, pixel_id, budget_usd } = values;
      return toSaveOutcome(
        retryPublish({
          // The form is opened with a subject.
          batch_id: subject?.batchId ?? 0,
          item_ids: subject?.itemIds ?? [],
          ...(homepage_id !== undefined && { homepage_id }),
          ...(pixel_id !== undefined && { pixel_id }),
          ...(budget_usd !== undefined && { budget_usd: toMinor(budget_usd, 'USD') }),
          idempotency_key: key,
        }),
        { fields: ['homepage_id', 'pixel_id', 'budget_usd'] },
      );
    }),
  },
});

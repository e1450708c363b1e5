import { fromPromise } from 'xstate';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { assigningMachine, hasPrimary } from '#machines/parts/assets/assigning.machine.ts';
import { assignmentHistory as historyMachine } from '#machines/parts/assets/assignment-history.machine.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { assignAssets, assignHistory } from '#src/services/asset-assigning.service.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

const browser = { waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey };

/** Batch progress with its actors, for the bulk actions of a page. */
export const assetProgress = batchProgressWith(batchActors(browser));

/** The same for pages where some batches have items other than the rows. */
export const progressWithRows = (rows: 'pixel' | 'homepage') => batchProgressWith(batchActors({ ...browser, rows }));

export const assigning = assigningMachine.provide({
  actors: {
    start: fromPromise(({ input: { subject, values, key } }) => {
      const { purpose, asset_type, mode, user_ids, department_ids, primary_user_id, transfer_campaigns } = values;
      const reason = values.reason.trim();
      const handsOver = purpose === 'handOver';
      return toBatchOutcome(
        assignAssets({
          asset_type,
          ids: subject.kind === 'rows' ? subject.ids : [],
          mode: handsOver ? 'add' : mode,
          user_ids: handsOver ? [] : user_ids,
          department_ids: handsOver ? [] : department_ids,
          ...((handsOver || hasPrimary(values)) &&
            primary_user_id !== undefined && { primary_user_id, ...(transfer_campaigns && { transfer_campaigns }) }),
          ...(reason && { reason }),
          idempotency_key: key,
        }),
        { fields: ['mode', 'user_ids', 'department_ids', 'primary_user_id', 'transfer_campaigns', 'reason'] },
      );
    }),
    progress: assetProgress,
  },
});

export const assignmentHistory = historyMachine.provide({
  actors: {
    loadDetail: fromPromise(
      async ({ input: { subject }, signal }) =>
        (await assignHistory({ asset_type: subject.asset_type, asset_id: subject.id }, signal)).list,
    ),
  },
});

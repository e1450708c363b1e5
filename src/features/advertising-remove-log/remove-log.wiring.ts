import { fromPromise } from 'xstate';
import { removedBelow, removeLogMachine } from '#machines/advertising-remove-log/remove-log.machine.ts';
import { staff } from '#src/parts/assets/pickers.wiring.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { toLogRequestFilters } from '#src/parts/launches/index.ts';
import { launchActions } from '#src/parts/launches/launches.wiring.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { removingRules } from '#src/parts/rules/rule-picker.wiring.ts';
import * as logs from '#src/services/ad-logs.service.ts';

/** Maximum number of objects shown below one entry. */
const MAX_BELOW = 200;

/** Provides the remove log with all actors. */
export const removeLog = logPageWith(removeLogMachine, {
  path: '/advertising/remove-log',
  toRequestFilters: toLogRequestFilters,
  rows: logs.listRemovals,
  exportCall: logs.exportLogs,
  exportFields: { kind: 'remove' as const },
  parts: {
    below: removedBelow.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const { list: rows, total } = await logs.listRemovals({ under: subject.id, page_size: MAX_BELOW }, signal);
          return { rows, total };
        }),
      },
    }),
    launchActions: launchActions,
    pickers: adPickers,
    people: staff,
    rules: removingRules,
  },
});

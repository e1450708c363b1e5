import { fromPromise } from 'xstate';
import { removedBelow, removeLogMachine } from '#machines/advertising-remove-log/remove-log.machine.ts';
import { staff } from '#src/parts/assets/pickers.wiring.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { askedLogFilters } from '#src/parts/launches/index.ts';
import { launchHands } from '#src/parts/launches/launches.wiring.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import * as logs from '#src/services/ad-logs.service.ts';

/** Maximum number of objects shown below one entry. */
const BELOW_AT_ONCE = 200;

/** Provides the remove log with all actors. */
export const removeLog = logPageWith(removeLogMachine, {
  path: '/advertising/remove-log',
  asked: askedLogFilters,
  rows: logs.listRemovals,
  exported: logs.exportLogs,
  exportedWith: { kind: 'remove' as const },
  parts: {
    below: removedBelow.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const { list: rows, total } = await logs.listRemovals({ under: subject.id, page_size: BELOW_AT_ONCE }, signal);
          return { rows, total };
        }),
      },
    }),
    hands: launchHands,
    pickers: adPickers,
    people: staff,
  },
});

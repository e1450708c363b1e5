import type { AnyStateMachine } from 'xstate';
import { type BatchFilters, batchLogMachine, withTypes } from '#machines/advertising-copy-log/batch-log.machine.ts';
import { systemLogMachine } from '#machines/advertising-copy-log/system-log.machine.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { adAccounts, formerStaff } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { exportBatches, listBatches } from '#src/services/batches.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { toPeriod } from './log-period.ts';
import { operationLog } from './operation-log.wiring.ts';

/** The filters for the request: with the usual types, and with days in the timezone of the user. */
function toRequestFilters(filters: BatchFilters, today: string): BatchFilters {
  const { from, to } = toPeriod(filters, today);
  return { ...withTypes(filters), date_from: from, date_to: to };
}

const batches = listPageWith(batchLogMachine, {
  path: '/advertising/copy-log',
  under: { tab: 'batches', isFirst: false },
  toRequestFilters,
  rows: listBatches,
  exportCall: exportBatches,
  parts: {
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
    people: formerStaff,
    accounts: adAccounts,
  },
});

const machine: AnyStateMachine = systemLogMachine;
/** Provides the system log with all actors. */
export const systemLog = machine.provide({ actors: { batches, operations: operationLog } });

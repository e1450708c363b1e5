import { type AnyStateMachine, fromPromise } from 'xstate';
import type { batchSortable } from '#contracts/vocabulary/batches.ts';
import { type BatchFilters, batchExport, batchList, batchLogMachine } from '#machines/advertising-copy-log/batch-log.machine.ts';
import { systemLogMachine } from '#machines/advertising-copy-log/system-log.machine.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { formerStaff } from '#src/parts/assets/pickers.wiring.ts';
import { today } from '#src/parts/lists/log-page.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { exportBatches, listBatches } from '#src/services/batches.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { toPeriod } from './log-period.ts';
import { operationLog } from './operation-log.wiring.ts';

type Field = (typeof batchSortable)[number];

/** The query for the request, with days in the timezone of the user. */
function toRequestQuery(query: ListQuery<BatchFilters>): ListQuery<BatchFilters> {
  const { from, to } = toPeriod(query.filters, today());
  return { ...query, filters: { ...query.filters, date_from: from, date_to: to } };
}

const batches = batchLogMachine.provide({
  actors: {
    list: batchList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total, totals } = await listBatches(pageRequest<Field, BatchFilters>(toRequestQuery(input)), signal);
          return { rows, total, totals };
        }),
      },
    }),
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
    export: batchExport.provide({
      actors: exportActors({
        call: exportBatches,
        toRequest: ({ query, columns }: ExportSubject<ListQuery<BatchFilters>>) =>
          exportRequest<Field, BatchFilters>(toRequestQuery(query), [...columns], currentLocale()),
        save: saveFile,
      }),
    }),
    people: formerStaff,
  },
});

const machine: AnyStateMachine = systemLogMachine;
/** Provides the system log with all actors. */
export const systemLog = machine.provide({ actors: { batches, operations: operationLog } });

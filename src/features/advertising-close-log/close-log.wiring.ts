import { fromPromise } from 'xstate';
import { closeLogMachine, closeTrend } from '#machines/advertising-close-log/close-log.machine.ts';
import { staff } from '#src/parts/assets/pickers.wiring.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { toLogRequestFilters } from '#src/parts/launches/index.ts';
import { launchActions } from '#src/parts/launches/launches.wiring.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { getUserToday, toEffectiveDays, toEffectiveStep } from '#src/parts/reports/index.ts';
import { closingRules } from '#src/parts/rules/rule-picker.wiring.ts';
import * as logs from '#src/services/ad-logs.service.ts';

/** Provides the close log with all actors. */
export const closeLog = logPageWith(closeLogMachine, {
  path: '/advertising/close-log',
  toRequestFilters: toLogRequestFilters,
  rows: logs.listCloses,
  exportCall: logs.exportLogs,
  exportFields: { kind: 'close' as const },
  parts: {
    trend: closeTrend.provide({
      actors: {
        loadTrend: fromPromise(async ({ input: query, signal }) => {
          const { from, to } = toEffectiveDays(query, getUserToday());
          const effectiveStep = toEffectiveStep(query, getUserToday());
          const step = effectiveStep === 'hour' ? 'day' : effectiveStep;
          const { x, series } = await logs.closeTrend({ ...query.filters, date_from: from, date_to: to, by: step }, signal);
          return {
            x,
            step,
            lines: series.map(({ key, label, data }) => ({ metric: 'closes', part: key, label, data })),
            marks: [],
            asOf: '',
            provisionalFrom: '',
          };
        }),
      },
    }),
    launchActions: launchActions,
    pickers: adPickers,
    people: staff,
    rules: closingRules,
  },
});

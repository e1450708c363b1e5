import { ref } from './launch-bases.ts';

/** Figures of every report, whatever it is grouped by; metrics of cohorts ripen. */
const ripeFigures = { m: true, prev: true, running: true, local: { currency: true, m: true } } as const;
const figures = { ...ripeFigures, mature: true } as const;

/** When the figures were pulled. */
export const dataTimes = { as_of: true, newest_at: true, provisional_from: true } as const;

/** Freshness of the figures. */
export const freshness = {
  ...dataTimes,
  warnings: [{ kind: true, text: true, refs: [{ id: true, label: true, since: true }] }],
} as const;

/** Fields read of every chart. The table beside it shows the warnings. */
export const trendReads = { x: true, series: [{ key: true, label: true, metric: true, data: true }], ...dataTimes } as const;

/** Fields of a user and an ad account in every report grouped by them. */
export const userReads = { ...ref, deleted: true, department: ref } as const;
export const accountReads = {
  ...ref,
  platform_account_id: true,
  account_status: true,
  currency: true,
  timezone_name: true,
  balance: true,
  cap_left: true,
  personal_account: ref,
  usage: true,
  today_started: true,
  partial: true,
  pulled_at: true,
  stale_since: true,
} as const;

/** Row fields of a report with these dimensions. */
export const rowReads = <const Dims extends object>(dims: Dims) =>
  ({ list: [{ key: true, dims, ...figures }], totals: figures, total: true, ...freshness }) as const;

/** Row fields of a report with these dimensions and without metrics that ripen. */
export const ripeRowReads = <const Dims extends object>(dims: Dims) =>
  ({ list: [{ key: true, dims, ...ripeFigures }], totals: ripeFigures, total: true, ...freshness }) as const;

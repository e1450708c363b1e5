import type { ReactNode } from 'react';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import type { useFormat } from '#src/locale/format.ts';
import type { useText } from '#src/locale/text-provider.tsx';
import './report-table.css';

/** A metric as a report shows it. */
export interface Metric {
  key: string;
  title: string;
  /** Its formula, shown on hover of the header. */
  hint?: string;
  /** `money` is in minor units of its currency; `percent` and `ratio` are decimals: 0.0123, 1.52. */
  unit: 'count' | 'money' | 'percent' | 'ratio' | 'seconds' | 'milliseconds' | 'days';
  /** How the totals row computes it: summed, recomputed, recounted, or not at all. */
  totals: 'sum' | 'ratio' | 'distinct' | 'none';
  /** A running value on the current day. */
  runs?: boolean;
  /** Target of the value; a function where it depends on the row. */
  target?: number | ((row: unknown) => number | undefined);
  /** The target is a maximum, as that of a cost. */
  isLowerBetter?: boolean;
  /** Why a value of a row is unreliable; it is drawn in grey. */
  doubt?: (row: unknown) => string | undefined;
  /** Why a value is missing; by default derived from its totals and its days. */
  absentReason?: string;
  /** Shown only when switched on in the column settings. */
  hidden?: boolean;
  /** Pixels. */
  width?: number;
}

/** Values above this share of the target count as near. */
const NEAR_TARGET = 0.9;

type Numbers = Pick<ReportRow, 'm' | 'prev' | 'mature' | 'running' | 'local'>;

interface Words {
  t: ReturnType<typeof useText>;
  format: ReturnType<typeof useFormat>;
  currency: string;
  /** Spend is shown in the currency of its account when there is only one currency. */
  isLocal?: boolean;
}

export function metricText(value: number | null, { unit }: Pick<Metric, 'unit'>, { format, currency }: Pick<Words, 'format' | 'currency'>) {
  switch (unit) {
    case 'money':
      return format.money(value, currency);
    case 'percent':
      return format.percent(value);
    case 'ratio':
      return format.decimal(value, 2);
    case 'seconds':
      return format.decimal(value, 1);
    case 'milliseconds':
      return format.decimal(value, 0);
    case 'count':
    case 'days':
      return format.number(value);
  }
}

/** Why a value is missing. */
function explainMissing({ key, totals, absentReason }: Metric, { mature }: Numbers, isTotal: boolean, t: Words['t']): string {
  if (absentReason !== undefined) return absentReason;
  if (isTotal && totals === 'none') return t('ui.notAdditive');
  return t(mature?.[key] === undefined ? 'ui.noData' : 'ui.notMature');
}

const isPartly = (mature: string | undefined): boolean => {
  const [matureCount, all] = (mature ?? '').split('/');
  return matureCount !== undefined && all !== undefined && matureCount !== all;
};

const targetTexts = { met: 'ui.targetMet', near: 'ui.targetNear', missed: 'ui.targetMissed' } as const;

function targetOf(value: number, target: number | undefined, isLowerBetter: boolean): keyof typeof targetTexts | undefined {
  if (target === undefined) return undefined;
  const [reached, wanted] = isLowerBetter ? [target, value] : [value, target];
  if (reached >= wanted) return 'met';
  return reached >= wanted * NEAR_TARGET ? 'near' : 'missed';
}

/** Shown in place of a number that is still loading. */
const PENDING = '…';

/** Relative change against the period before; undefined where it is meaningless. */
const relativeChange = (value: number | null, before: number | null | undefined): number | undefined =>
  value === null || !before ? undefined : (value - before) / Math.abs(before);

function Change({ value, before, metric, words }: { value: number | null; before: number | null; metric: Metric; words: Words }) {
  const change = relativeChange(value, before);
  const title = words.t('ui.comparedWith', { value: metricText(before, metric, words) });
  const mark = change === undefined || change === 0 ? '' : change > 0 ? '▲ ' : '▼ ';
  return (
    <small className="ads-metric-change" title={title}>
      {mark}
      {words.format.percent(change === undefined ? null : Math.abs(change))}
    </small>
  );
}

/** A value with its explanations; plain text when there are none. */
export function metricCell(metric: Metric, numbers: Numbers, words: Words, isTotal = false): ReactNode {
  const { t } = words;
  const { key } = metric;
  // Its column was just chosen, and its numbers are still loading.
  if (numbers.m[key] === undefined) return PENDING;
  const value = numbers.m[key] ?? null;
  const before = numbers.prev && (numbers.prev[key] ?? null);
  const mature = numbers.mature?.[key];
  const notes: string[] = [];
  const local = numbers.local?.m[key] ?? undefined;
  const localText = local === undefined ? undefined : metricText(local, metric, { ...words, currency: numbers.local?.currency ?? '' });
  const usual = metricText(value, metric, words);
  const isLocal = words.isLocal === true && localText !== undefined;
  let text = isLocal ? localText : usual;
  if (localText !== undefined && localText !== usual)
    notes.push(t(isLocal ? 'ui.inDollars' : 'ui.inOwnCurrency', { value: isLocal ? usual : localText }));
  if (value === null) notes.push(explainMissing(metric, numbers, isTotal, t));
  else if (isPartly(mature)) {
    text += '*';
    notes.push(t('ui.matureDays', { mature: mature ?? '' }));
  } else if (metric.runs && numbers.running) {
    text += '~';
    notes.push(t('ui.dayRunning'));
  }
  const target = typeof metric.target === 'function' ? (isTotal ? undefined : metric.target(numbers)) : metric.target;
  const targetValue = value === null ? undefined : targetOf(value, target, metric.isLowerBetter === true);
  if (targetValue) notes.push(t(targetTexts[targetValue], { target: metricText(target ?? null, metric, words) }));
  const doubt = isTotal || value === null ? undefined : metric.doubt?.(numbers);
  if (doubt !== undefined) notes.push(doubt);
  if (notes.length === 0 && before === undefined) return text;
  return (
    <>
      <span
        className={doubt === undefined ? targetValue && `ads-metric-${targetValue}` : 'ads-metric-doubtful'}
        title={notes.join('\n') || undefined}
      >
        {text}
      </span>
      {before !== undefined && <Change value={value} before={before} metric={metric} words={words} />}
    </>
  );
}

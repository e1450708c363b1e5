import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import { hourlyMeasures, type MetricKey, metricOf, sumsOf } from '#contracts/rules/metrics.ts';
import type { Days } from '#machines/kernel/report/report-query.ts';
import type { TrendContext, TrendEvent } from '#machines/kernel/report/trend.machine.ts';
import { MAX_TREND_METRICS, STEPS } from '#machines/kernel/report/trend-query.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { TrendChart, toDays } from '#src/ui/chart/trend-chart.tsx';
import { SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { useWatching } from '#src/ui/list/use-watching.ts';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconDown, IconUp } from '#src/ui/text/icons.ts';
import { isHourly, toEffectiveStep } from './report-days.ts';
import { Segments } from './segments.tsx';
import { chartLines, chartMarks } from './trend-lines.ts';
import './reports.css';

/** A running trend of the kernel. */
export interface TrendActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { status: string; context: TrendContext<unknown>; hasTag(tag: 'busy' | 'failed'): boolean };
  send(event: TrendEvent): void;
}

interface Props {
  trend: TrendActor;
  label: string;
  /** All metrics that can be charted. Must be referentially stable. */
  metrics: readonly MetricKey[];
  /** Label of the split, for example "By user". Undefined when the metric cannot be split. */
  splitLabel?: string | undefined;
  /** Days the table is narrowed to. */
  only?: Days | undefined;
  /** Absent where the table cannot be narrowed by a click into the chart. */
  onOnly?: (only: Days | undefined) => void;
  /** Choice of further plots, at the left. */
  plots?: ReactNode;
  empty?: string;
}

const isHourlyMetric = (key: MetricKey): boolean =>
  sumsOf(metricOf(key)).every(({ measure, ripens }) => ripens === undefined && hourlyMeasures.includes(measure));

/** The chart above a report for its days and filters: step, metrics, split, or collapsed. */
export function ReportTrend({ trend, label, metrics, splitLabel, only, onOnly, plots, empty }: Props) {
  const t = useText();
  const { query, form, answer, failure } = useSelector(trend, (state) => state.context);
  const busy = useSelector(trend, (state) => state.hasTag('busy'));
  const failed = useSelector(trend, (state) => state.hasTag('failed'));
  useWatching(trend, 'trend.seen', 'trend.left');

  const shown = answer?.trend;
  const lines = useMemo(() => (shown ? chartLines(shown, t) : []), [shown, t]);
  const byDayOnly = shown?.byDayOnly ?? [];
  const untold =
    byDayOnly.length > 0
      ? t('reports.byDayOnly', { metrics: byDayOnly.map((key) => t(`metric.${key as MetricKey}`)).join(t('reports.comma')) })
      : undefined;
  const marks = useMemo(() => (shown ? chartMarks(shown) : []), [shown]);
  const today = useBusinessToday();
  const step = toEffectiveStep(query, today);
  const byHour = isHourly(query, today);

  if (form === 'folded') {
    return (
      <div className="ads-report-folded">
        {plots}
        <button type="button" className="ads-link-button" onClick={() => trend.send({ type: 'trend.formChosen', form: 'chart' })}>
          {t('reports.unfoldChart')} <IconDown aria-hidden="true" />
        </button>
      </div>
    );
  }

  const units = [...new Set(query.metrics.map((key) => metricOf(key as MetricKey).unit))];
  const refusal = (key: MetricKey): string | undefined => {
    if (query.metrics.includes(key)) return undefined;
    if (step === 'hour' && !isHourlyMetric(key)) return t('reports.notByHour');
    if (query.metrics.length >= MAX_TREND_METRICS) return t('reports.mostMetrics', { count: MAX_TREND_METRICS });
    return units.length > 1 && !units.includes(metricOf(key).unit) ? t('reports.twoUnits') : undefined;
  };
  const chooseStep = (next: (typeof STEPS)[number]) => {
    // Removes metrics without hourly data, but keeps at least one.
    const left = next === 'hour' ? query.metrics.filter((key) => isHourlyMetric(key as MetricKey)) : query.metrics;
    if (left.length < query.metrics.length) trend.send({ type: 'trend.metricsChosen', metrics: left.length > 0 ? left : ['spend'] });
    trend.send({ type: 'trend.stepChosen', step: next });
  };
  const isNarrowed = (point: { from: string; to: string }) => only?.from === point.from && only.to === point.to;
  return (
    <>
      <TrendChart
        label={label}
        x={shown?.x}
        step={shown?.step ?? step}
        lines={lines}
        marks={marks}
        provisionalFrom={shown?.provisionalFrom}
        chosen={only}
        onPoint={
          query.accountToday || onOnly === undefined
            ? undefined
            : (x) => {
                const point = toDays(x, shown?.step ?? step);
                onOnly(isNarrowed(point) ? undefined : point);
              }
        }
        form={form}
        onForm={(next) => trend.send({ type: 'trend.formChosen', form: next })}
        busy={busy}
        failure={failed ? failure : undefined}
        onRetry={() => trend.send({ type: 'trend.refreshRequested' })}
        {...((untold ?? empty) !== undefined && { empty: untold ?? empty })}
        controls={
          <>
            <IconButton
              label={t('reports.foldChart')}
              icon={<IconUp />}
              onClick={() => trend.send({ type: 'trend.formChosen', form: 'folded' })}
            />
            {plots}
            <Segments
              label={t('chart.step')}
              options={STEPS.filter((one) => one !== 'hour' || byHour).map((key) => ({ key, text: t(`chart.step.${key}`) }))}
              chosen={step}
              onChoose={chooseStep}
            />
            <SeveralFilter
              label={t('reports.metrics')}
              width={220}
              value={query.metrics}
              options={metrics.map((key) => {
                const why = refusal(key);
                return { value: key as string, label: t(`metric.${key}`), ...(why !== undefined && { disabled: why }) };
              })}
              onChange={(chosen) => chosen && trend.send({ type: 'trend.metricsChosen', metrics: chosen })}
            />
            {splitLabel !== undefined && (
              <label className="ads-report-choice">
                <CheckBox checked={query.isSplit} onChange={(isSplit) => trend.send({ type: 'trend.splitChosen', isSplit })} />
                {splitLabel}
              </label>
            )}
          </>
        }
      />
      {untold !== undefined && (
        <p className="ads-report-note" role="note">
          {untold}
        </p>
      )}
    </>
  );
}

import { useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isMetric, metricOf } from '#contracts/rules/metrics.ts';
import type { BoardTrend, boardDays, boardHours } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ChartForm, type ChartLine, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';

interface Props {
  hours: ActorRefFrom<typeof boardHours>;
  days: ActorRefFrom<typeof boardDays>;
}

const unitOf = (metric: string) => (isMetric(metric) ? metricOf(metric).unit : 'count');
const HOUR_LINES = ['today', 'yesterday', 'mean'] as const;

/** Spend by hour compared with other days, and spend and revenue by day. */
export function BoardCharts({ hours, days }: Props) {
  return (
    <>
      <HoursChart hours={hours} />
      <DaysChart days={days} />
    </>
  );
}

function HoursChart({ hours }: Pick<Props, 'hours'>) {
  const t = useText();
  const format = useFormat();
  const [form, setForm] = useState<ChartForm>('chart');
  const { answer, busy, failure, refresh } = useDetail(hours);
  const lines = useMemo(
    () =>
      (answer?.lines ?? []).map(({ key, metric, data }): ChartLine => {
        const hourLine = HOUR_LINES.find((one) => one === key);
        return {
          key,
          label: hourLine ? t(`home.line.${hourLine}`) : key,
          unit: unitOf(metric),
          data,
          form: 'line',
          ...(key === 'today' && answer?.clock && { provisionalFrom: answer.clock.movingFrom }),
        };
      }),
    [answer, t],
  );
  return (
    <div className="ads-home-block">
      <header className="ads-home-head">
        <h2>{t('home.hours')}</h2>
        {answer?.clock && (
          <span className="ads-home-quiet" title={t('home.clockHint')}>
            {t('home.clock', { clock: format.zone(answer.clock.timezone) })}
          </span>
        )}
      </header>
      <TrendChart
        label={t('home.hours')}
        x={answer?.x}
        step="hour"
        lines={lines}
        form={form}
        onForm={setForm}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={t('home.noSpend')}
      />
    </div>
  );
}

/** The metrics of the chart; the cards show the course of the others. */
const CHART_METRICS: readonly string[] = ['spend', 'roi', 'roi_d0'];

const byDay = ({ lines }: BoardTrend, t: ReturnType<typeof useText>): ChartLine[] =>
  lines
    .filter(({ metric }) => CHART_METRICS.includes(metric))
    .map(({ key, metric, data }) => ({
      key: `${metric} ${key}`,
      label: t(`metric.${metric}` as MessageId),
      unit: unitOf(metric),
      data,
      form: unitOf(metric) === 'money' ? 'bar' : 'line',
    }));

function DaysChart({ days }: Pick<Props, 'days'>) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { answer, busy, failure, refresh } = useDetail(days);
  const lines = useMemo(() => (answer ? byDay(answer, t) : []), [answer, t]);
  return (
    <div className="ads-home-block">
      <header className="ads-home-head">
        <h2>{t('home.days')}</h2>
      </header>
      <TrendChart
        label={t('home.days')}
        x={answer?.x}
        step="day"
        lines={lines}
        provisionalFrom={answer?.provisionalFrom}
        form={form}
        onForm={setForm}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={t('home.noSpend')}
      />
    </div>
  );
}

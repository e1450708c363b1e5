import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isMetric, metricOf } from '#contracts/rules/metrics.ts';
import type { BoardTrend, boardDays, boardHours, boardSummary } from '#machines/home/home-parts.machine.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ChartForm, type ChartLine, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { useDetail } from '#src/ui/use-detail.ts';

interface Props {
  hours: ActorRefFrom<typeof boardHours>;
  days: ActorRefFrom<typeof boardDays>;
  summary: ActorRefFrom<typeof boardSummary>;
}

const unitOf = (metric: string) => (isMetric(metric) ? metricOf(metric).unit : 'count');
const HOUR_LINES = ['today', 'yesterday', 'mean'] as const;

/** Spend by hour beside other days, and by day with what came back of it. */
export function BoardCharts({ hours, days, summary }: Props) {
  return (
    <>
      <HoursChart hours={hours} summary={summary} />
      <DaysChart days={days} />
    </>
  );
}

function HoursChart({ hours, summary }: Pick<Props, 'hours' | 'summary'>) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { answer, busy, failure, refresh } = useDetail(hours);
  const hour = useSelector(summary, (state) => state.context.answer?.hour);
  const lines = useMemo(
    () =>
      (answer?.lines ?? []).map(({ key, metric, data }): ChartLine => {
        const known = HOUR_LINES.find((one) => one === key);
        return {
          key,
          label: known ? t(`home.line.${known}`) : key,
          unit: unitOf(metric),
          // Hours that have not come are no hours without spend.
          data: key === 'today' && hour !== undefined ? data.map((value, at) => (at > hour ? null : value)) : data,
          form: 'line',
        };
      }),
    [answer, hour, t],
  );
  return (
    <div className="ads-home-block">
      <header className="ads-home-head">
        <h2>{t('home.hours')}</h2>
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

const byDay = ({ lines }: BoardTrend, t: ReturnType<typeof useText>): ChartLine[] =>
  lines.map(({ key, metric, data }) => ({
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

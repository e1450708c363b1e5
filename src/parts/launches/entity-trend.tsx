import { useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { metrics } from '#contracts/rules/metrics.ts';
import { type entityTrend, TREND_SPANS, type TrendSubject } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ChartForm, type ChartLine, type ChartMark, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';

type Choice = Pick<TrendSubject, 'by' | 'days'>;

interface Props {
  trend: ActorRefFrom<typeof entityTrend>;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

const HEIGHT = 320;

const markKinds: Record<string, ChartMark['kind']> = { open: 'ok', close: 'muted', budget: 'info', bid: 'info' };

/** Metrics of an object over time, with its events. */
export function EntityTrend({ trend, chosen: { by, days }, onChoose }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { answer, busy, failure, refresh } = useDetail(trend);
  const lines = useMemo(
    () =>
      (answer?.series ?? []).map(({ key, metric, data }): ChartLine => {
        const chosenMetric = metrics.find((one) => one.key === metric);
        return {
          key: `${key} ${metric}`,
          label: t(`metric.${metric}` as MessageId),
          unit: chosenMetric?.unit ?? 'count',
          data,
          form: chosenMetric?.unit === 'money' && metric === 'spend' ? 'bar' : 'line',
        };
      }),
    [answer, t],
  );
  const marks = useMemo(
    () => (answer?.events ?? []).map(({ at, kind, label }): ChartMark => ({ at, kind: markKinds[kind] ?? 'info', text: label })),
    [answer],
  );
  return (
    <TrendChart
      label={t('launches.tab.trend')}
      x={answer?.x}
      step={by}
      lines={lines}
      marks={marks}
      provisionalFrom={answer?.provisional_from}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failure}
      onRetry={refresh}
      height={HEIGHT}
      empty={t('launches.noNumbers')}
      controls={(['hour', 'day'] as const).flatMap((step) =>
        TREND_SPANS[step].map((span) => (
          <button
            key={`${step} ${span}`}
            type="button"
            className="ads-segment"
            aria-pressed={step === by && span === days}
            onClick={() => onChoose({ by: step, days: span })}
          >
            {t(`launches.span.${step}`, { count: span })}
          </button>
        )),
      )}
    />
  );
}

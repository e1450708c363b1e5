import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { actorTypes, actorWords } from '#contracts/vocabulary/launch-events.ts';
import type { closeTrend } from '#machines/advertising-close-log/close-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { type ChartLine, TrendChart } from '#src/ui/chart/trend-chart.tsx';

const HEIGHT = 140;

/** The number of closes by day and by actor. */
export function CloseChart({ trend }: { trend: ActorRefFrom<typeof closeTrend> }) {
  const t = useText();
  const w = useWords();
  const { answer, form, failure } = useSelector(trend, (state) => state.context);
  const busy = useSelector(trend, (state) => state.hasTag('busy'));
  const failed = useSelector(trend, (state) => state.hasTag('failed'));
  const lines = useMemo(
    () =>
      (answer?.trend.lines ?? []).map(({ part, label, data }): ChartLine => {
        const actor = actorTypes.find((type) => type === part);
        return {
          key: part ?? label,
          label: actor ? w(actorWords[actor]) : label,
          unit: 'count',
          data,
          form: 'bar',
          stacked: true,
        };
      }),
    [answer, w],
  );
  return (
    <TrendChart
      label={t('closelog.chart')}
      x={answer?.trend.x}
      step={answer?.trend.step ?? 'day'}
      lines={lines}
      form={form === 'table' ? 'table' : 'chart'}
      onForm={(chosen) => trend.send({ type: 'trend.formChosen', form: chosen })}
      busy={busy}
      failure={failed ? failure : undefined}
      onRetry={() => trend.send({ type: 'trend.refreshRequested' })}
      height={HEIGHT}
      empty={t('closelog.empty')}
    />
  );
}

import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { closeTrend } from '#machines/advertising-close-log/close-log.machine.ts';
import { ACTOR_TYPES } from '#machines/parts/launches/log-filters.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ChartLine, TrendChart } from '#src/ui/chart/trend-chart.tsx';

const HEIGHT = 140;

/** How often something was closed, by day and by who or what did it. */
export function CloseChart({ trend }: { trend: ActorRefFrom<typeof closeTrend> }) {
  const t = useText();
  const { answer, form, failure } = useSelector(trend, (state) => state.context);
  const busy = useSelector(trend, (state) => state.hasTag('busy'));
  const failed = useSelector(trend, (state) => state.hasTag('failed'));
  const lines = useMemo(
    () =>
      (answer?.trend.lines ?? []).map(({ part, label, data }): ChartLine => {
        const actor = ACTOR_TYPES.find((type) => type === part);
        return {
          key: part ?? label,
          label: actor ? t(`launches.actor.${actor}`) : label,
          unit: 'count',
          data,
          form: 'bar',
          stacked: true,
        };
      }),
    [answer, t],
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

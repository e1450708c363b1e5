import { useMemo, useState } from 'react';
import type { TrendAnswer } from '#machines/kernel/report/trend.machine.ts';
import type { TrendStep } from '#machines/kernel/report/trend-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ChartForm, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { Segments } from './segments.tsx';
import { chartLines, chartMarks } from './trend-lines.ts';

interface Props {
  detail: Parameters<typeof useDetail<TrendAnswer>>[0];
  /** Name of the row. */
  name: string;
  step: TrendStep;
  /** The steps that the days allow. */
  steps: readonly TrendStep[];
  onStep: (step: TrendStep) => void;
  onClose: () => void;
}

const HEIGHT = 320;

/** The metrics of a row over time. */
export function RowTrendDrawer({ detail, name, step, steps, onStep, onClose }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { answer, busy, failure, refresh } = useDetail(detail);
  const lines = useMemo(() => (answer ? chartLines(answer, t) : []), [answer, t]);
  const marks = useMemo(() => (answer ? chartMarks(answer) : []), [answer]);
  return (
    <Overlay title={t('reports.trendOf', { name })} shape="drawer" onDismiss={onClose} closeText={t('ui.close')}>
      <TrendChart
        label={t('reports.trendOf', { name })}
        x={answer?.x}
        step={answer?.step ?? step}
        lines={lines}
        marks={marks}
        provisionalFrom={answer?.provisionalFrom}
        form={form}
        onForm={setForm}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        height={HEIGHT}
        controls={
          <Segments
            label={t('chart.step')}
            options={steps.map((key) => ({ key, text: t(`chart.step.${key}`) }))}
            chosen={step}
            onChoose={onStep}
          />
        }
      />
    </Overlay>
  );
}

import { type ReactNode, useMemo, useState } from 'react';
import type { SplitEvents } from '#machines/analyse-pixel/pixel-analysis.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Segments } from '#src/parts/reports/index.ts';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import { type ChartLine, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import type { useDetail } from '#src/ui/page/use-detail.ts';

interface Props {
  label: string;
  loaded: ReturnType<typeof useDetail<SplitEvents>>;
  choice: ReactNode;
}

const OTHER = 'other';

/** Events over time, stacked by the values of a dimension. */
export function EventChart({ label, loaded: { answer, busy, failure, refresh }, choice }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const [step, setStep] = useState<keyof SplitEvents>('day');
  const shown = answer && (answer[step] ?? answer.day);
  const lines = useMemo(
    () =>
      (shown?.lines ?? []).map(
        ({ part, label: name, data }): ChartLine => ({
          key: part ?? name,
          label: part === OTHER ? t('reports.others') : name,
          unit: 'count',
          data,
          form: 'bar',
          stacked: true,
          ...(part === OTHER && { isRemainder: true }),
        }),
      ),
    [shown, t],
  );
  return (
    <TrendChart
      label={label}
      x={shown?.x}
      step={shown?.step ?? 'day'}
      lines={lines}
      provisionalFrom={shown?.provisionalFrom}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failure}
      onRetry={refresh}
      empty={t('pixelAnalysis.nothing')}
      controls={
        <>
          {choice}
          {answer?.hour && (
            <Segments
              label={t('chart.step')}
              options={[
                { key: 'hour', text: t('chart.step.hour'), hint: t('pixelAnalysis.hourHint') },
                { key: 'day', text: t('chart.step.day') },
              ]}
              chosen={step}
              onChoose={setStep}
            />
          )}
        </>
      }
    />
  );
}

import { type ReactNode, useMemo, useState } from 'react';
import type { Fatigue } from '#contracts/endpoints/video.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { ChartForm, ChartLine, ChartMark } from '#src/ui/chart/trend-chart.tsx';
import { TrendChart } from '#src/ui/chart/trend-chart.tsx';
import type { useDetail } from '#src/ui/page/use-detail.ts';

interface Props {
  /** Undefined until the first load. */
  fatigue: Fatigue | undefined;
  label: string;
  choice?: ReactNode;
  loading: Pick<ReturnType<typeof useDetail>, 'busy' | 'failure' | 'refresh'>;
}

/** CTR and CPM of one video since its first day, with a mark where it tires. */
export function FatigueChart({ fatigue, label, choice, loading }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const lines = useMemo(
    (): ChartLine[] => [
      { key: 'ctr_link', label: t('metric.ctr_link'), unit: 'percent', data: fatigue?.ctr_link ?? [], form: 'line' },
      { key: 'cpm', label: t('metric.cpm'), unit: 'money', data: fatigue?.cpm ?? [], form: 'line' },
    ],
    [t, fatigue],
  );
  const tiredAt = fatigue?.tired_at;
  const marks = useMemo((): ChartMark[] => (tiredAt ? [{ at: tiredAt, kind: 'warn', text: t('video.tired') }] : []), [t, tiredAt]);
  return (
    <TrendChart
      label={label}
      x={fatigue?.x}
      step="day"
      lines={lines}
      marks={marks}
      form={form}
      onForm={setForm}
      busy={loading.busy}
      failure={loading.failure}
      onRetry={loading.refresh}
      controls={choice}
      empty={t('video.nothing')}
    />
  );
}

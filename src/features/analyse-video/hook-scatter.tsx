import { type ReactNode, useMemo, useState } from 'react';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import type { VideoFilters, VideoRow } from '#machines/analyse-video/video.machine.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { type Bubble, BubbleChart } from '#src/ui/chart/bubble-chart.tsx';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import type { useReport } from '#src/ui/report/use-report.ts';

interface Props {
  report: ReturnType<typeof useReport<VideoFilters, VideoRow, ReportAnswer<VideoRow>>>;
  choice: ReactNode;
  titleOf: (dimension: string) => string;
  onVideo: (id: number, name: string) => void;
}

/** The rows of the table by hook rate and D0 ROI, sized by spend; videos are coloured by drama. */
export function HookScatter({ report, choice, titleOf, onVideo }: Props) {
  const t = useText();
  const w = useWords();
  const [form, setForm] = useState<ChartForm>('chart');
  const { page, query, busy, failed, failure, refresh } = report;
  const outermost = query.groupBy[0] ?? '';
  const bubbles = useMemo(
    () =>
      page?.rows.flatMap(({ key, dims, m }): Bubble[] => {
        const { hook_rate: x, roi_d0: y, spend } = m;
        if (typeof x !== 'number' || typeof y !== 'number') return [];
        const label = (dims as Readonly<Record<string, { label: string } | undefined>>)[outermost]?.label ?? key;
        const group = dims.material ? (dims.material.drama?.label ?? t('video.noDrama')) : titleOf(outermost);
        return [{ key, label, x, y, size: spend ?? 0, group }];
      }),
    [page, outermost, titleOf, t],
  );
  const openRow = (key: string) => {
    const material = page?.rows.find((row) => row.key === key)?.dims.material;
    if (material) onVideo(Number(material.id), material.label);
  };
  return (
    <BubbleChart
      label={t('video.scatter')}
      bubbles={bubbles}
      xAxis={{ title: t('metric.hook_rate'), unit: 'percent' }}
      yAxis={{ title: t('metric.roi_d0'), unit: 'ratio' }}
      titles={{ name: titleOf(outermost), size: t('metric.spend'), group: w(dimensionWords.drama) }}
      onBubble={outermost === 'material' ? openRow : undefined}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failed ? failure : undefined}
      onRetry={refresh}
      empty={t('video.nothing')}
      controls={choice}
    />
  );
}

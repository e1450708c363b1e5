import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DrillData } from '#machines/advertising-data/drill.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type Bubble, BubbleChart } from '#src/ui/chart/bubble-chart.tsx';
import type { ChartForm } from '#src/ui/chart/trend-chart.tsx';
import { toPlace } from './drill-place.ts';

interface Props {
  report: NonNullable<ReturnType<DrillData['getSnapshot']>['children']['report']>;
  plots: ReactNode;
}

/** The campaigns of the current page by spend and D0 ROI, coloured by drama. */
export function CampaignBubbles({ report, plots }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [form, setForm] = useState<ChartForm>('chart');
  const rows = useSelector(report, (state) => state.context.answer?.page.rows);
  const query = useSelector(report, (state) => state.context.query);
  const busy = useSelector(report, (state) => state.hasTag('busy'));
  const failure = useSelector(report, (state) => (state.hasTag('failed') ? state.context.failure : undefined));
  const bubbles = useMemo(
    () =>
      rows?.flatMap(({ key, dims, m }): Bubble[] => {
        const { campaign } = dims;
        const [spend, roi] = [m.spend ?? null, m.roi_d0 ?? null];
        // A campaign without spend has no ROI and therefore no position.
        if (!campaign || spend === null || spend <= 0 || roi === null) return [];
        return [{ key, label: campaign.label, x: spend, y: roi, size: spend, group: campaign.base?.content?.label ?? t('data.noContent') }];
      }),
    [rows, t],
  );
  const open = (key: string) => {
    const row = rows?.find((one) => one.key === key);
    if (row?.dims.campaign) void navigate(toPlace('group', query, { campaign_id: Number(row.dims.campaign.id) }));
  };
  return (
    <BubbleChart
      label={t('data.bubbles')}
      bubbles={bubbles}
      xAxis={{ title: t('metric.spend'), unit: 'money' }}
      yAxis={{ title: t('metric.roi_d0'), unit: 'ratio' }}
      titles={{ name: t('data.by.campaign'), size: t('metric.spend'), group: t('data.content') }}
      onBubble={open}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failure}
      onRetry={() => report.send({ type: 'report.refreshRequested' })}
      empty={t('data.noSpend')}
      controls={plots}
    />
  );
}

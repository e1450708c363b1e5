import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DrillData } from '#machines/advertising-data/drill.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type Bubble, BubbleChart } from '#src/ui/chart/bubble-chart.tsx';
import type { ChartForm } from '#src/ui/chart/trend-chart.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { toPlace } from './drill-place.ts';

type Parts = ReturnType<DrillData['getSnapshot']>['children'];

interface Props {
  report: NonNullable<Parts['report']>;
  parent: NonNullable<Parts['parent']>;
  plots: ReactNode;
}

/** The campaigns by spend and D0 ROI, coloured by drama: all that match, not only those of the current page. */
export function CampaignBubbles({ report, parent, plots }: Props) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [form, setForm] = useState<ChartForm>('chart');
  const query = useSelector(report, (state) => state.context.query);
  const { answer, busy, failure, refresh } = useDetail(parent);
  const campaigns = answer?.campaigns;
  const bubbles = useMemo(
    () =>
      campaigns?.rows.flatMap(({ id, name, content, spend, roi }): Bubble[] =>
        // A campaign without spend has no ROI and therefore no position.
        spend === null || spend <= 0 || roi === null
          ? []
          : [{ key: String(id), label: name, x: spend, y: roi, size: spend, group: content ?? t('data.noContent') }],
      ),
    [campaigns, t],
  );
  const isCut = campaigns !== undefined && campaigns.total > campaigns.rows.length;
  return (
    <>
      <BubbleChart
        label={t('data.bubbles')}
        bubbles={bubbles}
        xAxis={{ title: t('metric.spend'), unit: 'money' }}
        yAxis={{ title: t('metric.roi_d0'), unit: 'ratio' }}
        titles={{ name: t('data.by.campaign'), size: t('metric.spend'), group: t('data.content') }}
        onBubble={(key) => void navigate(toPlace('group', query, { campaign_id: Number(key) }))}
        form={form}
        onForm={setForm}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={t('data.noSpend')}
        controls={plots}
      />
      {isCut && (
        <p className="ads-quiet">
          {t('data.bubblesCut', { shown: format.number(campaigns.rows.length), total: format.number(campaigns.total) })}
        </p>
      )}
    </>
  );
}

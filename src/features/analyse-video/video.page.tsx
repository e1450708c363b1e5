import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { MIN_SAMPLE_IMPRESSIONS, type VideoDimension, video } from '#contracts/reports/video.ts';
import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import { hitLevelWords, materialColumnWords } from '#contracts/vocabulary/materials.ts';
import { type VideoDetail, type VideoFilters, type VideoRow, videoMetrics, videoQuery } from '#machines/analyse-video/video.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ReportPage, type ReportPlot, RowCurves } from '#src/parts/report-page/index.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';
import { FatiguePlot } from './fatigue-plot.tsx';
import { HookScatter } from './hook-scatter.tsx';
import { hasEnoughPlays, RETENTION_POINTS } from './retention-points.ts';
import { VideoPanel } from './video-panel.tsx';
import './video.css';

const LEADING_METRICS: readonly MetricKey[] = ['ads_shown'];
const PRESETS = ['video', 'launch', 'recovery'] as const;
const EXPORT_KEYS = {
  material_drama: 'material_drama',
  material_duration: 'material_duration',
  material_creator: 'material_creator',
  hit_level: 'hit_level',
} as const;
/** In pixels: two words in the longer language. */
const ACTIONS_WIDTH = 148;

const hitKinds: Record<'none' | 'potential' | 'hit', StatusKind> = { none: 'muted', potential: 'info', hit: 'ok' };

/** Metrics of videos, their retention, and what is known of one. */
export function VideoAnalysisPage({ page }: { page: ReportPageActor<VideoFilters, VideoRow, VideoDetail> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const rowDetail = useSelector(page, (state) => state.children.rowDetail);
  const report = useSelector(page, (state) => state.children.report);
  const isOfVideos = useSelector(report, (state) => state?.context.query.groupBy.includes('material') ?? false);
  const titleOf = useCallback((key: string) => w(dimensionWords[key as VideoDimension]), [w]);
  const doubtOf = useCallback(
    (row: unknown, metric: MetricKey) =>
      metricOf(metric).totals === 'ratio' && ((row as VideoRow).m['impressions'] ?? 0) < MIN_SAMPLE_IMPRESSIONS
        ? t('video.smallSample')
        : undefined,
    [t],
  );
  const open = useCallback(
    (id: number, name: string, as: 'panel' | 'fatigue') => {
      page.send({ type: 'details.opened', id, name });
      if (as === 'fatigue') page.send({ type: 'plot.chosen', plot: 'fatigue' });
      setPanelOpen(as === 'panel');
    },
    [page],
  );
  const renderName = useCallback((row: VideoRow, depth: number) => {
    const { material } = row.dims;
    if (!material || (depth > 1 && row.dims.date)) return undefined;
    return (
      <span className="ads-video-name">
        <Cover url={material.cover_url} alt="" />
        <NameText text={material.label} />
      </span>
    );
  }, []);
  const attributes = useMemo(
    (): Column<VideoRow>[] => [
      {
        key: 'material_drama',
        title: w(dimensionWords.drama),
        width: 140,
        sortable: true,
        render: ({ dims: { material } }) => material && <NameText text={material.drama?.label ?? DASH} />,
      },
      {
        key: 'material_duration',
        title: w(dimensionWords.duration),
        width: 84,
        align: 'right',
        sortable: true,
        render: ({ dims: { material } }) => material && <span className="ads-numbers">{format.runtime(material.duration_ms)}</span>,
      },
      {
        key: 'material_creator',
        title: w(materialColumnWords.creator),
        width: 108,
        sortable: true,
        render: ({ dims: { material } }) => material && <NameText text={material.creator?.label ?? DASH} />,
      },
      {
        key: 'hit_level',
        title: w(materialColumnWords.hit_level),
        width: 116,
        render: ({ dims: { material } }) =>
          material?.hit_level ? <StatusTag kind={hitKinds[material.hit_level]} text={w(hitLevelWords[material.hit_level])} /> : null,
      },
    ],
    [w, format],
  );
  const actions = useMemo(
    (): Column<VideoRow> => ({
      key: 'do',
      title: t('video.do'),
      width: ACTIONS_WIDTH,
      frozen: 'right',
      render: ({ dims: { material } }) => {
        const id = Number(material?.id ?? 0);
        if (!material || id === 0) return null;
        return (
          <RowActions
            subject={material.label}
            inline={2}
            actions={[
              { key: 'panel', text: t('video.details'), onRun: () => open(id, material.label, 'panel') },
              { key: 'fatigue', text: t('video.fatigue'), onRun: () => open(id, material.label, 'fatigue') },
            ]}
          />
        );
      },
    }),
    [t, open],
  );
  const plots = useMemo(
    (): ReportPlot<VideoFilters, VideoRow>[] => [
      {
        key: 'retention',
        text: t('video.retention'),
        draw: (shown, choice) => (
          <RowCurves
            report={shown}
            choice={choice}
            label={t('video.retention')}
            points={RETENTION_POINTS}
            unit="percent"
            titleOf={titleOf}
            hasCurve={hasEnoughPlays}
            empty={t('video.fewPlays')}
          />
        ),
      },
      {
        key: 'scatter',
        text: t('video.scatter'),
        draw: (shown, choice) => (
          <HookScatter report={shown} choice={choice} titleOf={titleOf} onVideo={(id, name) => open(id, name, 'panel')} />
        ),
      },
      {
        key: 'fatigue',
        text: t('video.fatigue'),
        draw: (_, choice) => rowDetail && <FatiguePlot detail={rowDetail} choice={choice} />,
      },
    ],
    [t, titleOf, rowDetail, open],
  );
  return (
    <>
      <ReportPage<VideoFilters, VideoRow, VideoDetail, null>
        page={page}
        declared={video}
        query={videoQuery}
        title={t('video.title')}
        metrics={videoMetrics}
        splitLabel={t('video.divided')}
        plots={plots}
        table={{
          label: t('video.title'),
          rowsName: t('video.title'),
          titleOf,
          presets: PRESETS,
          leading: LEADING_METRICS,
          exportKeys: EXPORT_KEYS,
          ...(isOfVideos && { attributes, actions }),
          renderName,
          doubtOf,
          empty: {
            text: t('video.nothing'),
            action: <Button onClick={() => void navigate({ search: '' })}>{t('video.lastDays')}</Button>,
          },
        }}
      />
      {isPanelOpen && rowDetail && <VideoPanel detail={rowDetail} onClose={() => setPanelOpen(false)} />}
    </>
  );
}

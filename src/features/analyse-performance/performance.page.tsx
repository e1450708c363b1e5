import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type PerformanceDimension, performance } from '#contracts/reports/performance.ts';
import { video } from '#contracts/reports/video.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { type PerformanceFilters, type PerformanceRow, performanceQuery } from '#machines/analyse-performance/performance.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { HitTag } from '#src/parts/materials/index.ts';
import { ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { toReportSearch } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { OutputBars } from './output-bars.tsx';
import './performance.css';

const USUAL: readonly MetricKey[] = [
  'uploaded',
  'used',
  'use_rate',
  'materials_used',
  'hits',
  'hit_rate',
  'spend',
  'revenue',
  'roi',
  'roi_d0',
  'hook_rate',
  'hold_rate',
];
const CARDS: readonly MetricKey[] = ['uploaded', 'used', 'hits', 'spend', 'revenue', 'roi_d0'];
const LEADING_METRICS: readonly MetricKey[] = ['uploaded', 'used', 'hits'];
const EXPORT_KEYS = {
  material_code: 'material_code',
  material_drama: 'material_drama',
  hit_level: 'hit_level',
  first_used_at: 'first_used_at',
  life_days: 'life_days',
  peak_day: 'peak_day',
} as const;

const MONTH_PAGE = '/analyse/performance-month';
const VIDEO_PAGE = '/analyse/video';
const UPLOAD_PAGE = '/material/upload';

/** In pixels: one link in the longer language. */
const ACTIONS_WIDTH = 120;

/** Output and success of editors and their materials. */
export function MaterialPerformancePage({ page }: { page: ReportPageActor<PerformanceFilters, PerformanceRow> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const search = useSelector(page, (state) => state.context.search);
  const navigate = useNavigate();
  const report = useSelector(page, (state) => state.children.report);
  const grouping = useSelector(report, (state) => state?.context.query.groupBy.join() ?? '');
  const isOfMaterials = grouping.split(',').includes('material');
  const titleOf = useCallback((key: string) => w(dimensionWords[key as PerformanceDimension]), [w]);
  const renderName = useCallback((row: PerformanceRow, depth: number) => {
    const { material } = row.dims;
    if (!material || (depth > 1 && row.dims.date)) return undefined;
    return (
      <span className="ads-performance-name">
        <Cover url={material.cover_url} alt="" />
        <NameText text={material.label} />
      </span>
    );
  }, []);
  const attributes = useMemo(
    (): Column<PerformanceRow>[] => [
      { key: 'material_code', title: t('performance.code'), width: 104, render: ({ dims: { material } }) => material?.code ?? null },
      {
        key: 'material_drama',
        title: t('performance.drama'),
        width: 140,
        render: ({ dims: { material } }) => material?.drama && <NameText text={material.drama.label} />,
      },
      {
        key: 'hit_level',
        title: t('performance.hitLevel'),
        width: 88,
        render: ({ dims: { material } }) => material?.hit_level && <HitTag level={material.hit_level} />,
      },
      {
        key: 'first_used_at',
        title: t('performance.firstUsed'),
        width: 160,
        sortable: true,
        render: ({ dims: { material } }) =>
          material && <span className="ads-numbers">{material.first_used_at ? format.instant(material.first_used_at) : DASH}</span>,
      },
      {
        key: 'life_days',
        title: t('performance.lifeDays'),
        width: 96,
        align: 'right',
        sortable: true,
        render: ({ dims: { material } }) => material && <span className="ads-numbers">{format.number(material.life_days)}</span>,
      },
      {
        key: 'peak_day',
        title: t('performance.peakDay'),
        width: 108,
        sortable: true,
        render: ({ dims: { material } }) => material && <span className="ads-numbers">{material.peak_day ?? DASH}</span>,
      },
    ],
    [t, format],
  );
  const actions = useMemo((): Column<PerformanceRow> | undefined => {
    const isOfCreators = grouping.split(',').includes('creator');
    const canOpenMonths = isOfCreators && viewer.canOpen(MONTH_PAGE);
    const canOpenVideos = isOfMaterials && viewer.canOpen(VIDEO_PAGE);
    if (!canOpenMonths && !canOpenVideos) return undefined;
    return {
      key: 'do',
      title: t('performance.do'),
      width: ACTIONS_WIDTH,
      frozen: 'right',
      render: ({ dims: { creator, material } }) => {
        const links = [
          ...(canOpenMonths && creator && creator.id !== 0
            ? [{ key: 'month', text: t('performance.link.month'), path: `${MONTH_PAGE}?creator_id=${creator.id}` }]
            : []),
          ...(canOpenVideos && material?.kind === 'video'
            ? [
                {
                  key: 'videos',
                  text: t('performance.link.videos'),
                  path: `${VIDEO_PAGE}${toReportSearch(video, search, { material_id: Number(material.id) })}`,
                },
              ]
            : []),
        ];
        if (links.length === 0) return null;
        return (
          <RowActions
            subject={(material ?? creator)?.label ?? ''}
            inline={1}
            actions={links.map(({ key, text, path }) => ({ key, text, onRun: () => void navigate(path) }))}
          />
        );
      },
    };
  }, [t, viewer, navigate, search, grouping, isOfMaterials]);
  const plots = useMemo(
    (): ReportPlot<PerformanceFilters, PerformanceRow>[] => [
      {
        key: 'output',
        text: t('performance.output'),
        draw: (shown, choice) => <OutputBars report={shown} choice={choice} titleOf={titleOf} />,
      },
    ],
    [t, titleOf],
  );
  return (
    <ReportPage<PerformanceFilters, PerformanceRow, null, null>
      page={page}
      declared={performance}
      query={performanceQuery}
      title={t('performance.title')}
      cards={CARDS}
      splitLabel={t('performance.divided')}
      plots={plots}
      table={{
        label: t('performance.title'),
        rowsName: t('performance.title'),
        titleOf,
        usual: USUAL,
        leading: LEADING_METRICS,
        exportKeys: EXPORT_KEYS,
        ...(isOfMaterials && { attributes }),
        ...(actions && { actions }),
        renderName,
        empty: {
          text: t('performance.nothing'),
          action: viewer.canOpen(UPLOAD_PAGE) ? (
            <Button onClick={() => void navigate(UPLOAD_PAGE)}>{t('performance.upload')}</Button>
          ) : (
            <Button onClick={() => void navigate({ search: '' })}>{t('performance.lastDays')}</Button>
          ),
        },
      }}
    />
  );
}

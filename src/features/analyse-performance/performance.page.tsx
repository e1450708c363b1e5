import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { performance } from '#contracts/reports/performance.ts';
import { video } from '#contracts/reports/video.ts';
import { type PerformanceFilters, performanceMetrics, performanceQuery } from '#machines/analyse-performance/performance.machine.ts';
import type { PerformanceRow } from '#machines/parts/reports/performance-row.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { performanceColumns, usePerformanceColumns } from '#src/parts/performance/index.ts';
import { ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { toReportSearch } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { OutputBars } from './output-bars.tsx';

const MONTH_PAGE = '/analyse/performance-month';
const VIDEO_PAGE = '/analyse/video';
const UPLOAD_PAGE = '/material/upload';

/** In pixels: one link in the longer language. */
const ACTIONS_WIDTH = 120;

/** Output and success of editors and their materials. */
export function MaterialPerformancePage({ page }: { page: ReportPageActor<PerformanceFilters, PerformanceRow> }) {
  const t = useText();
  const viewer = useViewer();
  const search = useSelector(page, (state) => state.context.search);
  const navigate = useNavigate();
  const report = useSelector(page, (state) => state.children.report);
  const grouping = useSelector(report, (state) => state?.context.query.groupBy.join() ?? '');
  const isOfMaterials = grouping.split(',').includes('material');
  const columns = usePerformanceColumns(isOfMaterials);
  const { titleOf } = columns;
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
      metrics={performanceMetrics}
      splitLabel={t('performance.divided')}
      plots={plots}
      table={{
        label: t('performance.title'),
        rowsName: t('performance.title'),
        ...performanceColumns,
        ...columns,
        ...(actions && { actions }),
        empty: {
          text: t('creatives.nothing'),
          action: viewer.canOpen(UPLOAD_PAGE) ? (
            <Button onClick={() => void navigate(UPLOAD_PAGE)}>{t('creatives.upload')}</Button>
          ) : (
            <Button onClick={() => void navigate({ search: '' })}>{t('performance.lastDays')}</Button>
          ),
        },
      }}
    />
  );
}

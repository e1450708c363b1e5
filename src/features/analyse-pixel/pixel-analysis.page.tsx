import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type PixelDimension, pixelAnalysis } from '#contracts/reports/pixels.ts';
import { pixelCapiWords, pixelColumnWords } from '#contracts/vocabulary/pixels.ts';
import {
  EVENT_PLOTS,
  type PixelAnalysisFilters,
  type PixelAnalysisRow,
  pixelAnalysisMetrics,
  pixelAnalysisQuery,
  type SplitEvents,
} from '#machines/analyse-pixel/pixel-analysis.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { PixelHealthTag, RefTags } from '#src/parts/assets/index.ts';
import { ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { EventChart } from './event-chart.tsx';

const PRESETS = [] as const;
const EXPORT_KEYS = {
  platform_pixel_id: 'platform_id',
  health: 'health',
  capi: 'capi_enabled',
  sites: 'sites',
  last_fired_at: 'last_fired_at',
} as const;
const PLOTS = Object.keys(EVENT_PLOTS) as (keyof typeof EVENT_PLOTS)[];

const EVENTS = '/analyse/pixel-list';
const SETTINGS = '/auth/pixel';
/** In pixels: two words in the longer language. */
const ACTIONS_WIDTH = 156;

/** Whether the postbacks of pixels are complete and clean. */
export function PixelAnalysisPage({ page }: { page: ReportPageActor<PixelAnalysisFilters, PixelAnalysisRow, null, SplitEvents> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const report = useSelector(page, (state) => state.children.report);
  const isOfPixels = useSelector(report, (state) => state?.context.query.groupBy.includes('pixel') ?? false);
  const titleOf = useCallback((key: string) => w(dimensionWords[key as PixelDimension]), [w]);
  const attributes = useMemo(
    (): Column<PixelAnalysisRow>[] => [
      {
        key: 'platform_pixel_id',
        title: w(pixelColumnWords.platform_pixel_id),
        width: 190,
        defaultHidden: true,
        render: ({ dims: { pixel } }) =>
          pixel?.platform_pixel_id ? <CopyText text={pixel.platform_pixel_id} label={w(pixelColumnWords.platform_pixel_id)} /> : null,
      },
      {
        key: 'health',
        title: w(pixelColumnWords.health),
        hint: t('pixelAnalysis.healthHint'),
        width: 148,
        render: ({ dims: { pixel } }) => pixel && (pixel.health ? <PixelHealthTag health={pixel.health} /> : DASH),
      },
      {
        key: 'capi',
        title: w(pixelColumnWords.capi_enabled),
        width: 116,
        render: ({ dims: { pixel } }) => pixel && <PlainTag text={w(pixel.capi_enabled ? pixelCapiWords.yes : pixelCapiWords.no)} />,
      },
      {
        key: 'sites',
        title: w(pixelColumnWords.sites),
        width: 180,
        defaultHidden: true,
        render: ({ dims: { pixel } }) => pixel && <RefTags refs={pixel.sites} />,
      },
      {
        key: 'last_fired_at',
        title: w(pixelColumnWords.last_fired_at),
        width: 160,
        sortable: true,
        render: ({ dims: { pixel } }) => pixel && format.instant(pixel.last_fired_at),
      },
    ],
    [t, w, format],
  );
  const actions = useMemo(
    (): Column<PixelAnalysisRow> => ({
      key: 'do',
      title: t('pixelAnalysis.do'),
      width: ACTIONS_WIDTH,
      frozen: 'right',
      render({ dims: { pixel } }) {
        if (!pixel) return null;
        const openEvents = () => {
          const query = report?.getSnapshot().context.query;
          const days = query?.only ?? (query?.dateFrom && query.dateTo ? { from: query.dateFrom, to: query.dateTo } : undefined);
          const place = new URLSearchParams({ ...(days && { date_from: days.from, date_to: days.to }), pixel_id: String(pixel.id) });
          void navigate(`${EVENTS}?${place}`);
        };
        return (
          <RowActions
            subject={pixel.label}
            inline={2}
            actions={[
              { key: 'events', text: t('pixelAnalysis.events'), onRun: openEvents },
              ...(viewer.canOpen(SETTINGS)
                ? [
                    {
                      key: 'settings',
                      text: t('pixelAnalysis.settings'),
                      onRun: () => void navigate(`${SETTINGS}?keyword=${pixel.platform_pixel_id}`),
                    },
                  ]
                : []),
            ]}
          />
        );
      },
    }),
    [t, viewer, navigate, report],
  );
  const plots = useMemo(
    () =>
      PLOTS.map(
        (key): ReportPlot<PixelAnalysisFilters, PixelAnalysisRow, SplitEvents> => ({
          key,
          text: t(`pixelAnalysis.plot.${key}`),
          draw: (_, choice, loaded) => <EventChart label={t(`pixelAnalysis.chart.${key}`)} loaded={loaded} choice={choice} />,
        }),
      ),
    [t],
  );
  return (
    <ReportPage<PixelAnalysisFilters, PixelAnalysisRow, null, SplitEvents>
      page={page}
      declared={pixelAnalysis}
      query={pixelAnalysisQuery}
      title={t('pixelAnalysis.title')}
      metrics={pixelAnalysisMetrics}
      splitLabel={t('pixelAnalysis.divided')}
      plots={plots}
      table={{
        label: t('pixelAnalysis.title'),
        rowsName: t('pixelAnalysis.title'),
        titleOf,
        usualSort: 'ev_received',
        presets: PRESETS,
        exportKeys: EXPORT_KEYS,
        ...(isOfPixels && { attributes, actions }),
        empty: {
          text: t('pixelAnalysis.nothing'),
          action: <Button onClick={() => void navigate({ search: '' })}>{t('pixelAnalysis.lastDays')}</Button>,
        },
      }}
    />
  );
}

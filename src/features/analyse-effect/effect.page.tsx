import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Cohort } from '#contracts/endpoints/effect.ts';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type EffectDimension, effect } from '#contracts/reports/effect.ts';
import { landing } from '#contracts/reports/landing.ts';
import { orders } from '#contracts/reports/orders.ts';
import { video } from '#contracts/reports/video.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import { type EffectFilters, type EffectRow, effectMetrics, effectQuery } from '#machines/analyse-effect/effect.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { PaybackCurves, ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { toReportSearch } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';
import { CohortTable } from './cohort-table.tsx';
import './effect.css';

const LEADING_METRICS: readonly MetricKey[] = ['ads_spending'];
const PRESETS = ['launch', 'recovery'] as const;
const EXPORT_KEYS = { stage_of_drama: 'stage_of_drama', online_days: 'online_days' } as const;

/** Pages that explain a drama further, where the user may open them. Reports keep the days and filters. */
const LINKS = {
  materials: { path: '/analyse/video', report: video },
  landings: { path: '/analyse/landing', report: landing },
  rounds: { path: '/analyse/evaluate', report: undefined },
  orders: { path: '/analyse/material', report: orders },
} as const;

const stageKinds: Record<'new' | 'testing' | 'scaling' | 'declining' | 'stopped', StatusKind> = {
  new: 'info',
  testing: 'info',
  scaling: 'ok',
  declining: 'warn',
  stopped: 'muted',
};

const targetOf = (row: unknown) => (row as EffectRow).dims?.drama?.target_roi ?? undefined;

/** Metrics of dramas, their payback, and the cohorts of one. */
export function DramaPerformancePage({ page }: { page: ReportPageActor<EffectFilters, EffectRow, Cohort> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const search = useSelector(page, (state) => state.context.search);
  const rowDetail = useSelector(page, (state) => state.children.rowDetail);
  const report = useSelector(page, (state) => state.children.report);
  const isOfDramas = useSelector(report, (state) => state?.context.query.groupBy.includes('drama') ?? false);
  const titleOf = useCallback((key: string) => w(dimensionWords[key as EffectDimension]), [w]);
  const renderName = useCallback((row: EffectRow, depth: number) => {
    const { drama } = row.dims;
    if (!drama || (depth > 1 && row.dims.date)) return undefined;
    return (
      <span className="ads-effect-name">
        <Cover url={drama.cover_url} alt="" />
        <NameText text={drama.label} />
      </span>
    );
  }, []);
  const attributes = useMemo(
    (): Column<EffectRow>[] => [
      {
        key: 'stage_of_drama',
        title: w(dimensionWords.stage),
        width: 116,
        render: ({ dims: { drama } }) =>
          drama?.stage ? <StatusTag kind={stageKinds[drama.stage]} text={w(dramaStageWords[drama.stage])} /> : null,
      },
      {
        key: 'online_days',
        title: t('effect.onlineDays'),
        width: 96,
        align: 'right',
        sortable: true,
        render: ({ dims: { drama } }) =>
          drama && <span className="ads-numbers">{drama.online_days === null ? DASH : format.number(drama.online_days)}</span>,
      },
    ],
    [t, w, format],
  );
  const canOpenLinks = Object.values(LINKS).some(({ path }) => viewer.canOpen(path));
  const actions = useMemo(
    (): Column<EffectRow> => ({
      key: 'do',
      title: t('effect.do'),
      width: actionsWidth(t('effect.cohort'), canOpenLinks ? t('ui.more') : w(dimensionWords.country)),
      frozen: 'right',
      render: ({ dims: { drama } }) => {
        const id = Number(drama?.id ?? 0);
        if (!drama || id === 0) return null;
        const showCohort = () => {
          page.send({ type: 'details.opened', id, name: drama.label });
          page.send({ type: 'plot.chosen', plot: 'cohort' });
        };
        const showCountries = () => {
          const query = report?.getSnapshot().context.query;
          if (query)
            void navigate({
              search: effectQuery.write({
                ...query,
                groupBy: ['country'],
                filters: { ...query.filters, drama_id: [id] },
                sort: undefined,
                page: 1,
              }),
            });
        };
        const links = Object.entries(LINKS).filter(([, { path }]) => viewer.canOpen(path));
        return (
          <RowActions
            subject={drama.label}
            inline={1}
            actions={[
              { key: 'cohort', text: t('effect.cohort'), onRun: showCohort },
              { key: 'countries', text: w(dimensionWords.country), onRun: showCountries },
              ...links.map(([key, { path, report: target }]) => ({
                key,
                text: t(`effect.link.${key as keyof typeof LINKS}`),
                onRun: () => void navigate(`${path}${target ? toReportSearch(target, search, { drama_id: id }) : `?drama_id=${id}`}`),
              })),
            ]}
          />
        );
      },
    }),
    [t, w, viewer, canOpenLinks, navigate, page, report, search],
  );
  const plots = useMemo(
    (): ReportPlot<EffectFilters, EffectRow>[] => [
      {
        key: 'payback',
        text: t('reports.payback'),
        draw: (shown, choice) => <PaybackCurves report={shown} choice={choice} titleOf={titleOf} empty={t('effect.nothing')} />,
      },
      { key: 'cohort', text: t('effect.cohort'), draw: (_, choice) => rowDetail && <CohortTable detail={rowDetail} choice={choice} /> },
    ],
    [t, titleOf, rowDetail],
  );
  return (
    <ReportPage<EffectFilters, EffectRow, Cohort, null>
      page={page}
      declared={effect}
      query={effectQuery}
      title={t('effect.title')}
      metrics={effectMetrics}
      splitLabel={t('effect.divided')}
      plots={plots}
      remark={({ page: answer, query }) => {
        const { spend, revenue } = answer?.totals.m ?? {};
        if (spend !== 0 || !revenue) return null;
        const [from, to] = [query.dateFrom, query.dateTo];
        return <Remark kind="info" title={t('effect.onlyOlder', { days: from && to ? `${from} ~ ${to}` : t('ui.preset.last7') })} />;
      }}
      table={{
        label: t('effect.title'),
        rowsName: t('effect.title'),
        titleOf,
        presets: PRESETS,
        leading: LEADING_METRICS,
        exportKeys: EXPORT_KEYS,
        ...(isOfDramas && { attributes, actions }),
        renderName,
        targetOf,
        empty: {
          text: t('effect.nothing'),
          action: <Button onClick={() => void navigate({ search: '' })}>{t('effect.lastDays')}</Button>,
        },
      }}
    />
  );
}

import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { adFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { DrillData } from '#machines/advertising-data/drill.machine.ts';
import type { DrillRow } from '#machines/advertising-data/drill-parts.machine.ts';
import {
  CHART_METRICS,
  type DrillFilters,
  type DrillPage,
  drillViewQueries,
  isRestated,
  parentsOf,
  showsAds,
} from '#machines/advertising-data/drill-query.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { Days } from '#machines/kernel/report/report-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AdFilterLine, LaunchLayers, useLaunchParts } from '#src/parts/launches/index.ts';
import { ReportRange, ReportTrend, ReportWarnings, useNarrowedDaysChip } from '#src/parts/reports/index.ts';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { useReport } from '#src/ui/report/use-report.ts';
import { DrillCrumbs, DrillJumps, NoParent } from './drill-head.tsx';
import { pageWords } from './drill-words.ts';
import { RowTrend } from './row-trend.tsx';
import './drill.css';

type Parts = ReturnType<DrillData['getSnapshot']>['children'];
type Names = 'report' | 'trend' | 'parent' | 'rowTrend' | 'launchActions' | 'pickers' | 'export' | 'tableView' | 'adTableView';
export type DrillParts = { [Name in Names]: NonNullable<Parts[Name]> };
export type DrillLaunchActions = NonNullable<ReturnType<typeof useLaunchParts>>;

/** What the body of a page receives: its child actors, the launch commands, and the connected report. */
export interface DrillBodyProps {
  kind: DrillPage;
  parts: DrillParts;
  launchActions: DrillLaunchActions;
  report: ReturnType<typeof useReport<DrillFilters, DrillRow, ReportAnswer<DrillRow>>>;
}

interface FrameProps {
  kind: DrillPage;
  page: DrillData;
  /** An alternative to the chart, with a switch between the two. */
  plots?: { switch: ReactNode; other: ReactNode | undefined };
  /** Label of the dimension that splits the chart. */
  splitLabel: string;
  Body: (props: DrillBodyProps) => ReactNode;
}

/** The parents of the rows are not filters of their page. */
const HIDDEN_FILTERS: Record<DrillPage, readonly ('user_id' | 'ad_account_id')[]> = {
  user: [],
  account: [],
  campaign: ['ad_account_id'],
  group: ['ad_account_id', 'user_id'],
};

/** A drill-down page: its position, days and filters, the chart, and the table of its level. */
export function DrillFrame(props: FrameProps) {
  const { kind, page } = props;
  const t = useText();
  const isNowhere = useSelector(page, (state) => state.matches('unplaced'));
  const {
    report,
    trend,
    parent,
    rowTrend,
    launchActions,
    pickers,
    export: file,
    tableView,
    adTableView,
  } = useSelector(page, (state) => state.children);
  if (isNowhere) {
    return (
      <Page title={t(pageWords[kind])}>
        <NoParent />
      </Page>
    );
  }
  if (!report || !trend || !parent || !rowTrend || !launchActions || !pickers || !file || !tableView || !adTableView) return null;
  return (
    <LoadedFrame {...props} parts={{ report, trend, parent, rowTrend, launchActions, pickers, export: file, tableView, adTableView }} />
  );
}

function LoadedFrame({ kind, page, parts, plots, splitLabel, Body }: FrameProps & { parts: DrillParts }) {
  const t = useText();
  const report = useReport<DrillFilters, DrillRow, ReportAnswer<DrillRow>>(parts.report);
  const launchActions = useLaunchParts(parts.launchActions);
  const views = useSelector(page, (state) => state.children.views);
  const parent = useSelector(parts.parent, (state) => state.context.answer);
  const isParentKnown = useSelector(parts.parent, (state) => !state.hasTag('busy') && !state.hasTag('failed'));
  const { query } = report;
  const { filters } = query;
  const shownTableView = showsAds(query.groupBy) ? parts.adTableView : parts.tableView;
  const table = useSelector(shownTableView, (state) => state.context.view);
  const onOnly = (only: Days | undefined) => parts.report.send({ type: 'report.onlyChosen', only });
  const chips = useNarrowedDaysChip(query.only, onOnly);
  if (!launchActions) return null;

  const change = (changes: Partial<DrillFilters>) =>
    parts.report.send({ type: 'report.filtersChosen', filters: { ...filters, ...changes } });
  const reset = () => {
    if (query.only) onOnly(undefined);
    parts.report.send({ type: 'report.filtersChosen', filters: parentsOf(kind, filters) });
  };
  const hasPerson = kind !== 'user' && (filters.user_id?.length === 1 || filters.unowned === true);
  const hidden = hasPerson ? [...HIDDEN_FILTERS[kind], 'user_id' as const] : HIDDEN_FILTERS[kind];
  const title = t(kind === 'group' && query.groupBy.includes('ad') ? 'data.by.ad' : pageWords[kind]);
  const headProps = { page: kind, query, names: parent?.names };
  if (parent?.missing) {
    return (
      <Page title={title}>
        <NoParent />
      </Page>
    );
  }
  const isStable = !report.busy && !report.failed && isParentKnown;
  const disagrees =
    isStable && parent?.figures !== undefined && report.page !== undefined && isRestated(parent.figures, report.page.totals.m);
  const { only: _, ...rest } = query;
  return (
    <Page
      title={title}
      note={
        <>
          {kind !== 'user' && <DrillCrumbs {...headProps} />}
          {views && <SavedViews views={views} search={drillViewQueries[kind].write({ ...query, page: 1 })} table={table} />}
        </>
      }
      actions={<DrillJumps {...headProps} />}
      filters={
        <AdFilterLine
          vocabulary={adFilters}
          filters={filters}
          pickers={parts.pickers}
          onChange={change}
          onReset={reset}
          without={hidden}
          first={<ReportRange query={rest} report={parts.report} />}
          chips={chips}
        />
      }
    >
      {disagrees && (
        <div className="ads-drill-remark" role="status">
          {t('data.mismatch')}
          <button type="button" className="ads-link-button" onClick={() => page.send({ type: 'drill.refreshRequested' })}>
            {t('data.refresh')}
          </button>
        </div>
      )}
      <ReportWarnings warnings={report.page?.warnings} />
      {parent?.isHosted && <Remark kind="info" title={t('data.hosted')} />}
      {parent?.publishing !== undefined && (
        <div className="ads-drill-remark" role="status">
          {t('data.publishing')}
          <button
            type="button"
            className="ads-link-button"
            onClick={() => parts.launchActions.send({ type: 'batch.followed', batchId: parent.publishing ?? 0 })}
          >
            {t('data.showProgress')}
          </button>
        </div>
      )}
      {plots?.other ? (
        <>{plots.other}</>
      ) : (
        <ReportTrend
          trend={parts.trend}
          label={t('data.chart', { page: title })}
          metrics={CHART_METRICS}
          splitLabel={splitLabel}
          only={query.only}
          onOnly={onOnly}
          plots={plots?.switch}
          empty={t('data.noSpend')}
        />
      )}
      <Body kind={kind} parts={parts} launchActions={launchActions} report={report} />
      <RowTrend detail={parts.rowTrend} />
      <LaunchLayers parts={launchActions} />
    </Page>
  );
}

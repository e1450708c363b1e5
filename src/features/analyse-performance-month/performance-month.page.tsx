import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type MonthMetric, monthFilters, monthMetrics, performance } from '#contracts/reports/performance.ts';
import { metricOf } from '#contracts/rules/metrics.ts';
import { getMonthDays, getShownMonth, type MonthsFilters, monthsQuery } from '#machines/analyse-performance-month/month-queries.ts';
import type { PerformanceMonthPage, YearOfMonths } from '#machines/analyse-performance-month/performance-month.machine.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { performanceColumns, usePerformanceColumns } from '#src/parts/performance/index.ts';
import { FiguresTable, ReportWarnings, Segments } from '#src/parts/reports/index.ts';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import { type ChartLine, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { ChoiceFilter } from '#src/ui/list/filter-line.tsx';
import { ListPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { ControlledFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';
import { useReport } from '#src/ui/report/use-report.ts';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { MonthsTable } from './months-table.tsx';

type MonthParts = PartsOf<PerformanceMonthPage>;

/** Years that can be chosen, the current one included. */
const OFFERED_YEARS = 6;

const getYear = (today: string): number => Number(today.slice(0, 4));

/** Editors by month for reviews and bonuses, and everything about the chosen month below. */
export function PerformanceMonthView({ page }: { page: PerformanceMonthPage }) {
  const t = useText();
  return (
    <ListPage page={page} query={monthsQuery} title={t('performanceMonth.title')} filters={(parts) => <MonthFilterLine {...parts} />}>
      {(parts) => <Months {...parts} />}
    </ListPage>
  );
}

const isFilter = (name: string): name is keyof typeof monthFilters => Object.hasOwn(monthFilters, name);

const withoutFilters = ({ year, metric }: MonthsFilters): MonthsFilters => ({ year, metric });

function MonthFilterLine({ list, creators, units }: MonthParts) {
  const t = useText();
  const w = useWords();
  const filters = useSelector(list, (state) => state.context.query.filters);
  // People who left cannot be picked, but their creatives name them.
  const creatorName = useSelector(list, (state) => state.context.answer?.rows[0]?.dims.material?.creator?.label);
  const today = getYear(useBusinessToday());
  const years = Array.from({ length: OFFERED_YEARS }, (_, at) => today - at);
  const offered = filters.year === undefined || years.includes(filters.year) ? years : [filters.year, ...years].toSorted((a, b) => b - a);
  const change = (changes: MonthsFilters) => list.send({ type: 'list.filtersChanged', changes });
  return (
    <ControlledFilterLine
      vocabulary={monthFilters}
      filters={filters}
      pickers={{ department_id: { tree: units }, creator_id: creators }}
      own={{
        creator_id: {
          control: (
            <PickerFilter
              label={w(monthFilters.creator_id.label)}
              value={filters.creator_id}
              picker={creators}
              onChange={(creator_id) => change({ creator_id })}
            />
          ),
          ...(filters.creator_id !== undefined && creatorName !== undefined && { text: creatorName }),
        },
      }}
      first={
        <ChoiceFilter
          label={t('performanceMonth.year')}
          value={filters.year ?? today}
          options={offered.map((year) => ({ value: year, label: String(year) }))}
          onChange={(year) => change({ year: year === today ? undefined : year })}
          width={132}
        />
      }
      onChange={change}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: withoutFilters(filters) })}
    />
  );
}

function Months({ list, table, tableExport, tableView, ...tools }: MonthParts) {
  const t = useText();
  const w = useWords();
  const { query, answer, busy, failed, failure, refresh, table: rows } = useList(list);
  const report = useReport(table);
  const { filters } = query;
  const { metric = monthMetrics[0] } = filters;
  const today = useBusinessToday();
  const shownMonth = getShownMonth(report.query.filters, today);
  const isOfMaterials = filters.creator_id !== undefined;
  const columns = usePerformanceColumns(isOfMaterials);
  const nameTitle = w(dimensionWords[isOfMaterials ? 'material' : 'creator']);
  const change = useCallback((changes: MonthsFilters) => list.send({ type: 'list.filtersChanged', changes }), [list]);
  const onCreator = useCallback((creator_id: number) => change({ creator_id }), [change]);
  // Without a choice, the table shows the current month, or the last one of another year.
  const onMonth = (month: string | undefined) =>
    table.send({
      type: 'report.filtersChosen',
      filters: { ...report.query.filters, month: month === undefined ? undefined : Number(month.slice(5)) },
    });
  const isFiltered = Object.entries(filters).some(([name, value]) => isFilter(name) && value !== undefined);
  const year = answer?.totals;
  const exported = [
    ...(isOfMaterials ? ['material', 'material_code'] : ['creator', 'department']).map((key) => ({ key, title: nameTitle })),
    ...(year?.months ?? []).map((month) => ({ key: month.slice(5), title: month })),
    { key: 'total', title: t('performanceMonth.total') },
  ];
  const listed = answer?.rows.length ?? 0;
  const isPartial = answer !== undefined && listed < answer.total;
  return (
    <>
      <ReportWarnings warnings={report.page?.warnings} />
      <MonthsChart
        year={listed > 0 ? year : undefined}
        months={year?.months}
        empty={t('creatives.nothing')}
        metric={metric}
        shownMonth={shownMonth}
        busy={busy}
        failure={failed ? failure : undefined}
        onRetry={refresh}
        onMonth={onMonth}
      />
      <Toolbar
        end={
          <>
            <ExportCommand exporting={tools.export} what={t('performanceMonth.title')} query={query} columns={exported} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        <Segments
          label={t('performanceMonth.metric')}
          options={monthMetrics.map((key) => ({ key, text: t(`metric.${key}`), hint: t(`metric.${key}.hint`) }))}
          chosen={metric}
          onChoose={(chosen) => change({ metric: chosen })}
        />
        {answer?.fresh && <DataAsOf fresh={answer.fresh} />}
        {isPartial && <span className="ads-quiet">{t('performanceMonth.partial', { count: listed, total: answer.total })}</span>}
      </Toolbar>
      <MonthsTable
        metric={metric}
        year={year}
        shownYear={filters.year ?? getYear(today)}
        table={rows}
        nameTitle={nameTitle}
        onMonth={onMonth}
        onCreator={onCreator}
        onYear={(chosen) => change({ year: chosen })}
        onResetFilters={isFiltered ? () => list.send({ type: 'list.filtersChosen', filters: withoutFilters(filters) }) : undefined}
      />
      {year !== undefined && listed > 0 && (
        <FiguresTable
          report={report}
          actor={table}
          exporting={tableExport}
          tableView={tableView}
          label={t('performanceMonth.monthTable', { month: shownMonth })}
          rowsName={t('performanceMonth.monthTable', { month: shownMonth })}
          metrics={performance.metrics}
          {...performanceColumns}
          {...columns}
          controls={
            <ChoiceFilter
              label={t('performanceMonth.month')}
              value={shownMonth}
              options={year.months.map((month) => ({ value: month, label: month }))}
              onChange={(month) => onMonth(month)}
              width={168}
            />
          }
          empty={{ text: t('creatives.nothing') }}
          onResetFilters={undefined}
        />
      )}
    </>
  );
}

interface MonthsChartProps extends Pick<Parameters<typeof TrendChart>[0], 'busy' | 'failure' | 'onRetry' | 'empty'> {
  /** Undefined where nothing is to be drawn. */
  year: YearOfMonths | undefined;
  months: readonly string[] | undefined;
  metric: MonthMetric;
  shownMonth: string;
  onMonth: (month: string) => void;
}

/** The totals of each month as bars, with the D0 ROI as a line. */
function MonthsChart({ year, months, metric, shownMonth, onMonth, ...state }: MonthsChartProps) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const lines = useMemo((): ChartLine[] => {
    if (year === undefined) return [];
    const bars: ChartLine = { key: metric, label: t(`metric.${metric}`), unit: metricOf(metric).unit, data: year.totals.v, form: 'bar' };
    const { unit } = metricOf('roi_d0');
    return metric === 'roi_d0'
      ? [bars]
      : [bars, { key: 'roi_d0', label: t('metric.roi_d0'), unit, data: year.totals.roi_d0, form: 'line' }];
  }, [year, metric, t]);
  return (
    <TrendChart
      {...state}
      label={t('performanceMonth.chart')}
      x={months}
      step="month"
      lines={lines}
      provisionalFrom={year?.provisionalFrom}
      chosen={getMonthDays(shownMonth)}
      onPoint={onMonth}
      form={form}
      onForm={setForm}
    />
  );
}

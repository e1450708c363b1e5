import { Button } from '@arco-design/web-react';
import { useMemo } from 'react';
import type { MonthMetric } from '#contracts/reports/performance.ts';
import { metricOf } from '#contracts/rules/metrics.ts';
import type { MonthRow, YearOfMonths } from '#machines/analyse-performance-month/performance-month.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { CreativeName } from '#src/parts/performance/index.ts';
import type { useList } from '#src/ui/list/use-list.ts';
import { metricText } from '#src/ui/report/report-metrics.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import './months.css';

/** In pixels: an amount needs more room than a count or a ratio. */
const MONEY_WIDTH = 108;
const NUMBER_WIDTH = 76;

const isFuture = (month: string, year: YearOfMonths | undefined): boolean => year !== undefined && month > year.current;

interface Props {
  metric: MonthMetric;
  year: YearOfMonths | undefined;
  shownYear: number;
  table: ReturnType<typeof useList<object, { rows: MonthRow[]; total: number }>>['table'];
  /** The column of the first names: editors or creatives. */
  nameTitle: string;
  onMonth: (month: string) => void;
  onCreator: (id: number) => void;
  onYear: (year: number) => void;
  onResetFilters: (() => void) | undefined;
}

/** One metric of editors or creatives in each month of a year. */
export function MonthsTable({ metric, year, shownYear, table, nameTitle, onMonth, onCreator, onYear, onResetFilters }: Props) {
  const t = useText();
  const format = useFormat();
  const { unit } = metricOf(metric);
  const width = unit === 'money' ? MONEY_WIDTH : NUMBER_WIDTH;
  const toText = useMemo(() => (value: number | null) => metricText(value, { unit }, { format, currency: 'USD' }), [unit, format]);
  const columns = useMemo(
    (): Column<MonthRow>[] => [
      { key: 'name', title: nameTitle, width: 168, frozen: true, render: (row) => <MonthRowName row={row} onCreator={onCreator} /> },
      ...(year?.months ?? []).map((month, at): Column<MonthRow> => {
        const settledAt = year?.settled[month];
        return {
          key: month,
          title: month === year?.current ? `${month} ${t('performanceMonth.notEnded')}` : month,
          ...(settledAt !== undefined && { hint: t('performanceMonth.settledAt', { time: format.instant(settledAt) }) }),
          width,
          align: 'right',
          render: ({ v, live }) => <MonthValue value={isFuture(month, year) ? null : (v[at] ?? null)} live={live[month]} toText={toText} />,
        };
      }),
      {
        key: 'total',
        title: t('performanceMonth.total'),
        width,
        align: 'right',
        render: ({ total }) => <strong className="ads-numbers">{toText(total)}</strong>,
      },
    ],
    [t, format, year, nameTitle, toText, onCreator, width],
  );
  const totalOf = (column: string) => {
    if (column === 'name') return t('ui.totals');
    if (year === undefined) return null;
    if (column === 'total') return toText(year.totals.total);
    const value = isFuture(column, year) ? null : (year.totals.v[year.months.indexOf(column)] ?? null);
    return (
      <button type="button" className="ads-link-button ads-months-total" onClick={() => onMonth(column)}>
        <MonthValue value={value} live={year.totals.live[column]} toText={toText} />
      </button>
    );
  };
  return (
    <DataTable<MonthRow>
      {...table}
      label={t('performanceMonth.title')}
      columns={columns}
      columnInSight={year?.current}
      rowKey={({ key }) => Number(key)}
      rowName={({ dims: { creator, material } }) => (material ?? creator)?.label ?? ''}
      totals={totalOf}
      onResetFilters={onResetFilters}
      empty={{
        text: t('performanceMonth.noUploads', { year: String(shownYear) }),
        action: <Button onClick={() => onYear(shownYear - 1)}>{t('performanceMonth.previousYear')}</Button>,
      }}
    />
  );
}

function MonthRowName({ row: { dims }, onCreator }: { row: MonthRow; onCreator: (id: number) => void }) {
  const t = useText();
  const { creator, material } = dims;
  if (material) return <CreativeName material={material} />;
  if (!creator) return null;
  const id = Number(creator.id);
  return (
    <span className="ads-buttons">
      <NameText text={creator.label} note={creator.department?.label} {...(id > 0 && { onOpen: () => onCreator(id) })} />
      {creator.deleted && <PlainTag text={t('performanceMonth.deleted')} />}
    </span>
  );
}

interface MonthValueProps {
  value: number | null;
  /** The value as of now, where the shown one was settled. */
  live: number | null | undefined;
  toText: (value: number | null) => string;
}

function MonthValue({ value, live, toText }: MonthValueProps) {
  const t = useText();
  if (live === undefined) return <span className="ads-numbers">{toText(value)}</span>;
  return (
    <span className="ads-numbers" title={t('performanceMonth.live', { value: toText(live) })}>
      {toText(value)}
      <small className={live === value ? 'ads-months-settled' : 'ads-months-settled ads-months-restated'}>
        {t('performanceMonth.settled')}
      </small>
    </span>
  );
}

import type { Days, ReportQuery } from '#machines/kernel/report/report-query.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { DateRangeFilter } from '#src/ui/date/date-range-filter.tsx';
import type { ActiveFilter } from '#src/ui/list/filter-line.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { toEffectiveDays } from './report-days.ts';
import './reports.css';

type RangeQuery = Pick<ReportQuery<unknown>, 'dateFrom' | 'dateTo' | 'accountToday' | 'compare'>;

interface Props {
  query: RangeQuery;
  report: {
    send(
      event:
        | { type: 'report.rangeChosen'; dateFrom: string; dateTo: string }
        | { type: 'report.accountTodayChosen' }
        | { type: 'report.compareChosen'; compare: boolean },
    ): void;
  };
}

/** The days of a report. */
export function ReportRange({ query, report }: Props) {
  const t = useText();
  const today = useBusinessToday();
  return (
    <DateRangeFilter
      label={t('reports.days')}
      value={toEffectiveDays(query, today)}
      today={today}
      onChange={({ from, to }) => report.send({ type: 'report.rangeChosen', dateFrom: from, dateTo: to })}
      accountToday={{ chosen: query.accountToday === true, onChoose: () => report.send({ type: 'report.accountTodayChosen' }) }}
    />
  );
}

/** Whether to compare with the period before. */
export function ReportCompare({ query, report }: Props) {
  const t = useText();
  return (
    <label className="ads-report-choice" title={t('reports.compareHint')}>
      <CheckBox checked={query.compare} onChange={(compare) => report.send({ type: 'report.compareChosen', compare })} />
      {t('reports.compare')}
    </label>
  );
}

/** A chip for the days that the table is narrowed to; removing it widens the table again. */
export function useNarrowedDaysChip(only: Days | undefined, onOnly: (only: undefined) => void): ActiveFilter[] {
  const t = useText();
  if (!only) return [];
  const text = only.from === only.to ? only.from : `${only.from} ~ ${only.to}`;
  return [{ key: 'only', text: t('reports.only', { days: text }), onRemove: () => onOnly(undefined) }];
}

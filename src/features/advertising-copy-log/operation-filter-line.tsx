import { operationColumnWords } from '#contracts/vocabulary/operations.ts';
import type { OperationFilters } from '#machines/advertising-copy-log/operation-log.machine.ts';
import { dateIn } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { type ActiveFilter, ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { toPeriod } from './log-period.ts';

interface Props {
  filters: OperationFilters;
  onFilters: (filters: OperationFilters) => void;
}

export function OperationFilterLine({ filters, onFilters }: Props) {
  const t = useText();
  const w = useWords();
  const timezone = useTimezone();
  const rangeText = useRangeText();
  const period = toPeriod(filters, dateIn(new Date(), timezone));
  const without = (...keys: (keyof OperationFilters)[]) => {
    const remaining = { ...filters };
    for (const key of keys) delete remaining[key];
    return remaining;
  };
  // Filtering clears the single entry that a link named.
  const change = (changes: OperationFilters) => onFilters({ ...without('id'), ...changes });

  const chip = (key: keyof OperationFilters, text: string): ActiveFilter => ({ key, text, onRemove: () => onFilters(without(key)) });
  const chips: ActiveFilter[] = [
    ...(filters.id === undefined ? [] : [chip('id', `${t('oplog.id')}: ${filters.id}`)]),
    ...(filters.date_from === undefined && filters.date_to === undefined
      ? []
      : [
          { key: 'period', text: `${t('oplog.period')}: ${rangeText(period)}`, onRemove: () => onFilters(without('date_from', 'date_to')) },
        ]),
    ...(['account', 'action', 'target'] as const).flatMap((key) =>
      filters[key] === undefined ? [] : [chip(key, `${t(`oplog.${key}`)}: ${filters[key]}`)],
    ),
    ...(filters.result === undefined ? [] : [chip('result', `${w(operationColumnWords.result)}: ${t(`oplog.${filters.result}`)}`)]),
  ];

  return (
    <FilterLine activeFilters={chips} onReset={() => onFilters({})}>
      {filters.id === undefined && (
        <DateRangeFilter label={t('oplog.period')} value={period} onChange={({ from, to }) => change({ date_from: from, date_to: to })} />
      )}
      <KeywordFilter
        label={w(operationColumnWords.account)}
        max={32}
        width={160}
        value={filters.account}
        onCommit={(account) => change({ account })}
      />
      <KeywordFilter
        label={w(operationColumnWords.action)}
        max={60}
        width={160}
        shortcut={false}
        value={filters.action}
        onCommit={(action) => change({ action })}
      />
      <KeywordFilter
        label={w(operationColumnWords.target)}
        width={160}
        shortcut={false}
        value={filters.target}
        onCommit={(target) => change({ target })}
      />
      <ChoiceFilter
        label={w(operationColumnWords.result)}
        value={filters.result}
        options={(['ok', 'fail'] as const).map((result) => ({ value: result, label: t(`oplog.${result}`) }))}
        onChange={(result) => change({ result })}
      />
    </FilterLine>
  );
}

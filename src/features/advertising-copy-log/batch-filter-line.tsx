import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { BatchFilters, orderedByChoice } from '#machines/advertising-copy-log/batch-log.machine.ts';
import { batchTypes } from '#machines/kernel/batch/batch-standing.ts';
import { dateIn } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { batchTypeText } from '#src/ui/batch/batch-words.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { type ActiveFilter, ChoiceFilter, FilterLine, KeywordFilter, SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { periodOf } from './log-period.ts';

const STATUSES = ['pending', 'running', 'succeeded', 'partial', 'failed', 'canceled'] as const;

interface Props {
  filters: BatchFilters;
  people: ActorRefFrom<typeof orderedByChoice>;
  onFilters: (filters: BatchFilters) => void;
}

export function BatchFilterLine({ filters, people, onFilters }: Props) {
  const t = useText();
  const timezone = useTimezone();
  const rangeText = useRangeText();
  const { options, control, onSearch } = useOptions(people);
  const period = periodOf(filters, dateIn(new Date(), timezone));

  // A filter that came with the address is named before anybody opens its list.
  const wantsPeople = filters.user_id !== undefined;
  useEffect(() => {
    if (wantsPeople) people.send({ type: 'options.wanted' });
  }, [wantsPeople, people]);

  const change = (changes: BatchFilters) => onFilters({ ...filters, ...changes });
  const persons = options.map(({ id, account, name, department_name }) => ({
    value: id,
    label: name || account,
    note: [account, department_name].filter(Boolean).join(' · '),
  }));
  const chip = (key: keyof BatchFilters, label: string, said: string): ActiveFilter => ({
    key,
    text: `${label}: ${said}`,
    onRemove: () => change({ [key]: undefined }),
  });
  const { type, status, user_id, keyword, date_from, date_to } = filters;
  const chips: ActiveFilter[] = [
    ...(date_from === undefined && date_to === undefined
      ? []
      : [
          {
            key: 'period',
            text: `${t('oplog.period')}: ${rangeText(period)}`,
            onRemove: () => change({ date_from: undefined, date_to: undefined }),
          },
        ]),
    ...(type === undefined ? [] : [chip('type', t('oplog.batch.type'), type.map((each) => batchTypeText(each, t)).join(', '))]),
    ...(status === undefined ? [] : [chip('status', t('oplog.batch.status'), t(`batch.status.${status}`))]),
    ...(user_id === undefined
      ? []
      : [chip('user_id', t('oplog.batch.user'), persons.find(({ value }) => value === user_id)?.label ?? `#${user_id}`)]),
    ...(keyword === undefined ? [] : [chip('keyword', t('oplog.batch.keyword'), keyword)]),
  ];

  return (
    <FilterLine activeFilters={chips} onReset={() => onFilters({})}>
      <DateRangeFilter label={t('oplog.period')} value={period} onChange={({ from, to }) => change({ date_from: from, date_to: to })} />
      <KeywordFilter label={t('oplog.batch.keyword')} value={keyword} onCommit={(typed) => change({ keyword: typed })} />
      <SeveralFilter
        label={t('oplog.batch.type')}
        value={type}
        options={batchTypes.map((value) => ({ value, label: batchTypeText(value, t) }))}
        onChange={(chosen) => change({ type: chosen })}
      />
      <ChoiceFilter
        label={t('oplog.batch.status')}
        value={status}
        options={STATUSES.map((value) => ({ value, label: t(`batch.status.${value}`) }))}
        onChange={(chosen) => change({ status: chosen })}
      />
      <ChoiceFilter
        label={t('oplog.batch.user')}
        value={user_id}
        options={persons}
        {...control}
        onSearch={onSearch}
        onChange={(chosen) => change({ user_id: chosen })}
      />
    </FilterLine>
  );
}

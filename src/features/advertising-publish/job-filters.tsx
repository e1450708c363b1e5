import { useSelector } from '@xstate/react';
import { batchStatuses, batchStatusWords } from '#contracts/vocabulary/batches.ts';
import type { JobFilters, PublishJobs } from '#machines/advertising-publish/publish-jobs.machine.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';

type Parts = ReturnType<PublishJobs['getSnapshot']>['children'];
type Props = { [Name in 'list' | 'schemes' | 'people' | 'accounts']: NonNullable<Parts[Name]> };

const toList = (id: number | undefined) => (id === undefined ? [] : [id]);
const MORE_FILTERS: readonly (keyof JobFilters)[] = ['ad_account_id', 'date_from'];

export function JobFilterLine({ list, schemes, people, accounts }: Props) {
  const t = useText();
  const w = useWords();
  const rangeText = useRangeText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const change = (changes: JobFilters) => list.send({ type: 'list.filtersChanged', changes });
  const scheme = usePicker(schemes, { chosen: toList(filters.scheme_id) });
  const person = usePicker(people, { chosen: toList(filters.user_id) });
  const account = usePicker(accounts, { chosen: toList(filters.ad_account_id) });
  const statuses = batchStatuses.map((value) => ({ value, label: w(batchStatusWords[value]) }));
  const range = filters.date_from && filters.date_to ? { from: filters.date_from, to: filters.date_to } : undefined;
  const chips: Record<Exclude<keyof JobFilters, 'date_to'>, { label: string; text: string | undefined }> = {
    keyword: { label: t('publish.job.keyword'), text: filters.keyword },
    scheme_id: { label: t('publish.job.scheme'), text: scheme.nameOf(filters.scheme_id) },
    status: { label: t('publish.job.status'), text: filters.status && w(batchStatusWords[filters.status]) },
    user_id: { label: t('publish.job.user'), text: person.nameOf(filters.user_id) },
    ad_account_id: { label: t('publish.job.account'), text: account.nameOf(filters.ad_account_id) },
    date_from: { label: t('publish.job.createdAt'), text: range && rangeText(range) },
  };
  const active = (Object.keys(chips) as (keyof typeof chips)[]).filter((name) => filters[name] !== undefined);
  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${chips[name].label}: ${chips[name].text ?? DASH}`,
        onRemove: () => change(name === 'date_from' ? { date_from: undefined, date_to: undefined } : { [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter((name) => MORE_FILTERS.includes(name)).length}
      more={
        <>
          <PickerFilter
            label={chips.ad_account_id.label}
            picker={accounts}
            value={filters.ad_account_id}
            onChange={(ad_account_id) => change({ ad_account_id })}
          />
          <DateRangeFilter
            label={chips.date_from.label}
            value={range}
            onChange={({ from, to }) => change({ date_from: from, date_to: to })}
          />
        </>
      }
    >
      <KeywordFilter label={chips.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <PickerFilter
        label={chips.scheme_id.label}
        picker={schemes}
        value={filters.scheme_id}
        onChange={(scheme_id) => change({ scheme_id })}
      />
      <ChoiceFilter label={chips.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
      <PickerFilter label={chips.user_id.label} picker={people} value={filters.user_id} onChange={(user_id) => change({ user_id })} />
    </FilterLine>
  );
}

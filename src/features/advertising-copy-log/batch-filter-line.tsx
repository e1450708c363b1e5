import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { type BatchFilters, type batchList, shownBatchFilters } from '#machines/advertising-copy-log/batch-log.machine.ts';
import { dateIn } from '#src/locale/format.ts';
import { useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { ControlledFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { toPeriod } from './log-period.ts';

interface Props {
  list: ActorRefFrom<typeof batchList>;
  people: PickerActor;
  accounts: PickerActor;
}

export function BatchFilterLine({ list, people, accounts }: Props) {
  const w = useWords();
  const rangeText = useRangeText();
  const timezone = useTimezone();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const change = (changes: BatchFilters) => list.send({ type: 'list.filtersChanged', changes });
  // Shows the default days where the address has none.
  const period = toPeriod(filters, dateIn(new Date(), timezone));
  const days = (
    <DateRangeFilter
      label={w(shownBatchFilters.date_from.label)}
      value={period}
      onChange={({ from, to }) => change({ date_from: from, date_to: to })}
    />
  );
  return (
    <ControlledFilterLine
      vocabulary={shownBatchFilters}
      filters={filters}
      pickers={{ user_id: people, ad_account_id: accounts }}
      own={{ date_from: { control: days, text: rangeText(period) } }}
      onChange={change}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
    />
  );
}

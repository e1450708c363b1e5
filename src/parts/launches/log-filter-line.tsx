import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { logFilters } from '#contracts/vocabulary/launch-logs.ts';
import type { Filters } from '#contracts/vocabulary/vocabulary.ts';
import type { VocabularyFilters } from '#machines/kernel/list/vocabulary-query.ts';
import type { staffPicker } from '#machines/parts/assets/asset-pickers.machine.ts';
import type { AdPickers } from '#machines/parts/launches/ad-pickers.machine.ts';
import type { rulePicker } from '#machines/parts/rules/rule-picker.machine.ts';
import { dateIn } from '#src/locale/format.ts';
import { useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { AnyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { toEffectiveDays } from '../reports/index.ts';

interface Props<F extends Filters> {
  vocabulary: F;
  filters: VocabularyFilters<NoInfer<F>>;
  pickers: AdPickers;
  people: ActorRefFrom<typeof staffPicker>;
  rules: ActorRefFrom<typeof rulePicker>;
  onFilters: (filters: VocabularyFilters<NoInfer<F>>) => void;
}

const FOLDED = ['actor_user_id', 'drama_id', 'product_id', 'rule_id', 'reason'];

/** Filters of launch logs. */
export function LogFilterLine<const F extends Filters & typeof logFilters>({
  vocabulary,
  filters,
  pickers,
  people,
  rules,
  onFilters,
}: Props<F>) {
  const w = useWords();
  const timezone = useTimezone();
  const rangeText = useRangeText();
  const { users, accounts, dramas, products } = useSelector(pickers, (state) => state.children);
  const { id, date_from, date_to } = filters;
  const days = toEffectiveDays({ dateFrom: date_from, dateTo: date_to }, dateIn(new Date(), timezone));
  if (!users || !accounts || !dramas || !products) return null;
  // Setting a filter clears the single entry that a link named.
  const change = (changes: object) =>
    onFilters({ ...filters, ...(Object.values(changes).some((value) => value !== undefined) && { id: undefined }), ...changes });
  return (
    <AnyFilterLine
      vocabulary={vocabulary}
      filters={filters}
      pickers={{
        actor_user_id: people,
        user_id: users,
        ad_account_id: accounts,
        drama_id: dramas,
        product_id: products,
        rule_id: rules,
      }}
      own={{
        date_from: {
          control: id === undefined && (
            <DateRangeFilter
              label={w(vocabulary.date_from.label)}
              value={days}
              onChange={({ from, to }) => change({ date_from: from, date_to: to })}
            />
          ),
          text: rangeText(days),
        },
      }}
      folded={FOLDED}
      onChange={change}
      onReset={() => onFilters({})}
    />
  );
}

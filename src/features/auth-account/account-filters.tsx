import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { adAccountFilters } from '#contracts/vocabulary/ad-accounts.ts';
import type { adAccountList } from '#machines/auth-account/ad-account-management.machine.ts';
import type { currencyChoice } from '#machines/parts/assets/asset-pickers.machine.ts';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { dictionaryOptions } from '#src/ui/pick/pick-options.ts';
import { useOptions } from '#src/ui/pick/use-options.ts';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';

export interface AccountFilterProps {
  list: ActorRefFrom<typeof adAccountList>;
  persons: PickerActor;
  staff: PickerActor;
  currencies: ActorRefFrom<typeof currencyChoice>;
}

const FOLDED = ['channel', 'biz', 'currency', 'assignee_user_id', 'unassigned', 'spent_7d'] as const;

export function AccountFilterLine({ list, persons, staff, currencies }: AccountFilterProps) {
  const locale = useLocaleName();
  const { options: known, control } = useOptions(currencies);
  useLoadOptions(
    currencies,
    useSelector(list, (state) => state.context.query.filters.currency !== undefined),
  );
  const options = dictionaryOptions(known, locale).map(({ label: note, ...option }) => ({ ...option, label: option.value, note }));
  return (
    <VocabularyFilterLine
      vocabulary={adAccountFilters}
      list={list}
      pickers={{ personal_account_id: persons, assignee_user_id: staff }}
      codes={{ currency: { options, ...control } }}
      folded={FOLDED}
    />
  );
}

import type { ActorRefFrom } from 'xstate';
import { personalFilters } from '#contracts/vocabulary/personal-accounts.ts';
import type { personList } from '#machines/parts/persons/person-management.machine.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';

interface Props {
  list: ActorRefFrom<typeof personList>;
  staff: PickerActor;
}

export function PersonFilterLine({ list, staff }: Props) {
  return <VocabularyFilterLine vocabulary={personalFilters} list={list} pickers={{ owner_user_id: staff }} />;
}

import { schemeFilters } from '#contracts/vocabulary/schemes.ts';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
type Props = { [Name in 'list' | 'owners']: NonNullable<Parts[Name]> };

const FOLDED = ['owner_user_id', 'visibility', 'objective', 'source'] as const;

export function SchemeFilterLine({ list, owners }: Props) {
  return <VocabularyFilterLine vocabulary={schemeFilters} list={list} pickers={{ owner_user_id: owners }} folded={FOLDED} />;
}

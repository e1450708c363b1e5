import { userFilters } from '#contracts/vocabulary/users.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import type { AccountParts } from './account-table.tsx';

const FOLDED = ['is_admin', 'is_leader', 'platform', 'password_state'] as const;

export function AccountFilterLine({ list, departments, roles }: AccountParts) {
  return (
    <VocabularyFilterLine
      vocabulary={userFilters}
      list={list}
      pickers={{ department_id: { tree: departments }, role_id: { tree: roles } }}
      folded={FOLDED}
    />
  );
}

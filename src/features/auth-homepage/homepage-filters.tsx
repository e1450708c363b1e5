import { homepageFilters } from '#contracts/vocabulary/homepages.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import type { HomepageParts } from './homepage-table.tsx';

const FOLDED = ['personal_account_id', 'site_id', 'assignee_id'] as const;

export function HomepageFilterLine({ list, sites, persons, staff }: HomepageParts) {
  return (
    <VocabularyFilterLine
      vocabulary={homepageFilters}
      list={list}
      pickers={{ personal_account_id: persons, site_id: sites, assignee_id: staff }}
      folded={FOLDED}
    />
  );
}

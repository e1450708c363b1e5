import { jobFilters } from '#contracts/vocabulary/publish-jobs.ts';
import type { PublishJobs } from '#machines/advertising-publish/publish-jobs.machine.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';

type Parts = ReturnType<PublishJobs['getSnapshot']>['children'];
type Props = { [Name in 'list' | 'schemes' | 'people' | 'accounts']: NonNullable<Parts[Name]> };

const FOLDED = ['ad_account_id', 'date_from', 'date_to'] as const;

export function JobFilterLine({ list, schemes, people, accounts }: Props) {
  return (
    <VocabularyFilterLine
      vocabulary={jobFilters}
      list={list}
      pickers={{ scheme_id: schemes, user_id: people, ad_account_id: accounts }}
      folded={FOLDED}
    />
  );
}

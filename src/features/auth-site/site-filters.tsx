import type { ActorRefFrom } from 'xstate';
import { siteFilters } from '#contracts/vocabulary/sites.ts';
import type { siteList } from '#machines/auth-site/site-management.machine.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';

export function SiteFilterLine({ list }: { list: ActorRefFrom<typeof siteList> }) {
  return <VocabularyFilterLine vocabulary={siteFilters} list={list} pickers={{}} />;
}

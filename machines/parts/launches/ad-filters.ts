import type { adFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { VocabularyFilters } from '../../kernel/list/vocabulary-query.ts';

/** Filters of ads as machines keep them. */
export type AdFilters = VocabularyFilters<typeof adFilters>;

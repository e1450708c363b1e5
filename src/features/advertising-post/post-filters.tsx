import { listedPostFilters } from '#contracts/vocabulary/posts.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import type { PostParts } from './post-table.tsx';

type Props = Pick<PostParts, 'list' | 'homepages' | 'dramas' | 'products' | 'materials' | 'owners'>;

const FOLDED = ['type', 'published', 'usable', 'product_id', 'material_id', 'owner_user_id', 'date_from'] as const;

export function PostFilterLine({ list, homepages, dramas, products, materials, owners }: Props) {
  return (
    <VocabularyFilterLine
      vocabulary={listedPostFilters}
      list={list}
      pickers={{ homepage_id: homepages, drama_id: dramas, product_id: products, material_id: materials, owner_user_id: owners }}
      folded={FOLDED}
    />
  );
}

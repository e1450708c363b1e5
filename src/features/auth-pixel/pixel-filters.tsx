import { pixelFilters } from '#contracts/vocabulary/pixels.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import type { PixelParts } from './pixel-table.tsx';

const FOLDED = ['account_id', 'site_id', 'capi_enabled', 'personal_account_id'] as const;

export function PixelFilterLine({ list, accounts, sites, persons }: PixelParts) {
  return (
    <VocabularyFilterLine
      vocabulary={pixelFilters}
      list={list}
      pickers={{ owner_account_id: accounts, account_id: accounts, site_id: sites, personal_account_id: persons }}
      folded={FOLDED}
    />
  );
}

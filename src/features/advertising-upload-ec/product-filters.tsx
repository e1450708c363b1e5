import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { productFilters } from '#contracts/vocabulary/products.ts';
import type { productList } from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import type { sitePicker } from '#machines/parts/assets/asset-pickers.machine.ts';
import { useWords } from '#src/locale/use-words.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';

interface Props {
  list: ActorRefFrom<typeof productList>;
  sites: ActorRefFrom<typeof sitePicker>;
}

export const OF_COMMERCE = { biz: 'ec' } as const;

export function ProductFilterLine({ list, sites }: Props) {
  const w = useWords();
  const chosen = useSelector(list, (state) => state.context.query.filters.site_id);
  return (
    <VocabularyFilterLine
      vocabulary={productFilters}
      list={list}
      pickers={{ site_id: sites }}
      own={{
        site_id: {
          control: (
            <PickerFilter
              label={w(productFilters.site_id.label)}
              picker={sites}
              narrowing={OF_COMMERCE}
              value={chosen}
              onChange={(site_id) => list.send({ type: 'list.filtersChanged', changes: { site_id } })}
            />
          ),
        },
      }}
    />
  );
}

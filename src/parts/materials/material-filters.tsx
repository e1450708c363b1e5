import { useSelector } from '@xstate/react';
import { offeredMaterialFilters, productRatios } from '#contracts/vocabulary/materials.ts';
import { type Biz, MATERIAL_METRICS, type MaterialFilters } from '#machines/parts/materials/material-rules.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DateRangeFilter } from '#src/ui/date/date-range-filter.tsx';
import { ControlledFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { RangeFilter, useRangeWords } from '../reports/index.ts';
import type { LibraryParts } from './library-parts.ts';
import { daysMeant } from './material-days.wiring.ts';
import { useTagChoice } from './use-tag-choice.ts';

interface Props {
  parts: Pick<LibraryParts, 'list' | 'dramas' | 'products' | 'creators' | 'languages' | 'tags'>;
  biz: Biz;
}

const VOCABULARIES = {
  dj: offeredMaterialFilters,
  ec: { ...offeredMaterialFilters, ratio: { ...offeredMaterialFilters.ratio, values: productRatios } },
};
const WITHOUT = { dj: ['product_id'], ec: ['drama_id'] } as const;
const FOLDED = ['language', 'tag', 'creator_user_id', 'uploader_user_id', 'visibility', 'hit_level', 'used', 'date_from'] as const;

/** Filters of the materials: those in daily use in one line, the others folded away. */
export function MaterialFilterLine({ parts: { list, dramas, products, creators, languages, tags }, biz }: Props) {
  const t = useText();
  const w = useWords();
  const rangeWords = useRangeWords();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const today = useBusinessToday();
  const language = useDictionary(languages);
  const tag = useTagChoice(tags);
  const change = (changes: MaterialFilters) => list.send({ type: 'list.filtersChanged', changes });
  const { metric_range } = filters;
  const rangeChip = metric_range && {
    key: 'metric_range',
    text: `${t('reports.metricRange')}: ${metric_range.map(rangeWords).join(', ')}`,
    onRemove: () => change({ metric_range: undefined }),
  };
  return (
    <ControlledFilterLine
      vocabulary={VOCABULARIES[biz]}
      filters={filters}
      pickers={{ drama_id: dramas, product_id: products, creator_user_id: creators, uploader_user_id: creators }}
      codes={{ language: { options: language.list, ...language.control }, tag }}
      own={{
        data_from: {
          control: (
            <DateRangeFilter
              label={w(offeredMaterialFilters.data_from.label)}
              value={daysMeant(filters, today)}
              today={today}
              onChange={({ from, to }) => change({ data_from: from, data_to: to })}
            />
          ),
        },
      }}
      without={WITHOUT[biz]}
      folded={FOLDED}
      more={
        <RangeFilter
          value={metric_range}
          metrics={MATERIAL_METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
          onChange={(ranges) => change({ metric_range: ranges as MaterialFilters['metric_range'] })}
        />
      }
      chips={rangeChip ? [rangeChip] : []}
      moreActive={rangeChip ? 1 : 0}
      onChange={change}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
    />
  );
}

import type { DramaFilters } from '#machines/advertising-video/drama-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PRICE_MODELS, STAGES, useDramaWords, type WordsActor } from './drama-words.ts';

interface Props {
  filters: DramaFilters;
  words: WordsActor;
  onFilters: (filters: DramaFilters) => void;
}

export function DramaFilterLine({ filters, words, onFilters }: Props) {
  const t = useText();
  const { languages, genres, languageOf, genreOf, control } = useDramaWords(words);
  const change = (changes: DramaFilters) => onFilters({ ...filters, ...changes });
  const said: Record<keyof DramaFilters, { label: string; value: string | undefined }> = {
    keyword: { label: t('drama.keyword'), value: filters.keyword },
    status: { label: t('drama.status'), value: filters.status && t(`drama.status.${filters.status}`) },
    stage: { label: t('drama.stage'), value: filters.stage && t(`drama.stage.${filters.stage}`) },
    language: { label: t('drama.language'), value: filters.language && languageOf(filters.language) },
    genre: { label: t('drama.genres'), value: filters.genre && genreOf(filters.genre) },
    price_model: { label: t('drama.priceModel'), value: filters.price_model && t(`drama.priceModel.${filters.price_model}`) },
  };
  const active = (Object.keys(said) as (keyof DramaFilters)[]).filter((key) => said[key].value !== undefined);
  return (
    <FilterLine
      activeFilters={active.map((key) => ({
        key,
        text: `${said[key].label}: ${said[key].value}`,
        onRemove: () => change({ [key]: undefined }),
      }))}
      onReset={() => onFilters({})}
      moreActive={active.filter((key) => key === 'genre' || key === 'price_model').length}
      more={
        <>
          <ChoiceFilter
            label={said.genre.label}
            value={filters.genre}
            options={genres}
            {...control}
            onChange={(genre) => change({ genre })}
          />
          <ChoiceFilter
            label={said.price_model.label}
            value={filters.price_model}
            options={PRICE_MODELS.map((value) => ({ value, label: t(`drama.priceModel.${value}`) }))}
            onChange={(price_model) => change({ price_model })}
          />
        </>
      }
    >
      <KeywordFilter label={said.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <ChoiceFilter
        label={said.stage.label}
        value={filters.stage}
        options={STAGES.map((value) => ({ value, label: t(`drama.stage.${value}`) }))}
        onChange={(stage) => change({ stage })}
      />
      <ChoiceFilter
        label={said.status.label}
        value={filters.status}
        options={(['on', 'off'] as const).map((value) => ({ value, label: t(`drama.status.${value}`) }))}
        onChange={(status) => change({ status })}
      />
      <ChoiceFilter
        label={said.language.label}
        value={filters.language}
        options={languages}
        {...control}
        onChange={(language) => change({ language })}
      />
    </FilterLine>
  );
}

import type { ActorRefFrom } from 'xstate';
import { dramaFilters } from '#contracts/vocabulary/dramas.ts';
import type { dramaList } from '#machines/advertising-video/drama-catalogue.machine.ts';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { useDramaWords, type WordsActor } from './drama-words.ts';

const FOLDED = ['genre', 'price_model'] as const;

export function DramaFilterLine({ list, words }: { list: ActorRefFrom<typeof dramaList>; words: WordsActor }) {
  const { languages, genres, control } = useDramaWords(words);
  return (
    <VocabularyFilterLine
      vocabulary={dramaFilters}
      list={list}
      pickers={{}}
      codes={{ language: { options: languages, ...control }, genre: { options: genres, ...control } }}
      folded={FOLDED}
    />
  );
}

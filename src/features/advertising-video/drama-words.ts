import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { dramaWords } from '#machines/advertising-video/drama-catalogue.machine.ts';
import type { DramaRow } from '#machines/advertising-video/drama-rules.ts';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { dictionaryOptions } from '#src/ui/pick/pick-options.ts';
import { useOptions } from '#src/ui/pick/use-options.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';

export const stageKinds: Record<DramaRow['stage'], StatusKind> = {
  new: 'info',
  testing: 'info',
  scaling: 'ok',
  declining: 'warn',
  stopped: 'muted',
};

export type WordsActor = ActorRefFrom<typeof dramaWords>;

/** Languages and genres in the reader's own language; one that nobody knows stands as its code. */
export function useDramaWords(words: WordsActor) {
  const locale = useLocaleName();
  const { options, control } = useOptions(words);
  useLoadOptions(words);
  return useMemo(() => {
    const listed = (of: 'languages' | 'genres') =>
      dictionaryOptions(
        options.filter((entry) => entry.of === of),
        locale,
      );
    const [languages, genres] = [listed('languages'), listed('genres')];
    const named = (list: typeof languages) => (code: string) => list.find(({ value }) => value === code)?.label ?? code;
    return { languages, genres, languageOf: named(languages), genreOf: named(genres), control };
  }, [options, locale, control]);
}

/** How near the end of its copyright is, in days from today; both are calendar dates. */
export const daysUntil = (date: string, today: string): number => Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);

/** Within so many days the end of a copyright is worth a warning. */
export const COPYRIGHT_SOON_DAYS = 7;

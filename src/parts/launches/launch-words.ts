import { useMemo } from 'react';
import { actorWords } from '#contracts/vocabulary/launch-events.ts';
import { callToActionWords } from '#contracts/vocabulary/posts.ts';
import { bidStrategyWords, objectiveWords, optimizationGoalWords } from '#contracts/vocabulary/schemes.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { EntityBase } from '#machines/parts/launches/entity-rows.ts';
import { useFormat } from '#src/locale/format.ts';
import { languageTag } from '#src/locale/locales.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';

/** Texts for codes of the channel; an unknown code is shown as it is. */
export function useLaunchWords() {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const format = useFormat();
  return useMemo(() => {
    const named = (words: Readonly<Record<string, Words>>, mark: string): string => {
      const known = Object.hasOwn(words, mark) ? words[mark] : undefined;
      return known ? w(known) : mark;
    };
    const regions = new Intl.DisplayNames(languageTag[locale], { type: 'region' });
    return {
      objective: (mark: string) => named(objectiveWords, mark),
      bidStrategy: (mark: string) => named(bidStrategyWords, mark),
      goal: (mark: string) => named(optimizationGoalWords, mark),
      issue: (mark: string) => (mark === 'EMPTY' ? t('launches.issue.empty') : mark),
      /** Undefined without a button. */
      callToAction: (mark: string) => (mark === 'NO_BUTTON' || mark === '' ? undefined : named(callToActionWords, mark)),
      country: (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
      /** Who closed it and when; null while it is open. */
      closing: ({ closed_by, closed_at, closer }: Pick<EntityBase, 'closed_by' | 'closed_at' | 'closer'>): string | null =>
        closed_by === null
          ? null
          : [closer ?? w(actorWords[closed_by]), closed_at === null ? '' : format.instant(closed_at)].filter(Boolean).join(' · '),
    };
  }, [t, w, locale, format]);
}

export type LaunchWords = ReturnType<typeof useLaunchWords>;

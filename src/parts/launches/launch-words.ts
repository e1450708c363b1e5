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
    const named = (words: Readonly<Record<string, Words>>, code: string): string => {
      const messageId = Object.hasOwn(words, code) ? words[code] : undefined;
      return messageId ? w(messageId) : code;
    };
    const regions = new Intl.DisplayNames(languageTag[locale], { type: 'region' });
    return {
      objective: (code: string) => named(objectiveWords, code),
      bidStrategy: (code: string) => named(bidStrategyWords, code),
      goal: (code: string) => named(optimizationGoalWords, code),
      issue: (code: string) => (code === 'EMPTY' ? t('launches.issue.empty') : code),
      /** Undefined without a button. */
      callToAction: (code: string) => (code === 'NO_BUTTON' || code === '' ? undefined : named(callToActionWords, code)),
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

import { useMemo } from 'react';
import { actorWords } from '#contracts/vocabulary/launch-events.ts';
import { bidStrategyWords, objectiveWords, optimizationGoalWords } from '#contracts/vocabulary/schemes.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { EntityBase } from '#machines/parts/launches/entity-rows.ts';
import { useFormat } from '#src/locale/format.ts';
import { languageTag, type MessageId } from '#src/locale/locales.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';

type Said = Extract<MessageId, `launches.${string}`>;

const BUTTONS = {
  WATCH_MORE: 'launches.button.watch',
  LEARN_MORE: 'launches.button.learn',
  SHOP_NOW: 'launches.button.shop',
  INSTALL_MOBILE_APP: 'launches.button.install',
  SIGN_UP: 'launches.button.signUp',
  SUBSCRIBE: 'launches.button.subscribe',
  PLAY_GAME: 'launches.button.play',
  BUY_NOW: 'launches.button.buy',
  GET_OFFER: 'launches.button.offer',
} as const satisfies Record<string, Said>;

const ISSUES = { EMPTY: 'launches.issue.empty' } as const satisfies Record<string, Said>;

/** Texts for codes of the channel; an unknown code is shown as it is. */
export function useLaunchWords() {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const format = useFormat();
  return useMemo(() => {
    const said = <Mark extends string>(words: Record<Mark, Said>, mark: string): string =>
      Object.hasOwn(words, mark) ? t(words[mark as Mark]) : mark;
    const named = (words: Readonly<Record<string, Words>>, mark: string): string => {
      const known = Object.hasOwn(words, mark) ? words[mark] : undefined;
      return known ? w(known) : mark;
    };
    const regions = new Intl.DisplayNames(languageTag[locale], { type: 'region' });
    return {
      objective: (mark: string) => named(objectiveWords, mark),
      bidStrategy: (mark: string) => named(bidStrategyWords, mark),
      goal: (mark: string) => named(optimizationGoalWords, mark),
      issue: (mark: string) => said(ISSUES, mark),
      /** Undefined without a button. */
      callToAction: (mark: string) => (mark === 'NO_BUTTON' || mark === '' ? undefined : said(BUTTONS, mark)),
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

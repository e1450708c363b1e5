import { useMemo } from 'react';
import type { EntityBase } from '#machines/parts/launches/entity-rows.ts';
import { useFormat } from '#src/locale/format.ts';
import { languageTag, type MessageId } from '#src/locale/locales.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';

type Said = Extract<MessageId, `launches.${string}`>;

const OBJECTIVES = {
  OUTCOME_SALES: 'launches.objective.sales',
  OUTCOME_APP_PROMOTION: 'launches.objective.app',
  OUTCOME_TRAFFIC: 'launches.objective.traffic',
  OUTCOME_LEADS: 'launches.objective.leads',
  OUTCOME_ENGAGEMENT: 'launches.objective.engagement',
  OUTCOME_AWARENESS: 'launches.objective.awareness',
} as const satisfies Record<string, Said>;

const STRATEGIES = {
  LOWEST_COST_WITHOUT_CAP: 'launches.strategy.lowest',
  LOWEST_COST_WITH_BID_CAP: 'launches.strategy.bidCap',
  COST_CAP: 'launches.strategy.costCap',
  LOWEST_COST_WITH_MIN_ROAS: 'launches.strategy.minRoas',
} as const satisfies Record<string, Said>;

const GOALS = {
  OFFSITE_CONVERSIONS: 'launches.goal.conversions',
  VALUE: 'launches.goal.value',
  LANDING_PAGE_VIEWS: 'launches.goal.landing',
  LINK_CLICKS: 'launches.goal.clicks',
  APP_INSTALLS: 'launches.goal.installs',
  THRUPLAY: 'launches.goal.thruplay',
  REACH: 'launches.goal.reach',
  IMPRESSIONS: 'launches.goal.impressions',
} as const satisfies Record<string, Said>;

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

/** Words for what the channel calls by marks of its own; a mark that nobody knows is shown as it is. */
export function useLaunchWords() {
  const t = useText();
  const locale = useLocaleName();
  const format = useFormat();
  return useMemo(() => {
    const said = <Mark extends string>(words: Record<Mark, Said>, mark: string): string =>
      Object.hasOwn(words, mark) ? t(words[mark as Mark]) : mark;
    const regions = new Intl.DisplayNames(languageTag[locale], { type: 'region' });
    return {
      objective: (mark: string) => said(OBJECTIVES, mark),
      bidStrategy: (mark: string) => said(STRATEGIES, mark),
      goal: (mark: string) => said(GOALS, mark),
      issue: (mark: string) => said(ISSUES, mark),
      /** Undefined where there is no button. */
      callToAction: (mark: string) => (mark === 'NO_BUTTON' || mark === '' ? undefined : said(BUTTONS, mark)),
      country: (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
      /** By whom it was closed, and when; null while it is open. */
      closing: ({ closed_by, closed_at, closer }: Pick<EntityBase, 'closed_by' | 'closed_at' | 'closer'>): string | null =>
        closed_by === null
          ? null
          : [closer ?? t(`launches.actor.${closed_by}`), closed_at === null ? '' : format.instant(closed_at)].filter(Boolean).join(' · '),
    };
  }, [t, locale, format]);
}

export type LaunchWords = ReturnType<typeof useLaunchWords>;

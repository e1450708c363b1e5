import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { DrawingNames } from '../drawing/names.ts';
import { formatDuration } from '../layout/chart-texts.ts';
import type { ChartState, ChartTransition, Trigger } from '../model/chart.ts';

/** What makes a transition happen, in words. */
export function useTriggerText(): (trigger: Trigger) => string {
  const t = useText();
  return useMemo(
    () => (trigger) => {
      switch (trigger.kind) {
        case 'event':
          return trigger.event;
        case 'wildcard':
          return trigger.event === '*' ? t('visualiser.trigger.any') : trigger.event;
        case 'always':
          return t('visualiser.trigger.always');
        case 'delay':
          return t('visualiser.trigger.delay', { delay: trigger.ms === undefined ? trigger.delay : formatDuration(trigger.ms) });
        case 'done':
        case 'error':
        case 'snapshot':
          return t(`visualiser.trigger.${trigger.kind}`, { actor: trigger.actor });
        case 'stateDone':
          return t('visualiser.trigger.stateDone');
      }
    },
    [t],
  );
}

const lastKey = (id: string) => id.slice(id.lastIndexOf('.') + 1);

/** What the drawing says to who does not see it, in the reader's language: what is written there, and what is drawn. */
export function useDrawingNames(): DrawingNames {
  const t = useText();
  return useMemo(
    () => ({
      state: ({ kind }: ChartState, text: string) => `${text}, ${t(`visualiser.state.${kind}`)}`,
      transition: ({ source, targets, trigger }: ChartTransition, text: string) => {
        const way = targets.length > 0 ? ` → ${targets.map(lastKey).join(', ')}` : '';
        const what = trigger.kind === 'event' ? '' : `, ${t(`visualiser.triggerKind.${trigger.kind}`)}`;
        return `${text}, ${lastKey(source)}${way}${what}`;
      },
      unreached: (name: string) => t('coverage.unreachedName', { name }),
    }),
    [t],
  );
}

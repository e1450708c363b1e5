import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { DrawingNames } from '../drawing/names.ts';
import { formatDuration } from '../layout/chart-texts.ts';
import type { ChartState, ChartTransition, Trigger } from '../model/chart.ts';

/** Describes a trigger in the user's language. */
export function useFormatTrigger(): (trigger: Trigger) => string {
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

const toLastKey = (id: string) => id.slice(id.lastIndexOf('.') + 1);

/** Accessible names of the parts of a drawing, in the user's language. */
export function useDrawingNames(): DrawingNames {
  const t = useText();
  return useMemo(
    () => ({
      state: ({ kind }: ChartState, text: string) => `${text}, ${t(`visualiser.state.${kind}`)}`,
      transition: ({ source, targets, trigger }: ChartTransition, text: string) => {
        const targetText = targets.length > 0 ? ` → ${targets.map(toLastKey).join(', ')}` : '';
        const kindText = trigger.kind === 'event' ? '' : `, ${t(`visualiser.triggerKind.${trigger.kind}`)}`;
        return `${text}, ${toLastKey(source)}${targetText}${kindText}`;
      },
      unreached: (name: string) => t('coverage.unreachedName', { name }),
    }),
    [t],
  );
}

import { useMemo } from 'react';
import { actorWords, eventWords } from '#contracts/vocabulary/launch-events.ts';
import type { EntityEvent } from '#machines/parts/launches/entity-rows.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const kinds: Record<EntityEvent['event'], StatusKind> = {
  publish: 'ok',
  copy: 'ok',
  open: 'ok',
  close: 'muted',
  remove: 'error',
  archive: 'muted',
  budget: 'info',
  bid: 'info',
  rename: 'info',
  edit: 'info',
  review: 'warn',
  appeal: 'info',
  transfer: 'info',
};

/** The name of an event. */
export function EventTag({ event }: Pick<EntityEvent, 'event'>) {
  const w = useWords();
  return <StatusTag kind={kinds[event]} text={w(eventWords[event])} />;
}

/** Texts for the events of launched objects. */
export function useEventWords() {
  const t = useText();
  const w = useWords();
  return useMemo(
    () => ({
      /** The user, rule or system that caused it, by name where there is one. */
      actorOf: ({ actor_type, actor, rule }: Pick<EntityEvent, 'actor_type' | 'actor' | 'rule'>): string =>
        actor?.label ?? (rule ? t('launches.byRule', { rule: rule.label }) : w(actorWords[actor_type])),
    }),
    [t, w],
  );
}

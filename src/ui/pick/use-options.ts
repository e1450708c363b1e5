import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { OptionsEvent } from '#machines/kernel/list/options.machine.ts';

/** Running options of the kernel. The option type is inferred from their context. */
export interface OptionsActor<Option> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: { answer: Option[] | undefined; failure: Failure | undefined };
    hasTag(tag: 'busy' | 'failed'): boolean;
  };
  send(event: Extract<OptionsEvent, { type: 'options.opened' | 'options.searched' }>): void;
}

const NO_OPTIONS: never[] = [];

/**
 * Connects options to their view: `control` is spread into a control that loads them when opened; `onSearch` is for options that the
 * server searches.
 */
export function useOptions<Option>(actor: OptionsActor<Option>) {
  const options: Option[] = useSelector(actor, (state) => state.context.answer) ?? NO_OPTIONS;
  const busy = useSelector(actor, (state) => state.hasTag('busy'));
  const failure = useSelector(actor, (state) => (state.hasTag('failed') ? state.context.failure?.message : undefined));
  const { onOpen, onSearch } = useMemo(
    () => ({
      onOpen: () => actor.send({ type: 'options.opened' }),
      onSearch: (keyword: string) => actor.send({ type: 'options.searched', keyword }),
    }),
    [actor],
  );
  const control = useMemo(() => ({ busy, failure, onOpen, onRetry: onOpen }), [busy, failure, onOpen]);
  return { options, busy, control, onSearch };
}

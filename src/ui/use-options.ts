import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { OptionsEvent } from '#machines/kernel/options.machine.ts';

/** Running options of the kernel. What can be chosen is read off their context. */
interface OptionsActor<Option> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { answer: Option[] | undefined }; hasTag(tag: 'busy'): boolean };
  send(event: Extract<OptionsEvent, { type: 'options.wanted' | 'options.searched' }>): void;
}

const NO_OPTIONS: never[] = [];

/** Options as the screen needs them: `control` is spread into a control that asks when it is opened; `onSearch` is for those whose server searches. */
export function useOptions<Option>(actor: OptionsActor<Option>) {
  const options: Option[] = useSelector(actor, (state) => state.context.answer) ?? NO_OPTIONS;
  const busy = useSelector(actor, (state) => state.hasTag('busy'));
  const { onOpen, onSearch } = useMemo(
    () => ({
      onOpen: () => actor.send({ type: 'options.wanted' }),
      onSearch: (keyword: string) => actor.send({ type: 'options.searched', keyword }),
    }),
    [actor],
  );
  return { options, busy, control: { busy, onOpen }, onSearch };
}

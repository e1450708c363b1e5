import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Choice, PickerEvent } from '#machines/kernel/picker.machine.ts';
import type { Option } from './pick-options.ts';

/** A running picker of the kernel. */
export interface PickerActor<Narrowing extends object = object> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: { answer: { found: Choice[] | undefined; named: Choice[] } | undefined };
    hasTag(tag: 'busy' | 'failed'): boolean;
  };
  send(event: PickerEvent<Narrowing>): void;
}

const optionOf = ({ id, label, sub, disabled }: Choice): Option<number> => ({
  value: id,
  label,
  ...(sub && { note: sub }),
  ...(disabled !== undefined && { disabled }),
});

interface Picking<Narrowing> {
  /** What stands chosen: its names are asked for. */
  chosen: readonly number[];
  /** What something else leaves to choose from. */
  narrowing?: Narrowing | undefined;
}

/** A picker as the screen needs it: `list` is spread into a control with options. */
export function usePicker<Narrowing extends object>(picker: PickerActor<Narrowing>, { chosen, narrowing }: Picking<NoInfer<Narrowing>>) {
  const answer = useSelector(picker, (state) => state.context.answer);
  const busy = useSelector(picker, (state) => state.hasTag('busy'));
  const ids = chosen.join();
  const narrowed = narrowing && JSON.stringify(narrowing);
  useEffect(() => {
    if (narrowed) picker.send({ type: 'picker.narrowed', narrowing: JSON.parse(narrowed) as Narrowing });
  }, [picker, narrowed]);
  useEffect(() => {
    if (ids) picker.send({ type: 'picker.namesWanted', ids: ids.split(',').map(Number) });
  }, [picker, ids]);
  return useMemo(() => {
    const { found = [], named = [] } = answer ?? {};
    const listed = [...found, ...named.filter(({ id }) => !found.some((row) => row.id === id))];
    return {
      nameOf: (id: number) => listed.find((row) => row.id === id)?.label,
      list: {
        options: listed.map(optionOf),
        busy,
        onOpen: () => picker.send({ type: 'picker.opened' }),
        onSearch: (keyword: string) => picker.send({ type: 'picker.searched', keyword }),
      },
    };
  }, [picker, answer, busy]);
}

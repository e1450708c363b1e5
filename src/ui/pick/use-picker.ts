import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { Choice, KnownChoices, PickerEvent } from '#machines/kernel/list/picker.machine.ts';
import type { Option } from './pick-options.ts';

/** A running picker of the kernel. */
export interface PickerActor<Narrowing extends object = object> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: { keyword: string; answer: KnownChoices | undefined; failure: Failure | undefined };
    hasTag(tag: 'busy' | 'failed'): boolean;
  };
  send(event: PickerEvent<Narrowing>): void;
}

const toOption = ({ id, label, sub, disabled, cover_url }: Choice): Option<number> => ({
  value: id,
  label,
  ...(sub && { note: sub }),
  ...(disabled && { disabled }),
  ...(cover_url !== undefined && { picture: cover_url }),
});

interface PickerUse<Narrowing> {
  /** The chosen ids, whose names are loaded. */
  chosen: readonly number[];
  /** The filter that another field imposes. */
  narrowing?: Narrowing | undefined;
}

/** Connects a picker to its view: `list` is spread into a control with options. */
export function usePicker<Narrowing extends object>(picker: PickerActor<Narrowing>, { chosen, narrowing }: PickerUse<NoInfer<Narrowing>>) {
  const answer = useSelector(picker, (state) => state.context.answer);
  const isSearched = useSelector(picker, (state) => state.context.keyword !== '');
  const busy = useSelector(picker, (state) => state.hasTag('busy'));
  const failure = useSelector(picker, (state) => (state.hasTag('failed') ? state.context.failure?.message : undefined));
  const chosenKey = chosen.join();
  const narrowingKey = JSON.stringify(narrowing);
  useEffect(() => {
    if (chosenKey) picker.send({ type: 'picker.namesRequested', ids: chosenKey.split(',').map(Number) });
  }, [picker, chosenKey]);
  return useMemo(() => {
    const { found = [], named = [], unseen = [] } = answer ?? {};
    const ids = chosenKey ? chosenKey.split(',').map(Number) : [];
    const findRow = (id: number) => [...named, ...found].find((row) => row.id === id);
    // Without a search the chosen rows come first, because they may be missing from the first page and must be visible to be removed.
    const above = isSearched ? [] : named.filter(({ id }) => ids.includes(id) && !found.some((row) => row.id === id));
    const names = new Map<number, string>();
    for (const id of ids) {
      const label = findRow(id)?.label ?? (unseen.includes(id) || failure !== undefined ? `#${id}` : undefined);
      if (label !== undefined) names.set(id, label);
    }
    return {
      /** Undefined while unknown. */
      nameOf: (id: number | undefined) => (id === undefined ? undefined : findRow(id)?.label),
      list: {
        // While the list is loading or failed, the chosen rows would look like the complete list.
        options: failure !== undefined || answer?.found === undefined ? [] : [...above, ...found].map(toOption),
        names,
        busy,
        failure,
        onOpen: () =>
          picker.send({
            type: 'picker.opened',
            narrowing: narrowingKey === undefined ? undefined : (JSON.parse(narrowingKey) as Narrowing),
          }),
        onSearch: (keyword: string) => picker.send({ type: 'picker.searched', keyword }),
        onRetry: () => picker.send({ type: 'picker.retried' }),
      },
    };
  }, [picker, answer, isSearched, busy, failure, chosenKey, narrowingKey]);
}

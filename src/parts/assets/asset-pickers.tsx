import { useSelector } from '@xstate/react';
import { type ComponentProps, useEffect, useMemo } from 'react';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { DepartmentOption, SimpleChoice, unitChoice } from '#machines/kernel/assets/asset-choices.machine.ts';
import type { assetNames, NamedKind } from '#machines/kernel/assets/asset-names.machine.ts';
import type { OptionsEvent } from '#machines/kernel/options.machine.ts';
import { ChoiceField, MultiChoiceField } from '#src/ui/choice-fields.tsx';
import { ChoiceFilter } from '#src/ui/filter-line.tsx';
import { flatOptions, type Option, type TreeOption } from '#src/ui/pick-options.ts';
import { useOptions } from '#src/ui/use-options.ts';

/** Running choices of the kernel: `personalAccountChoice`, `adAccountChoice`, `staffChoice` and the like. */
export interface ChoiceActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { answer: SimpleChoice[] | undefined; keyword: string }; hasTag(tag: 'busy'): boolean };
  send(event: Extract<OptionsEvent, { type: 'options.wanted' | 'options.searched' }>): void;
}

export type NamesActor = ActorRefFrom<typeof assetNames>;

export const optionOf = ({ id, label, sub, disabled }: SimpleChoice): Option<number> => ({
  value: id,
  label,
  ...(sub && { note: sub }),
  ...(disabled && { disabled }),
});

const NO_IDS: readonly number[] = [];

/** Names of what is chosen, asked for where nobody knows them yet. */
export function useAssetNames(names: NamesActor, kind: NamedKind, ids: readonly number[] = NO_IDS): ReadonlyMap<number, string> {
  const known = useSelector(names, (state) => state.context.answer?.[kind]);
  const wanted = ids.join();
  useEffect(() => {
    if (wanted !== '') names.send({ type: 'names.wanted', kind, ids: wanted.split(',').map(Number) });
  }, [names, kind, wanted]);
  return useMemo(
    () => new Map(Object.entries(known ?? {}).flatMap(([id, label]) => (label === null ? [] : [[Number(id), label] as const]))),
    [known],
  );
}

/** What a control that searches on the server takes. */
export function useAssetChoice(choice: ChoiceActor) {
  const { options: found, busy, onSearch } = useOptions(choice);
  const options = useMemo(() => found.map(optionOf), [found]);
  // A list that is opened anew begins with everything, not with what was searched last.
  const onOpen = () =>
    choice.send(choice.getSnapshot().context.keyword === '' ? { type: 'options.wanted' } : { type: 'options.searched', keyword: '' });
  return { options, busy, onOpen, onSearch };
}

interface Source {
  choice: ChoiceActor;
  names: NamesActor;
  kind: NamedKind;
}

type Given<Props> = Omit<Props, 'options' | 'busy' | 'onOpen' | 'onSearch' | 'names'>;

/** A filter by an account, a page, a person: searched on the server, named also where it came with the address. */
export function AssetFilter({ choice, names, kind, ...filter }: Source & Given<ComponentProps<typeof ChoiceFilter<number>>>) {
  const known = useAssetNames(names, kind, filter.value === undefined ? undefined : [filter.value]);
  return <ChoiceFilter {...filter} {...useAssetChoice(choice)} names={known} />;
}

/** One account, page, person in a form. */
export function AssetField({ choice, names, kind, ...field }: Source & Given<ComponentProps<typeof ChoiceField<number>>>) {
  const known = useAssetNames(names, kind, field.value === undefined ? undefined : [field.value]);
  return <ChoiceField {...field} {...useAssetChoice(choice)} names={known} />;
}

/** Several accounts, pages, people in a form. */
export function AssetsField({ choice, names, kind, ...field }: Source & Given<ComponentProps<typeof MultiChoiceField<number>>>) {
  const known = useAssetNames(names, kind, field.value);
  return <MultiChoiceField {...field} {...useAssetChoice(choice)} names={known} />;
}

const nodesOf = (units: readonly DepartmentOption[]): TreeOption<number>[] =>
  units.map(({ id, name, children }) => ({ value: id, label: name, children: nodesOf(children) }));

interface UnitsProps extends Given<ComponentProps<typeof MultiChoiceField<number>>> {
  units: ActorRefFrom<typeof unitChoice>;
}

/** Several departments; each stands for all below it. */
export function UnitsField({ units, ...field }: UnitsProps) {
  const { options: tree, control } = useOptions(units);
  const options = useMemo(() => flatOptions(nodesOf(tree)), [tree]);
  // Whoever comes back to a choice made before sees names, not numbers.
  const isChosen = field.value.length > 0;
  useEffect(() => {
    if (isChosen) units.send({ type: 'options.wanted' });
  }, [isChosen, units]);
  return <MultiChoiceField {...field} options={options} {...control} />;
}

import { type ComponentProps, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { unitChoice } from '#machines/parts/assets/asset-pickers.machine.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { flattenOptions, treeOptions } from '#src/ui/pick/pick-options.ts';
import { useOptions } from '#src/ui/pick/use-options.ts';

interface Props extends Omit<ComponentProps<typeof MultiChoiceField<number>>, 'options' | 'as'> {
  units: ActorRefFrom<typeof unitChoice>;
}

/** Several departments, each including its subtree. */
export function UnitsField({ units, ...field }: Props) {
  const { options: tree, control } = useOptions(units);
  const options = useMemo(() => flattenOptions(treeOptions(tree)), [tree]);
  // Loads the names of an earlier choice at once.
  useLoadOptions(units, field.value.length > 0);
  return <MultiChoiceField {...field} options={options} {...control} />;
}

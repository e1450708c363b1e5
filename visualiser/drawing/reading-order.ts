import type { Drawing, Group } from './shapes.ts';

/** Where the keyboard stops in a drawing. */
export interface Stop {
  key: string;
  /** Of a state or a transition. */
  id: string;
  /** It opens and closes the state. */
  isToggle?: boolean;
}

export const stopOf = ({ id }: Pick<Group, 'id'>): Stop => ({ key: `part ${id}`, id });

export const toggleOf = ({ id }: Pick<Group, 'id'>): Stop => ({ key: `toggle ${id}`, id, isToggle: true });

/** States from the outside to the inside, each followed by what leads away from it: drawn in another order, they are read in this one. */
export function stopsOf({ states, transitions }: Drawing, hasToggles: boolean): Stop[] {
  const leading = new Map<string, Stop[]>();
  for (const group of [...states, ...transitions]) {
    if (group.source !== undefined) leading.set(group.source, [...(leading.get(group.source) ?? []), stopOf(group)]);
  }
  return states
    .filter((group) => group.of === 'state')
    .flatMap((group) => [
      stopOf(group),
      ...(hasToggles && group.isClosed !== undefined ? [toggleOf(group)] : []),
      ...(leading.get(group.id) ?? []),
    ]);
}

import type { Drawing, Group } from './shapes.ts';

/** A part of a drawing that can have keyboard focus. */
export interface FocusStop {
  key: string;
  /** Id of the state or transition. */
  id: string;
  /** Whether it collapses and expands the state. */
  isToggle?: boolean;
}

export const toStop = ({ id }: Pick<Group, 'id'>): FocusStop => ({ key: `part ${id}`, id });

export const toToggleStop = ({ id }: Pick<Group, 'id'>): FocusStop => ({ key: `toggle ${id}`, id, isToggle: true });

/** The order of keyboard focus: outer states first, each followed by its transitions. It differs from the drawing order. */
export function listStops({ states, transitions }: Drawing, hasToggles: boolean): FocusStop[] {
  const stopsBySource = new Map<string, FocusStop[]>();
  for (const group of [...states, ...transitions]) {
    if (group.source !== undefined) stopsBySource.set(group.source, [...(stopsBySource.get(group.source) ?? []), toStop(group)]);
  }
  return states
    .filter((group) => group.of === 'state')
    .flatMap((group) => [
      toStop(group),
      ...(hasToggles && group.isClosed !== undefined ? [toToggleStop(group)] : []),
      ...(stopsBySource.get(group.id) ?? []),
    ]);
}

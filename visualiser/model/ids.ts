// Ids of states and transitions, shared by drawings, recordings, scenarios and coverage.
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';

export type XStateTransition = AnyStateNode['always'] extends (infer One)[] | undefined ? One : never;

/** Escapes separators of ids inside a state key. */
const escapeKey = (key: string) => key.replaceAll(/[.:\\]/g, String.raw`\$&`);

const stateIds = new WeakMap<AnyStateNode, string>();

/** The id of a state in a chart. */
export function toStateId(node: AnyStateNode): string {
  const cached = stateIds.get(node);
  if (cached !== undefined) return cached;
  const id = [node.machine.id, ...node.path.map(escapeKey)].join('.');
  stateIds.set(node, id);
  return id;
}

/** Removes the state id that XState appends: `xstate.after.5000.list.shown` becomes `xstate.after.5000`. */
const shortenEventType = ({ id }: AnyStateNode, eventType: string) =>
  /^xstate\.(?:after|done\.state)\./.test(eventType) && eventType.endsWith(`.${id}`) ? eventType.slice(0, -id.length - 1) : eventType;

/** The id of a transition in a chart; `index` counts the transitions with the same source and event. */
export const toTransitionId = (node: AnyStateNode, eventType: string, index: number): string =>
  `${toStateId(node)}:${shortenEventType(node, eventType)}:${index}`;

/** The id of a transition that XState reports as taken; undefined for transitions that no chart shows, such as the initial one. */
export function toTakenTransitionId(transition: XStateTransition): string | undefined {
  const { source, eventType } = transition;
  const siblings = eventType === '' ? source.always : source.transitions.get(eventType);
  const index = siblings?.indexOf(transition) ?? -1;
  return index < 0 ? undefined : toTransitionId(source, eventType, index);
}

/** Ids of all active states, outer states first. */
export const listActiveStates = ({ _nodes }: AnyMachineSnapshot): string[] => (_nodes as AnyStateNode[]).map(toStateId).toSorted();

const prints = new WeakMap<object, string>();

/** Fingerprint of a chart (FNV-1a of all ids): equal only if the charts have the same states and transitions. */
export function computePrint(ids: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const letter of ids.toSorted().join('\n')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

export const listStateNodes = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(listStateNodes)];

/** All transitions of one state as the chart lists them, each with its event type. */
export const listTransitions = (node: AnyStateNode): [eventType: string, transition: XStateTransition, index: number][] =>
  [...node.transitions, ['', node.always ?? []] as [string, readonly XStateTransition[]]].flatMap(([eventType, candidates]) =>
    candidates.map((transition, index): [string, XStateTransition, number] => [eventType, transition, index]),
  );

/** The print that identifies a machine across pages: equal to the print of its chart. */
export function computeMachinePrint(machine: AnyStateMachine): string {
  const cached = prints.get(machine.config);
  if (cached !== undefined) return cached;
  const nodes = listStateNodes(machine.root);
  const transitionIds = nodes.flatMap((node) =>
    listTransitions(node).map(([eventType, , index]) => toTransitionId(node, eventType, index)),
  );
  const print = computePrint([...nodes.map(toStateId), ...transitionIds]);
  prints.set(machine.config, print);
  return print;
}

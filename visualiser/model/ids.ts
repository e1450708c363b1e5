// How states and transitions are named wherever something is said of them: in drawings, recordings, scenarios and coverage.
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';

export type Arrow = AnyStateNode['always'] extends (infer One)[] | undefined ? One : never;

/** A key in an id: what divides ids is marked where a key holds it. */
const escaped = (key: string) => key.replaceAll(/[.:\\]/g, String.raw`\$&`);

const stateIds = new WeakMap<AnyStateNode, string>();

/** The id of a state in a chart. */
export function stateId(node: AnyStateNode): string {
  const known = stateIds.get(node);
  if (known !== undefined) return known;
  const id = [node.machine.id, ...node.path.map(escaped)].join('.');
  stateIds.set(node, id);
  return id;
}

/** The event of a transition without what the state already says: `xstate.after.5000.list.shown` is `xstate.after.5000`. */
const shortened = ({ id }: AnyStateNode, eventType: string) =>
  /^xstate\.(?:after|done\.state)\./.test(eventType) && eventType.endsWith(`.${id}`) ? eventType.slice(0, -id.length - 1) : eventType;

/** The id of a transition in a chart: `index` counts those of the same source and event. */
export const transitionId = (node: AnyStateNode, eventType: string, index: number): string =>
  `${stateId(node)}:${shortened(node, eventType)}:${index}`;

/** The same of a transition that XState says was taken; undefined for what stands in no chart, the first step for one. */
export function takenId(arrow: Arrow): string | undefined {
  const { source, eventType } = arrow;
  const siblings = eventType === '' ? source.always : source.transitions.get(eventType);
  const index = siblings?.indexOf(arrow) ?? -1;
  return index < 0 ? undefined : transitionId(source, eventType, index);
}

/** Ids of all states a machine is in, from the outside to the inside. */
export const activeStates = ({ _nodes }: AnyMachineSnapshot): string[] => (_nodes as AnyStateNode[]).map(stateId).toSorted();

const prints = new WeakMap<object, string>();

/** Short text that two machines share only if their charts have the same states and transitions: FNV-1a of all ids. */
export function printOf(ids: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const letter of ids.toSorted().join('\n')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

/** Transitions of one state as they stand in a chart, each with the event that leads to it. */
export const arrowsOf = (node: AnyStateNode): [eventType: string, arrow: Arrow, index: number][] =>
  [...node.transitions, ['', node.always ?? []] as [string, readonly Arrow[]]].flatMap(([eventType, candidates]) =>
    candidates.map((arrow, index): [string, Arrow, number] => [eventType, arrow, index]),
  );

/** By what a page knows a machine of another page: its chart has the same print. */
export function printOfMachine(machine: AnyStateMachine): string {
  const known = prints.get(machine.config);
  if (known !== undefined) return known;
  const nodes = nodesOf(machine.root);
  const arrows = nodes.flatMap((node) => arrowsOf(node).map(([eventType, , index]) => transitionId(node, eventType, index)));
  const print = printOf([...nodes.map(stateId), ...arrows]);
  prints.set(machine.config, print);
  return print;
}

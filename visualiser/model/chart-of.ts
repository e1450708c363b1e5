import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Chart, ChartInvoke, ChartState, ChartTransition, Trigger } from './chart.ts';
import { type Arrow, arrowsOf, nodesOf, stateId, transitionId } from './ids.ts';
import { actionText, actorText, guardText } from './what-runs.ts';

const listOf = <One>(value: One | readonly One[] | undefined): readonly One[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as One];

/** Only what is there: a chart is compared and kept as text. */
const described = (description: unknown) => (typeof description === 'string' && description !== '' ? { description } : {});

const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);

/** Where a history state leads while nothing is remembered, if it says so itself. */
function defaultsOf({ config, machine, parent }: AnyStateNode): AnyStateNode[] {
  const targets = listOf((config as { target?: string | string[] }).target);
  return targets.flatMap((target) => {
    if (target.startsWith('#')) return [machine.getStateNodeById(target)];
    const found = target.split('.').reduce<AnyStateNode | undefined>((node, key) => node?.states[key], parent);
    return found ? [found] : [];
  });
}

function invokesOf(node: AnyStateNode): ChartInvoke[] {
  // Ids are known to the definition, logic that has no name only to the configuration.
  const configured = listOf(node.config.invoke);
  return node.invoke.map(({ id }, index) => ({ id, src: actorText(configured[index]?.src) }));
}

function stateOf(node: AnyStateNode): ChartState {
  const { config, key, type, history, description, tags } = node;
  const initial = type === 'history' ? { target: defaultsOf(node), actions: [] } : node.initial;
  return {
    id: stateId(node),
    key,
    kind: type,
    ...(type === 'history' && { history: history || 'shallow' }),
    ...described(description),
    tags: [...tags],
    // From the configuration: the node's own lists also hold what XState adds for delays.
    entry: listOf(config.entry).map(actionText),
    exit: listOf(config.exit).map(actionText),
    invokes: invokesOf(node),
    initial: (initial?.target ?? []).map(stateId),
    ...(initial && initial.actions.length > 0 && { initialActions: initial.actions.map(actionText) }),
    children: childrenOf(node).map(stateOf),
  };
}

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';
const SNAPSHOT = 'xstate.snapshot.';

const after = (text: string, prefix: string) => text.slice(prefix.length);

function triggerOf(node: AnyStateNode, eventType: string, delay: unknown): Trigger {
  if (eventType === '') return { kind: 'always' };
  if (delay !== undefined) {
    const known: unknown = typeof delay === 'number' ? delay : node.machine.implementations.delays[String(delay)];
    return { kind: 'delay', delay: String(delay), ...(typeof known === 'number' && { ms: known }) };
  }
  if (eventType === `xstate.done.state.${node.id}`) return { kind: 'stateDone' };
  if (eventType.startsWith(DONE)) return { kind: 'done', actor: after(eventType, DONE) };
  if (eventType.startsWith(ERROR)) return { kind: 'error', actor: after(eventType, ERROR) };
  if (eventType.startsWith(SNAPSHOT)) return { kind: 'snapshot', actor: after(eventType, SNAPSHOT) };
  return { kind: eventType === '*' || eventType.endsWith('.*') ? 'wildcard' : 'event', event: eventType };
}

/** XState compares the address of a route with a guard of its own; only the guard that was written is told. */
const writtenGuard = ({ eventType, guard, target }: Arrow): unknown =>
  eventType === 'xstate.route' ? (target?.[0]?.config as { route?: { guard?: unknown } } | undefined)?.route?.guard : guard;

function transitionsOf(node: AnyStateNode): ChartTransition[] {
  const source = stateId(node);
  return arrowsOf(node).map(([eventType, arrow, index]): ChartTransition => {
    const guard = writtenGuard(arrow);
    return {
      id: transitionId(node, eventType, index),
      source,
      targets: (arrow.target ?? []).map(stateId),
      trigger: triggerOf(node, eventType, (arrow as { delay?: unknown }).delay),
      ...(guard !== undefined && { guard: guardText(guard) }),
      actions: arrow.actions.map(actionText),
      reenter: arrow.reenter,
      ...described(arrow.description),
    };
  });
}

/** What a machine says of itself, as plain data. Nothing is started, and no function of the machine is called. */
export function chartOf(machine: AnyStateMachine): Chart {
  return {
    id: machine.id,
    ...described(machine.config.description),
    root: stateOf(machine.root),
    transitions: nodesOf(machine.root).flatMap(transitionsOf),
  };
}

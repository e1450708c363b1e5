import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Chart, ChartInvoke, ChartState, ChartTransition, Trigger } from './chart.ts';
import { describeAction, describeActor, describeGuard } from './describe-implementations.ts';
import { listStateNodes, listTransitions, toStateId, toTransitionId, type XStateTransition } from './ids.ts';

const toList = <One>(value: One | readonly One[] | undefined): readonly One[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as One];

/** Leaves absent fields out, because charts are compared and stored as JSON. */
const pickDescription = (description: unknown) => (typeof description === 'string' && description !== '' ? { description } : {});

const getChildren = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);

/** The targets that a history state declares for the time before anything was remembered. */
function findDefaultTargets({ config, machine, parent }: AnyStateNode): AnyStateNode[] {
  const targets = toList((config as { target?: string | string[] }).target);
  return targets.flatMap((target) => {
    if (target.startsWith('#')) return [machine.getStateNodeById(target)];
    const found = target.split('.').reduce<AnyStateNode | undefined>((node, key) => node?.states[key], parent);
    return found ? [found] : [];
  });
}

function toInvokes(node: AnyStateNode): ChartInvoke[] {
  // Ids are only in the definition, inline logic only in the configuration.
  const configured = toList(node.config.invoke);
  return node.invoke.map(({ id }, index) => ({ id, src: describeActor(configured[index]?.src) }));
}

function toChartState(node: AnyStateNode): ChartState {
  const { config, key, type, history, description, tags } = node;
  const initial = type === 'history' ? { target: findDefaultTargets(node), actions: [] } : node.initial;
  return {
    id: toStateId(node),
    key,
    kind: type,
    ...(type === 'history' && { history: history || 'shallow' }),
    ...pickDescription(description),
    tags: [...tags],
    // Taken from the configuration, because the node's own lists also hold what XState adds for delays.
    entry: toList(config.entry).map(describeAction),
    exit: toList(config.exit).map(describeAction),
    invokes: toInvokes(node),
    initial: (initial?.target ?? []).map(toStateId),
    ...(initial && initial.actions.length > 0 && { initialActions: initial.actions.map(describeAction) }),
    children: getChildren(node).map(toChartState),
  };
}

const DONE_PREFIX = 'xstate.done.actor.';
const ERROR_PREFIX = 'xstate.error.actor.';
const SNAPSHOT_PREFIX = 'xstate.snapshot.';

const removePrefix = (text: string, prefix: string) => text.slice(prefix.length);

function toTrigger(node: AnyStateNode, eventType: string, delay: unknown): Trigger {
  if (eventType === '') return { kind: 'always' };
  if (delay !== undefined) {
    const ms: unknown = typeof delay === 'number' ? delay : node.machine.implementations.delays[String(delay)];
    return { kind: 'delay', delay: String(delay), ...(typeof ms === 'number' && { ms: ms }) };
  }
  if (eventType === `xstate.done.state.${node.id}`) return { kind: 'stateDone' };
  if (eventType.startsWith(DONE_PREFIX)) return { kind: 'done', actor: removePrefix(eventType, DONE_PREFIX) };
  if (eventType.startsWith(ERROR_PREFIX)) return { kind: 'error', actor: removePrefix(eventType, ERROR_PREFIX) };
  if (eventType.startsWith(SNAPSHOT_PREFIX)) return { kind: 'snapshot', actor: removePrefix(eventType, SNAPSHOT_PREFIX) };
  return { kind: eventType === '*' || eventType.endsWith('.*') ? 'wildcard' : 'event', event: eventType };
}

/** XState wraps the guard of a route in one that compares addresses; only the guard that was written is shown. */
const getWrittenGuard = ({ eventType, guard, target }: XStateTransition): unknown =>
  eventType === 'xstate.route' ? (target?.[0]?.config as { route?: { guard?: unknown } } | undefined)?.route?.guard : guard;

function toChartTransitions(node: AnyStateNode): ChartTransition[] {
  const source = toStateId(node);
  return listTransitions(node).map(([eventType, transition, index]): ChartTransition => {
    const guard = getWrittenGuard(transition);
    return {
      id: toTransitionId(node, eventType, index),
      source,
      targets: (transition.target ?? []).map(toStateId),
      trigger: toTrigger(node, eventType, (transition as { delay?: unknown }).delay),
      ...(guard !== undefined && { guard: describeGuard(guard) }),
      actions: transition.actions.map(describeAction),
      reenter: transition.reenter,
      ...pickDescription(transition.description),
    };
  });
}

/** Describes a machine as plain data. Nothing is started, and no function of the machine is called. */
export function buildChart(machine: AnyStateMachine): Chart {
  return {
    id: machine.id,
    ...pickDescription(machine.config.description),
    root: toChartState(machine.root),
    transitions: listStateNodes(machine.root).flatMap(toChartTransitions),
  };
}

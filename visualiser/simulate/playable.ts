// Converts a machine so that its actors and effects are only played: states, transitions, guards and assignments stay the same, and
// nothing outside of the machine is touched.
import {
  type AnyActorLogic,
  type AnyStateMachine,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  log,
  raise,
  sendTo,
  spawnChild,
  stopChild,
} from 'xstate';
import { describeActor, toBuiltInType } from '../model/describe-implementations.ts';
import { listStateNodes, listTransitions } from '../model/ids.ts';
import { createPlayedLogic, detectPlayedKind } from './played-logic.ts';

type Fields = Record<string, unknown>;
type AnyFunction = (...given: unknown[]) => unknown;
type Spawn = (src: unknown, options?: unknown) => unknown;

/** More microsteps than this between two events count as an infinite loop. */
const MAX_MICROSTEPS = 10_000;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
export const isMachine = (logic: unknown): logic is AnyStateMachine => isObject(logic) && 'root' in logic && 'implementations' in logic;

const mapOneOrMany = (value: unknown, convert: (single: unknown) => unknown): unknown =>
  value === undefined ? undefined : Array.isArray(value) ? value.map(convert) : convert(value);

const mapValues = (record: unknown, convert: (value: unknown) => unknown): unknown =>
  isObject(record) ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)])) : record;

/** XState represents its built-in actions as functions with their arguments as properties. */
const copyAction = (action: object, fields: Fields): unknown => Object.assign(() => undefined, action, fields);

/** Changes only keys that exist, because XState checks for their presence. */
const changeFields = (fields: Fields, changes: Record<string, (value: unknown) => unknown>): Fields => {
  const result = { ...fields };
  for (const [key, change] of Object.entries(changes)) if (key in fields) result[key] = change(fields[key]);
  return result;
};

/** Names of the guards of a machine, also of those inside others. */
export function listGuardNames(machine: AnyStateMachine): string[] {
  const names = new Set<string>();
  const add = (guard: unknown): void => {
    if (typeof guard === 'string') names.add(guard);
    else if (typeof guard === 'function')
      for (const inner of ((guard as unknown as Fields)['guards'] as unknown[] | undefined) ?? []) add(inner);
    else if (isObject(guard) && typeof guard['type'] === 'string') names.add(guard['type']);
  };
  for (const node of listStateNodes(machine.root)) for (const [, { guard }] of listTransitions(node)) add(guard);
  for (const guard of Object.values(machine.implementations.guards)) add(guard);
  return [...names].toSorted();
}

/** A guard that has the result given by hand, otherwise its own. One without an implementation can only be played. */
function createPlayableGuard(name: string, own: unknown, results: ReadonlyMap<string, boolean>): unknown {
  const decide = (fallback: () => unknown): unknown => results.get(name) ?? fallback();
  if (typeof own !== 'function') {
    return (...given: unknown[]) =>
      decide(() => {
        if (own === undefined) throw new Error(`guard "${name}" has no implementation here: choose its result by hand`);
        return (own as AnyFunction)(...given);
      });
  }
  const fields = own as unknown as Fields;
  const { check } = fields;
  // A composed guard decides in its `check`.
  if (typeof check === 'function')
    return copyAction(own, { check: (...given: unknown[]) => decide(() => (check as AnyFunction)(...given)) });
  return (...given: unknown[]) => decide(() => (own as AnyFunction)(...given));
}

/**
 * Creates a function that converts machines. `played` holds the names of machine actors that are played instead of run; a machine that is
 * invoked directly goes by its own id. `guardResults` are the results that guards have by hand; they are looked up at each evaluation.
 */
export function createPlayableConverter(
  played: ReadonlySet<string>,
  guardResults: ReadonlyMap<string, boolean> = new Map(),
): (machine: AnyStateMachine) => AnyStateMachine {
  const converted = new Map<unknown, AnyActorLogic>();

  const convertLogic = (logic: unknown, name: string): AnyActorLogic => {
    if (isMachine(logic)) return played.has(name) ? createPlayedLogic('machine') : convertMachine(logic);
    const kind = detectPlayedKind(logic);
    if (kind === undefined) return logic as AnyActorLogic;
    const known = converted.get(logic) ?? createPlayedLogic(kind);
    if (isObject(logic)) converted.set(logic, known);
    return known;
  };

  function convertMachine(machine: AnyStateMachine): AnyStateMachine {
    const known = converted.get(machine);
    if (known) return known as AnyStateMachine;
    const { implementations } = machine;
    /** Filled last, because machines may start each other. */
    const actors: Record<string, AnyActorLogic> = {};

    const actorNames = new Set(Object.keys(implementations.actors));

    const convertInline = (src: unknown): unknown => {
      if (typeof src !== 'string') return convertLogic(src, describeActor(src));
      actorNames.add(src);
      return src;
    };
    const convertActor = (src: string): string => {
      actors[src] ??= convertLogic(implementations.actors[src], src);
      return src;
    };
    const wrapSpawn = (args: unknown): unknown =>
      isObject(args) && typeof args.spawn === 'function'
        ? {
            ...args,
            spawn: (src: unknown, options?: unknown) =>
              (args.spawn as Spawn)(typeof src === 'string' ? convertActor(src) : convertInline(src), options),
          }
        : args;
    const convertAssignment = (one: unknown): unknown =>
      typeof one === 'function' ? (args: unknown, params: unknown) => (one as AnyFunction)(wrapSpawn(args), params) : one;

    // Built-in actions are made again by this copy of XState: those of another version would start actors of their version.
    const builders: Record<string, (action: Fields) => unknown> = {
      'xstate.assign': ({ assignment }) =>
        assign((isObject(assignment) ? mapValues(assignment, convertAssignment) : convertAssignment(assignment)) as never),
      'xstate.spawnChild': ({ src, id, systemId, input, syncSnapshot }) =>
        spawnChild(convertInline(src) as never, { id, systemId, input, syncSnapshot } as never),
      'xstate.stopChild': ({ actorRef }) => stopChild(actorRef as never),
      'xstate.sendTo': ({ to, event, id, delay }) => sendTo(to as never, event as never, { id, delay } as never),
      'xstate.raise': ({ event, id, delay }) => raise(event as never, { id, delay } as never),
      'xstate.cancel': ({ sendId }) => cancel(sendId as never),
      'xstate.emit': ({ event }) => emit(event as never),
      'xstate.log': ({ value, label }) => log(value as never, label as never),
      'xstate.enqueueActions': ({ collect }) => {
        const own = enqueueActions(collect as never);
        const { resolve } = own as unknown as { resolve: AnyFunction };
        return copyAction(own, {
          resolve: (...given: unknown[]) => {
            const [snapshot, params, actions] = resolve(...given) as [unknown, unknown, unknown];
            return [snapshot, params, mapOneOrMany(actions, convertAction)];
          },
        });
      },
    };

    function convertAction(one: unknown): unknown {
      if (typeof one !== 'function') return one;
      const fields = one as unknown as Fields;
      // The inspector reports what it would have done.
      if (!('resolve' in fields)) return Object.defineProperty(() => undefined, 'name', { value: 'inline' });
      return builders[toBuiltInType(fields.type)]?.(fields) ?? one;
    }
    const convertActions = (list: unknown) => mapOneOrMany(list, convertAction);
    const convertTransition = (one: unknown): unknown =>
      mapOneOrMany(one, (single) => (isObject(single) ? changeFields(single, { actions: convertActions }) : single));
    const convertTransitions = (record: unknown) => mapValues(record, convertTransition);
    const convertInvoke = (one: unknown): unknown =>
      mapOneOrMany(one, (single) =>
        isObject(single)
          ? changeFields(single, {
              src: convertInline,
              onDone: convertTransition,
              onError: convertTransition,
              onSnapshot: convertTransition,
            })
          : single,
      );
    const convertState = (config: unknown): unknown =>
      isObject(config)
        ? changeFields(config, {
            entry: convertActions,
            exit: convertActions,
            invoke: convertInvoke,
            on: convertTransitions,
            after: convertTransitions,
            always: convertTransition,
            onDone: convertTransition,
            initial: (initial) => (isObject(initial) ? changeFields(initial, { actions: convertActions }) : initial),
            states: (states) => mapValues(states, convertState),
          })
        : config;

    const { context, options, ...rest } = machine.config as Fields;
    const guards = Object.fromEntries(
      listGuardNames(machine).map((name) => [name, createPlayableGuard(name, (implementations.guards as Fields)[name], guardResults)]),
    );
    const config = {
      ...(convertState(rest) as Fields),
      ...(context !== undefined && { context: convertAssignment(context) }),
      options: { maxIterations: MAX_MICROSTEPS, ...(isObject(options) ? options : {}) },
    };
    const ready: AnyStateMachine = createMachine(config as never, {
      ...implementations,
      guards: { ...implementations.guards, ...guards } as never,
      actors,
      actions: mapValues(implementations.actions, convertAction) as never,
    });
    converted.set(machine, ready);
    for (const name of actorNames) convertActor(name);
    return ready;
  }

  return convertMachine;
}

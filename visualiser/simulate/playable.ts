// A machine whose actors and effects are only played: the same states, transitions, guards and assignments, and nothing of it reaches the world.
import { type AnyActorLogic, type AnyStateMachine, createMachine } from 'xstate';
import { actorText } from '../model/what-runs.ts';
import { kindOfLogic, playedLogic } from './played.ts';

type Fields = Record<string, unknown>;
type Call = (...given: unknown[]) => unknown;
type Spawn = (src: unknown, options?: unknown) => unknown;

/** So many steps between two events have no end. */
const MOST_MICROSTEPS = 10_000;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
export const isMachine = (logic: unknown): logic is AnyStateMachine => isObject(logic) && 'root' in logic && 'implementations' in logic;

const each = (value: unknown, one: (single: unknown) => unknown): unknown =>
  value === undefined ? undefined : Array.isArray(value) ? value.map(one) : one(value);

const values = (record: unknown, one: (value: unknown) => unknown): unknown =>
  isObject(record) ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, one(value)])) : record;

/** XState keeps its own actions as functions with what they were given. */
const twin = (action: object, fields: Fields): unknown => Object.assign(() => undefined, action, fields);

/** Only the keys that are there: XState asks whether they are. */
const changed = (fields: Fields, changes: Record<string, (value: unknown) => unknown>): Fields => {
  const result = { ...fields };
  for (const [key, change] of Object.entries(changes)) if (key in fields) result[key] = change(fields[key]);
  return result;
};

/**
 * Makes machines playable. `played`: names under which machines start other machines that are played as well; a machine that is started
 * as it is goes by its own id.
 */
export function playableMachines(played: ReadonlySet<string>): (machine: AnyStateMachine) => AnyStateMachine {
  const made = new Map<unknown, AnyActorLogic>();

  const logicFor = (logic: unknown, name: string): AnyActorLogic => {
    if (isMachine(logic)) return played.has(name) ? playedLogic('machine') : playable(logic);
    const kind = kindOfLogic(logic);
    if (kind === undefined) return logic as AnyActorLogic;
    const known = made.get(logic) ?? playedLogic(kind);
    if (isObject(logic)) made.set(logic, known);
    return known;
  };

  function playable(machine: AnyStateMachine): AnyStateMachine {
    const known = made.get(machine);
    if (known) return known as AnyStateMachine;
    const { implementations } = machine;
    /** Filled last: machines may start each other. */
    const actors: Record<string, AnyActorLogic> = {};

    const wanted = new Set(Object.keys(implementations.actors));

    const inPlace = (src: unknown): unknown => {
      if (typeof src !== 'string') return logicFor(src, actorText(src));
      wanted.add(src);
      return src;
    };
    const named = (src: string): string => {
      actors[src] ??= logicFor(implementations.actors[src], src);
      return src;
    };
    const withSpawn = (given: unknown): unknown =>
      isObject(given) && typeof given.spawn === 'function'
        ? {
            ...given,
            spawn: (src: unknown, options?: unknown) =>
              (given.spawn as Spawn)(typeof src === 'string' ? named(src) : inPlace(src), options),
          }
        : given;
    const assignment = (one: unknown): unknown =>
      typeof one === 'function' ? (given: unknown, params: unknown) => (one as Call)(withSpawn(given), params) : one;

    const BUILT_IN: Record<string, (action: Fields) => Fields> = {
      'xstate.assign': ({ assignment: own }) => ({ assignment: isObject(own) ? values(own, assignment) : assignment(own) }),
      'xstate.spawnChild': ({ src }) => ({ src: inPlace(src) }),
      'xstate.enqueueActions': ({ resolve }) => ({
        resolve: (...given: unknown[]) => {
          const [snapshot, params, actions] = (resolve as Call)(...given) as [unknown, unknown, unknown];
          return [snapshot, params, each(actions, action)];
        },
      }),
    };

    function action(one: unknown): unknown {
      if (typeof one !== 'function') return one;
      const fields = one as unknown as Fields;
      // What it would have done is told by the inspector.
      if (!('resolve' in fields)) return Object.defineProperty(() => undefined, 'name', { value: 'inline' });
      const change = BUILT_IN[String(fields.type)];
      return change ? twin(one, change(fields)) : one;
    }
    const actions = (list: unknown) => each(list, action);
    const transition = (one: unknown): unknown => each(one, (single) => (isObject(single) ? changed(single, { actions }) : single));
    const transitions = (record: unknown) => values(record, transition);
    const invoke = (one: unknown): unknown =>
      each(one, (single) =>
        isObject(single) ? changed(single, { src: inPlace, onDone: transition, onError: transition, onSnapshot: transition }) : single,
      );
    const state = (config: unknown): unknown =>
      isObject(config)
        ? changed(config, {
            entry: actions,
            exit: actions,
            invoke,
            on: transitions,
            after: transitions,
            always: transition,
            onDone: transition,
            initial: (initial) => (isObject(initial) ? changed(initial, { actions }) : initial),
            states: (states) => values(states, state),
          })
        : config;

    const { context, options, ...rest } = machine.config as Fields;
    const config = {
      ...(state(rest) as Fields),
      ...(context !== undefined && { context: assignment(context) }),
      options: { maxIterations: MOST_MICROSTEPS, ...(isObject(options) ? options : {}) },
    };
    const ready: AnyStateMachine = createMachine(config as never, {
      ...implementations,
      actors,
      actions: values(implementations.actions, action) as never,
    });
    made.set(machine, ready);
    for (const name of wanted) named(name);
    return ready;
  }

  return playable;
}

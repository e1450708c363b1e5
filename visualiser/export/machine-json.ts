import { type AnyStateMachine, and, createMachine, not, or, stateIn } from 'xstate';
import { describeAction, describeActor, describeGuard } from '../model/describe-implementations.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What JSON can say of a value; undefined where it can say nothing, of a function for one. */
function plain(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const each = (value: unknown, write: (one: unknown) => unknown): unknown => (Array.isArray(value) ? value.map(write) : write(value));

const mapped = (value: unknown, write: (one: unknown) => unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(one)])) : undefined;

/** `params` that are computed stay with the code, as does everything else that is a function. */
const named = ({ params }: Fields, name: string): unknown => ({ type: name, ...(plain({ params }) as Fields | undefined) });

const actionJson = (action: unknown): unknown => (isFields(action) ? named(action, describeAction(action)) : describeAction(action));

/** A guard made of others is told by its text, and by what it is made of. */
function guardJson(guard: unknown): unknown {
  if (isFields(guard)) return named(guard, describeGuard(guard));
  const text = describeGuard(guard);
  const { guards, stateValue } = (typeof guard === 'function' ? guard : {}) as { guards?: unknown[]; stateValue?: unknown };
  const kind = /^(?:not|and|or|stateIn)(?=\()/.exec(text)?.[0];
  if (!kind || (guards === undefined && stateValue === undefined)) return text;
  return { type: text, params: { [kind]: guards?.map(guardJson) ?? plain(stateValue) } };
}

function fieldsJson(fields: Fields, writers: Record<string, (value: unknown) => unknown>): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, value === undefined ? undefined : (writers[key] ?? plain)(value)])
      .filter(([, value]) => value !== undefined),
  );
}

const actionsJson = (actions: unknown) => each(actions, actionJson);

function transitionJson(transition: unknown): unknown {
  // An event that nothing answers to is not the same as one that nobody mentions.
  if (transition === undefined) return {};
  return isFields(transition) ? fieldsJson(transition, { guard: guardJson, actions: actionsJson }) : plain(transition);
}

const transitionsJson = (transitions: unknown) => each(transitions, transitionJson);

const byEvent = (transitions: unknown) => mapped(transitions, transitionsJson);

const invokeJson = (invoke: unknown) =>
  each(invoke, (one) =>
    isFields(one)
      ? fieldsJson(one, { src: describeActor, onDone: transitionsJson, onError: transitionsJson, onSnapshot: transitionsJson })
      : plain(one),
  );

const STATE: Record<string, (value: unknown) => unknown> = {
  entry: actionsJson,
  exit: actionsJson,
  on: byEvent,
  after: byEvent,
  always: transitionsJson,
  onDone: transitionsJson,
  invoke: invokeJson,
  initial: transitionJson,
  route: transitionJson,
  states: (states) => mapped(states, (state) => (isFields(state) ? fieldsJson(state, STATE) : undefined)),
};

/** Types and schemas say nothing while a machine runs. */
const MACHINE = { ...STATE, types: () => undefined, schemas: () => undefined };

/**
 * A machine as JSON that `createMachine` reads: the configuration it was made with. What runs stays with the code: guards, actions and
 * actors stand there by their names (those without a name by what they read like in its drawing), and context, input, params and output
 * are left out where they are computed. Delays that are numbers stand beside the rest, under `delays`.
 */
export function machineJson(machine: AnyStateMachine): string {
  const delays = Object.entries<unknown>(machine.implementations.delays).filter(([, delay]) => typeof delay === 'number');
  const config = fieldsJson(machine.config as Fields, MACHINE);
  return `${JSON.stringify({ ...config, ...(delays.length > 0 && { delays: Object.fromEntries(delays) }) }, undefined, 2)}\n`;
}

const madeOf: Record<string, (given: unknown) => unknown> = {
  not: (given) => not(revived((given as unknown[])[0]) as never),
  and: (given) => and((given as unknown[]).map(revived) as never),
  or: (given) => or((given as unknown[]).map(revived) as never),
  stateIn: (given) => stateIn(given as never),
};

/** Guards that are made of others are made again; everything else is as it was written. */
function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (!isFields(value)) return value;
  const { type, params } = value;
  const [kind = '', given] = isFields(params) ? (Object.entries(params)[0] ?? []) : [];
  const make = typeof type === 'string' && type.startsWith(`${kind}(`) ? madeOf[kind] : undefined;
  return make ? make(given) : mapped(value, revived);
}

/** What JSON could not say, from the place where it stood. */
function withCode(written: unknown, code: unknown): unknown {
  if (typeof code === 'function') return code;
  if (Array.isArray(written) && Array.isArray(code)) return written.map((one, index) => withCode(one, code[index]));
  if (!isFields(written) || !isFields(code)) return written;
  const keys = new Set([...Object.keys(code), ...Object.keys(written)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key === 'context' || key === 'src' ? (code[key] ?? written[key]) : withCode(written[key], code[key])]),
  );
}

/**
 * The machine that JSON tells of. With `code`, the machine it was written from or one of the same shape, it also runs: functions and
 * implementations are taken from there. Throws what `JSON.parse` and `createMachine` throw.
 */
export function machineFrom(json: string, code?: AnyStateMachine): AnyStateMachine {
  const { delays = {}, ...written } = JSON.parse(json) as Fields;
  if (!code) return createMachine(revived(written) as never, { delays } as never);
  const { guards, actions, actors, delays: known } = code.implementations;
  return createMachine(
    withCode(written, code.config) as never,
    { guards, actions, actors, delays: { ...(delays as object), ...known } } as never,
  );
}

import { type AnyStateMachine, and, createMachine, not, or, stateIn } from 'xstate';
import { describeAction, describeActor, describeGuard, INLINE } from '../model/describe-implementations.ts';

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON form of a value; undefined if it has none, as for a function. */
function toJsonValue(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const mapOneOrMany = (value: unknown, write: (item: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(write) : write(value);

const mapValues = (value: unknown, write: (item: unknown) => unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, write(item)])) : undefined;

/** Computed `params` stay in the code, like all functions. */
const toNamedJson = ({ type, params }: Fields): unknown => ({
  type: typeof type === 'string' ? type : INLINE,
  ...(toJsonValue({ params }) as Fields | undefined),
});

const toActionJson = (action: unknown): unknown => (isRecord(action) ? toNamedJson(action) : describeAction(action));

/** A composed guard is written as its text and its operands. */
function toGuardJson(guard: unknown): unknown {
  if (isRecord(guard)) return toNamedJson(guard);
  const text = describeGuard(guard);
  const { guards, stateValue } = (typeof guard === 'function' ? guard : {}) as { guards?: unknown[]; stateValue?: unknown };
  const kind = /^(?:not|and|or|stateIn)(?=\()/.exec(text)?.[0];
  if (!kind || (guards === undefined && stateValue === undefined)) return text;
  return { type: text, params: { [kind]: guards?.map(toGuardJson) ?? toJsonValue(stateValue) } };
}

function toFieldsJson(fields: Fields, writers: Record<string, (value: unknown) => unknown>): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, value === undefined ? undefined : (writers[key] ?? toJsonValue)(value)])
      .filter(([, value]) => value !== undefined),
  );
}

const toActionsJson = (actions: unknown) => mapOneOrMany(actions, toActionJson);

function toTransitionJson(transition: unknown): unknown {
  // An event with no transition differs from an event that is not mentioned: it hides transitions of parent states.
  if (transition === undefined) return {};
  return isRecord(transition) ? toFieldsJson(transition, { guard: toGuardJson, actions: toActionsJson }) : toJsonValue(transition);
}

const toTransitionsJson = (transitions: unknown) => mapOneOrMany(transitions, toTransitionJson);

const toTransitionsByEvent = (transitions: unknown) => mapValues(transitions, toTransitionsJson);

const toInvokeJson = (invoke: unknown) =>
  mapOneOrMany(invoke, (item) =>
    isRecord(item)
      ? toFieldsJson(item, { src: describeActor, onDone: toTransitionsJson, onError: toTransitionsJson, onSnapshot: toTransitionsJson })
      : toJsonValue(item),
  );

type NumericDelays = ReadonlyMap<string, number>;

/**
 * `createMachine` knows no named delays without code, so each is written as its milliseconds, with its name in the `meta` of its
 * transitions. Two names of the same length share a key; their transitions are tried in the order of the names.
 */
function toDelayedJson(after: unknown, delays: NumericDelays): unknown {
  if (!isRecord(after)) return undefined;
  const written = new Map<string, unknown[]>();
  for (const [name, transitions] of Object.entries(after)) {
    const ms = delays.get(name);
    const items = [toTransitionsJson(transitions)].flat().map((item) => {
      if (ms === undefined) return item;
      const fields = isRecord(item) ? item : { target: item };
      return { ...fields, meta: { ...(isRecord(fields['meta']) && fields['meta']), delayName: name } };
    });
    const key = ms === undefined ? name : String(ms);
    written.set(key, [...(written.get(key) ?? []), ...items]);
  }
  return Object.fromEntries([...written].map(([key, items]) => [key, items.length === 1 ? items[0] : items]));
}

/** Gives delays their names back. */
function reviveDelays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveDelays);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (key !== 'after' || !isRecord(inner)) return [[key, reviveDelays(inner)]];
      return [[key, Object.fromEntries(Object.entries(inner).flatMap(([ms, transitions]) => splitByDelay(ms, transitions)))]];
    }),
  );
}

function splitByDelay(ms: string, transitions: unknown): [string, unknown][] {
  const byName = new Map<string, unknown[]>();
  for (const item of [transitions].flat()) {
    const { meta, ...rest } = isRecord(item) ? item : { meta: undefined };
    if (!isRecord(meta) || typeof meta['delayName'] !== 'string') {
      byName.set(ms, [...(byName.get(ms) ?? []), item]);
      continue;
    }
    const { delayName, ...others } = meta;
    byName.set(delayName as string, [
      ...(byName.get(delayName as string) ?? []),
      { ...rest, ...(Object.keys(others).length > 0 && { meta: others }) },
    ]);
  }
  return [...byName].map(([name, items]) => [name, items.length === 1 ? items[0] : items]);
}

const createStateWriters = (delays: NumericDelays): Record<string, (value: unknown) => unknown> => {
  const writers: Record<string, (value: unknown) => unknown> = {
    entry: toActionsJson,
    exit: toActionsJson,
    on: toTransitionsByEvent,
    after: (after) => toDelayedJson(after, delays),
    always: toTransitionsJson,
    onDone: toTransitionsJson,
    invoke: toInvokeJson,
    initial: toTransitionJson,
    route: toTransitionJson,
    states: (states) => mapValues(states, (state) => (isRecord(state) ? toFieldsJson(state, writers) : undefined)),
  };
  return writers;
};

/**
 * The configuration of a machine as JSON that `createMachine` reads. Code is left out: guards, actions and actors are written by name (or
 * by their text in drawings), and computed context, input, params and output are omitted. Named delays of a fixed length are written as it.
 */
export function toMachineJson(machine: AnyStateMachine): string {
  const delays = new Map(
    Object.entries<unknown>(machine.implementations.delays).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
  // Types and schemas have no meaning at run time.
  const config = toFieldsJson(machine.config as Fields, {
    ...createStateWriters(delays),
    types: () => undefined,
    schemas: () => undefined,
  });
  return `${JSON.stringify({ ...config, ...(delays.size > 0 && { delays: Object.fromEntries(delays) }) }, undefined, 2)}\n`;
}

const GUARD_MAKERS: Record<string, (operands: unknown) => unknown> = {
  not: (operands) => not(reviveGuards((operands as unknown[])[0]) as never),
  and: (operands) => and((operands as unknown[]).map(reviveGuards) as never),
  or: (operands) => or((operands as unknown[]).map(reviveGuards) as never),
  stateIn: (operands) => stateIn(operands as never),
};

/** Restores composed guards; everything else stays as it is. */
function reviveGuards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveGuards);
  if (!isRecord(value)) return value;
  const { type, params } = value;
  const [kind = '', operands] = isRecord(params) ? (Object.entries(params)[0] ?? []) : [];
  const make = typeof type === 'string' && type.startsWith(`${kind}(`) ? GUARD_MAKERS[kind] : undefined;
  return make ? make(operands) : mapValues(value, reviveGuards);
}

/** Fills in what JSON could not express from the same position in the code. */
function mergeCode(written: unknown, code: unknown): unknown {
  if (typeof code === 'function') return code;
  if (Array.isArray(written) && Array.isArray(code)) return written.map((item, index) => mergeCode(item, code[index]));
  if (!isRecord(written) || !isRecord(code)) return written;
  const keys = new Set([...Object.keys(code), ...Object.keys(written)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key === 'context' || key === 'src' ? (code[key] ?? written[key]) : mergeCode(written[key], code[key])]),
  );
}

/**
 * Creates the machine that JSON describes. With `code`, the machine it was written from or one of the same shape, it can also run:
 * functions and implementations are taken from there. Throws whatever `JSON.parse` and `createMachine` throw.
 */
export function fromMachineJson(json: string, code?: AnyStateMachine): AnyStateMachine {
  const { delays = {}, ...config } = JSON.parse(json) as Fields;
  const written = reviveDelays(config);
  if (!code) return createMachine(reviveGuards(written) as never, { delays } as never);
  const { guards, actions, actors, delays: codeDelays } = code.implementations;
  return createMachine(
    mergeCode(written, code.config) as never,
    { guards, actions, actors, delays: { ...(delays as object), ...codeDelays } } as never,
  );
}

import { type AnyActorRef, type AnyStateMachine, createActor, type Snapshot } from 'xstate';
import { isMomentary } from '../kernel/page/momentary.ts';

/** A page as it is remembered while it does not live: where it stood and what was typed, without what the server can say again. */
export interface Memo {
  /** Of the machine that wrote it: another machine does not read it. */
  shape: string;
  snapshot: Snapshot<unknown>;
}

/** Never kept, wherever it stands. */
const SECRET = /^(?:pwd|password|passwd|new_?passw(?:or)?d|token|secret)$/i;

const forgetful = (key: string, value: unknown): unknown => {
  if (isMomentary(key)) return undefined;
  return SECRET.test(key) && typeof value === 'string' ? '' : value;
};

const shapes = new WeakMap<AnyStateMachine, string>();

/** The keys of a value and the kinds of what they hold, two levels of lists and all levels of objects deep. */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'list';
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isMomentary(key))
      .map(([key, one]) => [key, kindOf(one)]),
  );
}

/** Short and the same for the same text; not for anybody to rely on against ill will. */
function digest(text: string): string {
  let sum = 5381;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 33) ^ text.charCodeAt(at)) >>> 0;
  return `${text.length.toString(36)}-${sum.toString(36)}`;
}

function structureOf(machine: AnyStateMachine, seen: Set<AnyStateMachine>): unknown {
  if (seen.has(machine)) return machine.id;
  seen.add(machine);
  const parts = Object.entries<unknown>(machine.implementations.actors).map(([name, logic]) => [
    name,
    isMachine(logic) ? structureOf(logic, seen) : '',
  ]);
  return [machine.definition, parts];
}

/** Words for people: they may be put better without anything being another thing. */
const withoutWords = (key: string, value: unknown): unknown => (key === 'description' && typeof value === 'string' ? undefined : value);

const isMachine = (logic: unknown): logic is AnyStateMachine => typeof logic === 'object' && logic !== null && 'definition' in logic;

/** What a machine's snapshots look like: states, parts and the shape of what they remember. It changes by itself when they do. */
export function shapeOf(machine: AnyStateMachine): string {
  const known = shapes.get(machine);
  if (known) return known;
  const first = createActor(machine, { input: { search: '' } }).getPersistedSnapshot();
  const shape = digest(JSON.stringify(structureOf(machine, new Set()), withoutWords) + JSON.stringify(kindOf(first)));
  shapes.set(machine, shape);
  return shape;
}

/** One form for sleep and for storage: plain JSON, without answers and without secrets. */
export const memoOf = (page: AnyActorRef, machine: AnyStateMachine): Memo =>
  JSON.parse(JSON.stringify({ shape: shapeOf(machine), snapshot: page.getPersistedSnapshot() }, forgetful));

/** A memo as it was stored; anything else is none. */
export function readMemo(value: unknown): Memo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const shape: unknown = Reflect.get(value, 'shape');
  const snapshot: unknown = Reflect.get(value, 'snapshot');
  const isSnapshot = typeof snapshot === 'object' && snapshot !== null && Reflect.get(snapshot, 'status') === 'active';
  return typeof shape === 'string' && isSnapshot ? { shape, snapshot: snapshot as Snapshot<unknown> } : undefined;
}

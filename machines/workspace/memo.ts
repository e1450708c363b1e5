import { type AnyActorRef, type AnyStateMachine, createActor, type Snapshot } from 'xstate';
import { isTransient } from '../kernel/page/transient-keys.ts';

/** The stored state of a sleeping page: its address and typed content, without answers of the server. */
export interface Memo {
  /** Shape of the machine that wrote it: a machine of another shape ignores it. */
  shape: string;
  snapshot: Snapshot<unknown>;
  /** Written in another window: a page that shows a dialog or drawer without typed content starts afresh instead. */
  isFromElsewhere?: boolean;
}

/** Keys that are never stored, at any depth. */
const SECRET = /^(?:pwd|password|passwd|new_?passw(?:or)?d|token|secret)$/i;

const dropUnstored = (key: string, value: unknown): unknown => {
  if (isTransient(key)) return undefined;
  return SECRET.test(key) && typeof value === 'string' ? '' : value;
};

const shapes = new WeakMap<AnyStateMachine, string>();

/** The keys of a value and the types of their values. Lists are not examined further. */
function typesOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'list';
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isTransient(key))
      .map(([key, one]) => [key, typesOf(one)]),
  );
}

/** A short, deterministic hash; not for security. */
function hash(text: string): string {
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

/** Descriptions may be reworded without changing the shape. */
const withoutDescriptions = (key: string, value: unknown): unknown =>
  key === 'description' && typeof value === 'string' ? undefined : value;

const isMachine = (logic: unknown): logic is AnyStateMachine => typeof logic === 'object' && logic !== null && 'definition' in logic;

/** Describes the snapshots of a machine: its states, actors and the structure of its context. It changes automatically with them. */
export function shapeOf(machine: AnyStateMachine): string {
  const known = shapes.get(machine);
  if (known) return known;
  const first = createActor(machine, { input: { search: '' } }).getPersistedSnapshot();
  const shape = hash(JSON.stringify(structureOf(machine, new Set()), withoutDescriptions) + JSON.stringify(typesOf(first)));
  shapes.set(machine, shape);
  return shape;
}

/** The memo of a page for sleep and storage: plain JSON without answers and secrets. */
export const createMemo = (page: AnyActorRef, machine: AnyStateMachine): Memo =>
  JSON.parse(JSON.stringify({ shape: shapeOf(machine), snapshot: page.getPersistedSnapshot() }, dropUnstored));

/** Reads a stored memo; undefined for anything else. */
export function readMemo(value: unknown): Memo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const shape: unknown = Reflect.get(value, 'shape');
  const snapshot: unknown = Reflect.get(value, 'snapshot');
  const isSnapshot = typeof snapshot === 'object' && snapshot !== null && Reflect.get(snapshot, 'status') === 'active';
  const isFromElsewhere = Reflect.get(value, 'isFromElsewhere') === true;
  return typeof shape === 'string' && isSnapshot ? { shape, snapshot: snapshot as Snapshot<unknown>, isFromElsewhere } : undefined;
}

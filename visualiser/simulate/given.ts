// Values between files and machines.
import type { AnyStateMachine } from 'xstate';

export type MachineOf = (key: string) => AnyStateMachine | undefined;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What a value of a file cannot say by itself: `{ '~': kind, text }`. */
function marked(value: Record<string, unknown>): { kind: string; text: string } | undefined {
  const { '~': kind, text } = value;
  return typeof kind === 'string' ? { kind, text: typeof text === 'string' ? text : '' } : undefined;
}

/** The value a file means. Throws where it names a machine that nobody knows. */
export function given(value: unknown, machineOf: MachineOf): unknown {
  if (Array.isArray(value)) return value.map((one) => given(one, machineOf));
  if (!isObject(value)) return value;
  const mark = marked(value);
  if (!mark) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, given(one, machineOf)]));
  if (mark.kind === 'date') return new Date(mark.text);
  if (mark.kind === 'error') return new Error(mark.text);
  if (mark.kind !== 'machine') return undefined;
  const machine = machineOf(mark.text);
  if (!machine) throw new Error(`there is no machine "${mark.text}"`);
  return machine;
}

/** Keys of all machines that a value names. */
export function machinesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(machinesIn);
  if (!isObject(value)) return [];
  const mark = marked(value);
  if (mark) return mark.kind === 'machine' ? [mark.text] : [];
  return Object.values(value).flatMap(machinesIn);
}

/** Deeper than this nothing is told. */
const DEPTH = 12;

/** A value as data that a file can hold: what it cannot is told by a mark, or left out. */
export function told(value: unknown, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return String(value);
  if (!isObject(value)) return undefined;
  if (value instanceof Date) return { '~': 'date', text: Number.isNaN(value.getTime()) ? '' : value.toISOString() };
  if (value instanceof Error) return { '~': 'error', text: value.message };
  if (depth === DEPTH) return { '~': 'cut' };
  if (value instanceof Map || value instanceof Set) return [...value].map((one) => told(one, depth + 1) ?? null);
  if (Array.isArray(value)) return value.map((one) => told(one, depth + 1) ?? null);
  if (typeof value.send === 'function' && 'sessionId' in value) return { '~': 'actor', text: String(value.id) };
  if ('root' in value && 'implementations' in value) return { '~': 'logic', text: String(value.id) };
  if (typeof value.toJSON === 'function') return told((value.toJSON as () => unknown)(), depth + 1);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const text = told(one, depth + 1);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

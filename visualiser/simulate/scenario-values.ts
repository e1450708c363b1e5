// Converts values between scenario files and machines.
import type { AnyStateMachine } from 'xstate';

export type FindMachine = (key: string) => AnyStateMachine | undefined;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads the mark of a value that JSON cannot express: `{ '~': kind, text }`. */
function readMark(value: Record<string, unknown>): { kind: string; text: string } | undefined {
  const { '~': kind, text } = value;
  return typeof kind === 'string' ? { kind, text: typeof text === 'string' ? text : '' } : undefined;
}

/** The value that a file describes. Throws if it names an unknown machine. */
export function fromScenarioValue(value: unknown, findMachine: FindMachine): unknown {
  if (Array.isArray(value)) return value.map((item) => fromScenarioValue(item, findMachine));
  if (!isObject(value)) return value;
  const mark = readMark(value);
  if (!mark) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromScenarioValue(item, findMachine)]));
  if (mark.kind === 'date') return new Date(mark.text);
  if (mark.kind === 'error') return new Error(mark.text);
  if (mark.kind !== 'machine') return undefined;
  const machine = findMachine(mark.text);
  if (!machine) throw new Error(`there is no machine "${mark.text}"`);
  return machine;
}

/** Keys of all machines that a value names. */
export function listMachineKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listMachineKeys);
  if (!isObject(value)) return [];
  const mark = readMark(value);
  if (mark) return mark.kind === 'machine' ? [mark.text] : [];
  return Object.values(value).flatMap(listMachineKeys);
}

/** Deeper values are cut. */
const MAX_DEPTH = 12;

/** A value as JSON that a file can hold: other values are replaced by a mark, or left out. */
export function toScenarioValue(value: unknown, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return String(value);
  if (!isObject(value)) return undefined;
  if (value instanceof Date) return { '~': 'date', text: Number.isNaN(value.getTime()) ? '' : value.toISOString() };
  if (value instanceof Error) return { '~': 'error', text: value.message };
  if (depth === MAX_DEPTH) return { '~': 'cut' };
  if (value instanceof Map || value instanceof Set) return [...value].map((item) => toScenarioValue(item, depth + 1) ?? null);
  if (Array.isArray(value)) return value.map((item) => toScenarioValue(item, depth + 1) ?? null);
  if (typeof value.send === 'function' && 'sessionId' in value) return { '~': 'actor', text: String(value.id) };
  if ('root' in value && 'implementations' in value) return { '~': 'logic', text: String(value.id) };
  if (typeof value.toJSON === 'function') return toScenarioValue((value.toJSON as () => unknown)(), depth + 1);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const data = toScenarioValue(item, depth + 1);
      return data === undefined ? [] : [[key, data]];
    }),
  );
}

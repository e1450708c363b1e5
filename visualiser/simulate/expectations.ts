import type { Difference, Expectation } from '../model/scenario.ts';
import { given, told } from './given.ts';
import { machineSnapshot, type Simulation } from './simulation.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
  }
  return Object.is(a, b);
};

/** Where a value lacks what is expected of it. Lists are as long as expected; of objects only what is expected is looked at. */
function lacking(expected: unknown, found: unknown, at: string): { at: string; expected: unknown; found: unknown }[] {
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    return expected.flatMap((one, index) => lacking(one, found[index], `${at}[${index}]`));
  }
  if (isRecord(expected) && isRecord(found)) {
    return Object.entries(expected).flatMap(([key, one]) => lacking(one, found[key], `${at}.${key}`));
  }
  return isSame(expected, found) ? [] : [{ at, expected, found }];
}

/** What is otherwise than expected; nothing where all is well. */
export function differencesIn(run: Simulation, expectations: readonly Expectation[]): Difference[] {
  return expectations.flatMap(({ actor: name = '', value, states, status, context }): Difference[] => {
    const actor = run.actor(name);
    const machine = run.machines().find((one) => one.name === name);
    const found = machine?.status === 'stopped' ? 'gone' : (machine?.status ?? 'gone');
    const differences: Omit<Difference, 'actor'>[] = [];
    // Who is expected to stand somewhere is expected to live.
    if (status !== undefined ? status !== found : !machine) differences.push({ at: 'status', expected: status ?? 'active', found });
    if (machine && actor) {
      if (value !== undefined && !isSame(value, machine.value)) differences.push({ at: 'value', expected: value, found: machine.value });
      const missing = (states ?? []).filter((state) => !machine.states.includes(state));
      if (missing.length > 0) differences.push({ at: 'states', expected: states, found: machine.states });
      if (context !== undefined) {
        const plain = (one: unknown) => told(one) ?? null;
        differences.push(...lacking(plain(given(context, () => undefined)), plain(machineSnapshot(actor)?.context), 'context'));
      }
    }
    return differences.map((difference) => ({ actor: name, ...difference, found: difference.found ?? null }));
  });
}

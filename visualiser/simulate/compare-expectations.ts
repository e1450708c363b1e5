import type { Difference, Expectation } from '../model/scenario.ts';
import { fromScenarioValue, toScenarioValue } from './scenario-values.ts';
import { getMachineSnapshot, type Simulation } from './simulation.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
  }
  return Object.is(a, b);
};

/** Finds the parts of a value that differ from what is expected. Lists must match in length; objects may have further keys. */
function findMissing(expected: unknown, actual: unknown, path: string): { path: string; expected: unknown; actual: unknown }[] {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item, index) => findMissing(item, actual[index], `${path}[${index}]`));
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.entries(expected).flatMap(([key, item]) => findMissing(item, actual[key], `${path}.${key}`));
  }
  return isSame(expected, actual) ? [] : [{ path, expected, actual }];
}

/** Differences between a simulation and what is expected of it; empty if everything matches. */
export function compareExpectations(simulation: Simulation, expectations: readonly Expectation[]): Difference[] {
  return expectations.flatMap(({ actor: name = '', value, states, status, context }): Difference[] => {
    const actor = simulation.findActor(name);
    const machine = simulation.listMachines().find((one) => one.name === name);
    const actual = machine?.status === 'stopped' ? 'gone' : (machine?.status ?? 'gone');
    const differences: Omit<Difference, 'actor'>[] = [];
    // Any expectation of an actor implies that the actor is active.
    if (status !== undefined ? status !== actual : !machine) differences.push({ path: 'status', expected: status ?? 'active', actual });
    if (machine && actor) {
      if (value !== undefined && !isSame(value, machine.value)) differences.push({ path: 'value', expected: value, actual: machine.value });
      const missing = (states ?? []).filter((state) => !machine.states.includes(state));
      if (missing.length > 0) differences.push({ path: 'states', expected: states, actual: machine.states });
      if (context !== undefined) {
        const toPlain = (one: unknown) => toScenarioValue(one) ?? null;
        differences.push(
          ...findMissing(toPlain(fromScenarioValue(context, () => undefined)), toPlain(getMachineSnapshot(actor)?.context), 'context'),
        );
      }
    }
    return differences.map((difference) => ({ actor: name, ...difference, actual: difference.actual ?? null }));
  });
}

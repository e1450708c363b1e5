import type { AnyStateMachine } from 'xstate';
import type { MachineSource } from '../adapter/machine-source.ts';
import type { Examples, ScenarioEvent } from '../model/scenario.ts';
import { toScenarioValue } from '../simulate/scenario-values.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Declared examples of all machines of a project, as data. Machines among the values are replaced by their keys. */
export async function collectExamples(source: MachineSource): Promise<Examples> {
  const machines = await source.machines();
  const findKey = (machine: AnyStateMachine) => machines.find((one) => one.machine.config === machine.config)?.key;
  const replaceMachines = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceMachines);
    if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) {
      const key = isObject(value) && 'root' in value && 'config' in value ? findKey(value as unknown as AnyStateMachine) : undefined;
      return key === undefined ? value : { '~': 'machine', text: key };
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceMachines(one)]));
  };
  const toData = (value: unknown) => toScenarioValue(replaceMachines(value));
  return Object.fromEntries(
    machines.map(({ key, input, events = [] }) => [
      key,
      { ...(input !== undefined && { input: toData(input) }), events: events.map((event) => toData(event) as ScenarioEvent) },
    ]),
  );
}

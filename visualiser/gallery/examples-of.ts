import type { AnyStateMachine } from 'xstate';
import type { MachineSource } from '../adapter/machine-source.ts';
import type { Examples, GivenEvent } from '../model/scenario.ts';
import { told } from '../simulate/given.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What was declared of all machines of a project, as data. Machines among the values go by their keys. */
export async function examplesOf(source: MachineSource): Promise<Examples> {
  const all = await source.machines();
  const keyOf = (machine: AnyStateMachine) => all.find((one) => one.machine.config === machine.config)?.key;
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) {
      const key = isObject(value) && 'root' in value && 'config' in value ? keyOf(value as unknown as AnyStateMachine) : undefined;
      return key === undefined ? value : { '~': 'machine', text: key };
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one)]));
  };
  const data = (value: unknown) => told(named(value));
  return Object.fromEntries(
    all.map(({ key, input, events = [] }) => [
      key,
      { ...(input !== undefined && { input: data(input) }), events: events.map((event) => data(event) as GivenEvent) },
    ]),
  );
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf, root } from '#tools/source.ts';
import { projectMachines } from '#tools/visualiser/project-machines.ts';
import { checkout } from '#visualiser/fixtures/checkout.ts';
import { mediaPlayer } from '#visualiser/fixtures/media-player.ts';
import { countExpectations, readScenario } from '#visualiser/simulate/read-scenario.ts';
import { describeDifferences, simulate } from '#visualiser/simulate/simulate.ts';

const machines = new Map([
  ...(await projectMachines.machines()).map(({ key, machine }) => [key, machine] as const),
  ['fixtures/checkout', checkout] as const,
  ['fixtures/mediaPlayer', mediaPlayer] as const,
]);
const machineOf = (key: string) => machines.get(key);

/** Everything that a scenario says and that is not so. */
function faultsOf(text: string): string[] {
  const scenario = readScenario(text);
  const machine = machineOf(scenario.machine);
  if (!machine) return [`there is no machine "${scenario.machine}"`];
  if (countExpectations(scenario) === 0) return ['it expects nothing'];
  return describeDifferences(simulate({ machine, findMachine: machineOf, scenario }));
}

const files = filesOf(['machines', 'visualiser'], /\.scenario\.json$/);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the scenario', () => {
  it.each(files.map(({ file }) => file))('%s holds', (file) => {
    expect(faultsOf(read(file))).toEqual([]);
  });
});

describe('scenarios', () => {
  const session = JSON.parse(read('machines/session/sign-in.scenario.json')) as { steps: { expect?: { value?: unknown }[] }[] };
  const planted = (change: (scenario: typeof session & Record<string, unknown>) => void): string => {
    const copy = structuredClone(session);
    change(copy as never);
    return JSON.stringify(copy);
  };

  it('are found by their names alone', () => {
    expect(files.length).toBeGreaterThanOrEqual(6);
  });

  it('do not hold where a machine stands otherwise', () => {
    const faults = faultsOf(
      planted(({ steps }) => {
        steps[1] = { ...steps[1], expect: [{ value: { signedIn: 'known' } }] };
      }),
    );
    expect(faults).toEqual(['step 2: value is "signedOut", not {"signedIn":"known"}']);
  });

  it('do not hold where they expect nothing, or are of no machine', () => {
    const silent = planted((scenario) => {
      delete scenario['expect'];
      scenario.steps = scenario.steps.map(({ expect: _, ...step }) => step);
    });
    expect(faultsOf(silent)).toEqual(['it expects nothing']);
    const lost = planted((scenario) => {
      scenario['machine'] = 'session/nobody';
    });
    expect(faultsOf(lost)).toEqual(['there is no machine "session/nobody"']);
  });
});

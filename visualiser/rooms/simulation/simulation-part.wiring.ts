import { fromPromise } from 'xstate';
import { saveFile } from '#src/platform/browser-window.ts';
import { type PreparedMachine, simulationMachine } from '#visualiser/machines/simulation.machine.ts';
import type { Gallery } from '../../model/gallery.ts';
import type { Examples, Scenario, SimulationState } from '../../model/scenario.ts';
import { fetchJson, keepUntilChange, loadMachine } from '../../site/files.wiring.ts';

// Loaded with the first machine, because drawings do not need it.
const loadEngine = () => import('../../simulate/index.ts');

/** The room with its actors. */
export function createSimulationRoom() {
  const loadGallery = keepUntilChange(() => fetchJson<Gallery>('gallery.json'));
  const loadExamples = keepUntilChange(() => fetchJson<Examples>('examples.json'));
  /** Keys of machines by print, to find the examples of child machines. */
  const loadKeysByPrint = keepUntilChange(async () => {
    const [{ machines }, { computeChartPrint }] = await Promise.all([loadGallery(), loadEngine()]);
    return new Map(machines.map(({ key, chart }) => [computeChartPrint(chart), key]));
  });

  const loadMachineByKey = async (key: string) => {
    if (!(await loadGallery()).machines.some((one) => one.key === key)) throw new Error(`there is no machine "${key}"`);
    return await loadMachine(key);
  };

  const prepareMachine = async (key: string): Promise<PreparedMachine> => {
    const [machine, examples, { inferInput }] = await Promise.all([loadMachineByKey(key), loadExamples(), loadEngine()]);
    const { input, events = [] } = examples[key] ?? {};
    const isDeclared = examples[key] !== undefined && 'input' in examples[key];
    return { input: isDeclared ? input : inferInput(machine), isDeclared, events };
  };

  const runScenario = async (scenario: Scenario): Promise<SimulationState> => {
    const [machine, keys, examples, { simulate, listMachineKeys }] = await Promise.all([
      loadMachineByKey(scenario.machine),
      loadKeysByPrint(),
      loadExamples(),
      loadEngine(),
    ]);
    const otherKeys = [...new Set(listMachineKeys(scenario))];
    const otherMachines = new Map(await Promise.all(otherKeys.map(async (key) => [key, await loadMachineByKey(key)] as const)));
    return simulate({
      machine,
      scenario,
      findMachine: (key) => otherMachines.get(key),
      findExamples: ({ name, print }) => examples[name === '' ? scenario.machine : (keys.get(print) ?? '')]?.events ?? [],
    });
  };

  return simulationMachine.provide({
    actors: {
      prepareMachine: fromPromise<PreparedMachine, { key: string }>(({ input }) => prepareMachine(input.key)),
      simulate: fromPromise<SimulationState, { scenario: Scenario | undefined }>(async ({ input: { scenario } }) => {
        if (!scenario) throw new Error('there is nothing to be run');
        return await runScenario(scenario);
      }),
      readScenario: fromPromise<Scenario, { text: string }>(async ({ input }) => (await loadEngine()).readScenario(input.text)),
    },
    actions: {
      saveFile: (_, { scenario }) => {
        if (!scenario) return;
        const name = `${scenario.machine.replaceAll('/', '-')}.scenario.json`;
        void loadEngine().then(({ formatScenario }) => saveFile(name, new Blob([formatScenario(scenario)], { type: 'application/json' })));
      },
    },
  });
}

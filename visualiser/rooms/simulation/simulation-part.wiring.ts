import { fromPromise } from 'xstate';
import { saveFile } from '#src/platform/browser-window.ts';
import { type Prepared, simulationMachine } from '#visualiser/machines/simulation.machine.ts';
import { loadMachine } from '../../adapter/load-machine.ts';
import type { Gallery } from '../../model/gallery.ts';
import type { Examples, Scenario, SimulationState } from '../../model/scenario.ts';

const fetched = async <Content>(path: string): Promise<Content> => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Content;
};

/** What does not change while the page stands, once it was fetched. */
function once<Content>(load: () => Promise<Content>): () => Promise<Content> {
  let known: Promise<Content> | undefined;
  return () => {
    known ??= load().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

// The engine is fetched with the first machine: who only looks at drawings needs none of it.
const engine = () => import('../../simulate/index.ts');

/** The room as the page composes it. */
export function simulationPart() {
  const gallery = once(() => fetched<Gallery>('gallery.json'));
  const examples = once(() => fetched<Examples>('examples.json'));
  /** Keys of machines by their prints: so the examples of a machine are found that another one has started. */
  const prints = once(async () => {
    const [{ machines }, { computeChartPrint }] = await Promise.all([gallery(), engine()]);
    return new Map(machines.map(({ key, chart }) => [computeChartPrint(chart), key]));
  });

  const machineFor = async (key: string) => {
    const shown = (await gallery()).machines.find((one) => one.key === key);
    if (!shown) throw new Error(`there is no machine "${key}"`);
    return await loadMachine(shown.at);
  };

  const prepare = async (key: string): Promise<Prepared> => {
    const [machine, known, { inferInput }] = await Promise.all([machineFor(key), examples(), engine()]);
    const { input, events = [] } = known[key] ?? {};
    const isDeclared = known[key] !== undefined && 'input' in known[key];
    return { input: isDeclared ? input : inferInput(machine), isDeclared, events };
  };

  const perform = async (scenario: Scenario): Promise<SimulationState> => {
    const [machine, keys, known, { simulate, listMachineKeys }] = await Promise.all([
      machineFor(scenario.machine),
      prints(),
      examples(),
      engine(),
    ]);
    const others = [...new Set(listMachineKeys(scenario))];
    const named = new Map(await Promise.all(others.map(async (key) => [key, await machineFor(key)] as const)));
    return simulate({
      machine,
      scenario,
      findMachine: (key) => named.get(key),
      findExamples: ({ name, print }) => known[name === '' ? scenario.machine : (keys.get(print) ?? '')]?.events ?? [],
    });
  };

  return simulationMachine.provide({
    actors: {
      prepare: fromPromise<Prepared, { key: string }>(({ input }) => prepare(input.key)),
      perform: fromPromise<SimulationState, { scenario: Scenario | undefined }>(async ({ input: { scenario } }) => {
        if (!scenario) throw new Error('there is nothing to be run');
        return await perform(scenario);
      }),
      readFile: fromPromise<Scenario, { text: string }>(async ({ input }) => (await engine()).readScenario(input.text)),
    },
    actions: {
      saveFile: (_, { scenario }) => {
        if (!scenario) return;
        const name = `${scenario.machine.replaceAll('/', '-')}.scenario.json`;
        void engine().then(({ formatScenario }) => saveFile(name, new Blob([formatScenario(scenario)], { type: 'application/json' })));
      },
    },
  });
}

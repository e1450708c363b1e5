import { type ActorRefFrom, assign, raise, setup } from 'xstate';
import { type Failure, toFailure } from '#machines/kernel/form/faults.ts';
import type { HistoryStep } from '#machines/kernel/page/page-contract.ts';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import { tell, toChild } from '#machines/kernel/tell.ts';
import type { Chart } from '#visualiser/model/chart.ts';
import type { RecordedEntry } from '#visualiser/model/recording.ts';
import type { MachineExamples, Scenario, ScenarioStep, SimulationState, Step } from '#visualiser/model/scenario.ts';
import { traceMachine } from './trace.machine.ts';
import type { Place } from './visualiser-place.ts';

/** What is known of a machine before it is started. */
export interface PreparedMachine extends MachineExamples {
  /** Whether the input was declared; otherwise it has the fields that the machine reads first, all empty. */
  isDeclared: boolean;
}

/** Options to start a run with. */
export interface RunOptions {
  input?: unknown;
  /** Names of machines that are played by hand instead of run. */
  play: readonly string[];
}

interface SimulationContext {
  place: Place;
  /** Key of the simulated machine; empty until one is chosen. */
  key: string;
  /** Search text of the list of machines. */
  query: string;
  prepared: PreparedMachine | undefined;
  /** What was done so far. */
  scenario: Scenario | undefined;
  /** Steps of the opened file that were not run yet. */
  script: readonly ScenarioStep[];
  /** The scenario file that was opened last. */
  openedScenario: Scenario | undefined;
  /** Whether an opened scenario starts as soon as its machine is loaded. */
  isStartPending: boolean;
  /** Result of the scenario so far. */
  simulation: SimulationState | undefined;
  failure: Failure | undefined;
  /** Why the last file could not be opened. */
  fileFailure: Failure | undefined;
}

export type SimulationEvent =
  /** The address changed. */
  | { type: 'place.changed'; place: Place }
  | { type: 'search.changed'; query: string }
  | { type: 'loading.retried' }
  /** The code of the machines changed: what was done is done again with the new code. */
  | { type: 'code.changed' }
  | ({ type: 'run.started' } & RunOptions)
  /** Everything done is forgotten, to start with other options. */
  | { type: 'run.discarded' }
  | { type: 'step.added'; step: Step }
  /** Only the first `count` steps are kept. */
  | { type: 'steps.undone'; count: number }
  | { type: 'file.chosen'; text: string }
  | { type: 'scenario.opened'; scenario: Scenario }
  /** Runs the next `count` steps of the opened file. */
  | { type: 'script.continued'; count: number }
  | { type: 'scenario.saveRequested' }
  | { type: 'trace.actorSelected'; key: string }
  | { type: 'trace.chartRequested'; print: string };

export type SimulationFact = { type: 'place.requested'; place: Place; how: HistoryStep };

const getKey = (place: Place): string => (place.kind === 'simulation' ? place.key : '');

const EMPTY_RUN = {
  prepared: undefined,
  scenario: undefined,
  script: [],
  openedScenario: undefined,
  isStartPending: false,
  simulation: undefined,
  failure: undefined,
  fileFailure: undefined,
};

const createScenario = (key: string, { input, play }: RunOptions): Scenario => ({
  format: 'xstate-scenario',
  version: 1,
  title: key,
  machine: key,
  ...(input !== undefined && { input }),
  ...(play.length > 0 && { play }),
  steps: [],
});

/** Simulates a machine with actors that are played by hand, while time stands still between steps. */
export const simulationMachine = setup({
  types: {} as {
    context: SimulationContext;
    events: SimulationEvent;
    input: { place: Place };
    children: { prepareMachine: 'prepareMachine'; simulate: 'simulate'; readScenario: 'readScenario'; trace: 'trace' };
  },
  actors: {
    prepareMachine: missingActor<PreparedMachine, { key: string }>('prepareMachine'),
    simulate: missingActor<SimulationState, { scenario: Scenario | undefined }>('simulate'),
    readScenario: missingActor<Scenario, { text: string }>('readScenario'),
    trace: traceMachine,
  },
  guards: {
    isOtherMachine: ({ context }, { place }: { place: Place }) => place.kind === 'simulation' && place.key !== context.key,
    hasKey: ({ context }) => context.key !== '',
    isStartPending: ({ context }) => context.isStartPending,
    isForOtherMachine: ({ context }, { scenario }: { scenario: Scenario }) => scenario.machine !== getKey(context.place),
    hasScript: ({ context }) => context.script.length > 0,
    isShorter: ({ context }, { count }: { count: number }) => count < (context.scenario?.steps.length ?? 0),
    hasChart: ({ context }, { print }: { print: string }) => context.simulation?.charts[print] !== undefined,
  },
  actions: {
    keepPlace: assign((_, { place }: { place: Place }) => ({ place })),
    changeMachine: assign((_, { place }: { place: Place }) => ({ ...EMPTY_RUN, key: getKey(place) })),
    keepQuery: assign((_, { query }: { query: string }) => ({ query })),
    keepPrepared: assign((_, { prepared }: { prepared: PreparedMachine }) => ({ prepared })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    clearFailure: assign({ failure: undefined }),
    keepFileFailure: assign((_, { error }: { error: unknown }) => ({ fileFailure: toFailure(error) })),
    clearFileFailure: assign({ fileFailure: undefined }),
    startRun: assign(({ context }, options: RunOptions) => ({
      scenario: createScenario(context.key, options),
      script: [],
      openedScenario: undefined,
      simulation: undefined,
    })),
    clearRun: assign({ scenario: undefined, script: [], openedScenario: undefined, isStartPending: false, simulation: undefined }),
    addSteps: assign(({ context: { scenario } }, { steps }: { steps: readonly ScenarioStep[] }) =>
      scenario ? { scenario: { ...scenario, steps: [...scenario.steps, ...steps] } } : {},
    ),
    keepFirstSteps: assign(({ context: { scenario, script, openedScenario } }, { count }: { count: number }) => {
      if (!scenario) return {};
      const steps = scenario.steps.slice(0, count);
      // If the remaining steps are those of the file, the file continues from there.
      const isOfFile = openedScenario !== undefined && steps.every((step, index) => step === openedScenario.steps[index]);
      return { scenario: { ...scenario, steps }, script: isOfFile ? openedScenario.steps.slice(count) : script };
    }),
    shortenScript: assign(({ context: { script } }, { count }: { count: number }) => ({ script: script.slice(count) })),
    keepOpenedScenario: assign((_, { scenario }: { scenario: Scenario }) => ({
      ...EMPTY_RUN,
      key: scenario.machine,
      scenario: { ...scenario, steps: [] },
      script: scenario.steps,
      openedScenario: scenario,
      isStartPending: true,
    })),
    markStarted: assign({ isStartPending: false }),
    announceOpened: raise((_, { scenario }: { scenario: Scenario }) => ({ type: 'scenario.opened' as const, scenario })),
    keepSimulation: assign((_, { simulation }: { simulation: SimulationState }) => ({ simulation })),
    showEntries: toChild(
      traceMachine,
      'trace',
    )(({ entries }: { entries: readonly RecordedEntry[] }) => ({
      type: 'entries.received',
      entries,
      isWhole: true,
    })),
    showChart: toChild(
      traceMachine,
      'trace',
    )(({ print, chart }: { print: string; chart: Chart }) => ({
      type: 'chart.received',
      print,
      chart,
    })),
    requestPlace: tell(
      (_, { scenario }: { scenario: Scenario }): SimulationFact => ({
        type: 'place.requested',
        place: { kind: 'simulation', key: scenario.machine },
        how: 'push',
      }),
    ),
    saveFile: effect<{ scenario: Scenario | undefined }>('saveFile'),
  },
}).createMachine({
  id: 'simulation',
  description: 'Simulates a machine with actors that are played by hand, while time stands still between steps.',
  context: ({ input: { place } }) => ({ ...EMPTY_RUN, place, key: getKey(place), query: '' }),
  type: 'parallel',
  states: {
    list: {
      description: 'The search in the list of machines.',
      on: { 'search.changed': { actions: { type: 'keepQuery', params: ({ event }) => event } } },
    },
    file: {
      description: 'Opens a scenario from a file.',
      initial: 'idle',
      on: { 'file.chosen': '.reading' },
      states: {
        idle: { description: 'No file is being opened.' },
        reading: {
          description: 'The file is being read.',
          entry: 'clearFileFailure',
          invoke: {
            id: 'readScenario',
            src: 'readScenario',
            input: ({ event }) => ({ text: event.type === 'file.chosen' ? event.text : '' }),
            onDone: { target: 'idle', actions: { type: 'announceOpened', params: ({ event }) => ({ scenario: event.output }) } },
            onError: { target: 'failed', actions: { type: 'keepFileFailure', params: ({ event }) => event } },
          },
        },
        failed: { description: 'The file is no scenario; the wrong field is shown.', on: { 'place.changed': 'idle' } },
      },
    },
    run: {
      description: 'From the choice of a machine to its last step.',
      initial: 'choosing',
      on: {
        'place.changed': [
          {
            guard: { type: 'isOtherMachine', params: ({ event }) => event },
            target: '.choosing',
            actions: [
              { type: 'keepPlace', params: ({ event }) => event },
              { type: 'changeMachine', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'keepPlace', params: ({ event }) => event } },
        ],
        'scenario.opened': [
          {
            guard: { type: 'isForOtherMachine', params: ({ event }) => event },
            target: '.choosing',
            actions: [
              { type: 'keepOpenedScenario', params: ({ event }) => event },
              { type: 'requestPlace', params: ({ event }) => event },
            ],
          },
          { target: '.choosing', actions: { type: 'keepOpenedScenario', params: ({ event }) => event } },
        ],
      },
      states: {
        choosing: {
          description: 'No machine is chosen.',
          always: { guard: 'hasKey', target: 'preparing' },
        },
        preparing: {
          description: 'The code of the machine and its examples are being loaded.',
          entry: 'clearFailure',
          on: { 'code.changed': { target: 'preparing', reenter: true } },
          invoke: {
            id: 'prepareMachine',
            src: 'prepareMachine',
            input: ({ context }) => ({ key: context.key }),
            onDone: [
              {
                guard: 'isStartPending',
                target: 'running',
                actions: { type: 'keepPrepared', params: ({ event }) => ({ prepared: event.output }) },
              },
              { target: 'ready', actions: { type: 'keepPrepared', params: ({ event }) => ({ prepared: event.output }) } },
            ],
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        failed: {
          description: 'There is no such machine, or its code could not be loaded.',
          on: { 'loading.retried': 'preparing', 'code.changed': 'preparing' },
        },
        ready: {
          description: 'The input can be changed before the machine is started.',
          entry: 'clearRun',
          on: {
            'code.changed': 'preparing',
            'run.started': { target: 'running', actions: { type: 'startRun', params: ({ event }) => event } },
          },
        },
        running: {
          initial: 'simulating',
          entry: 'markStarted',
          invoke: {
            id: 'trace',
            src: 'trace',
            // The first recorded actor is the simulated parent.
            input: { entries: [], isLive: true, actor: 'a:1' },
          },
          on: {
            'run.discarded': 'ready',
            'code.changed': '.simulating',
            'step.added': {
              target: '.simulating',
              actions: { type: 'addSteps', params: ({ event }) => ({ steps: [event.step] }) },
            },
            'steps.undone': {
              guard: { type: 'isShorter', params: ({ event }) => event },
              target: '.simulating',
              actions: { type: 'keepFirstSteps', params: ({ event }) => event },
            },
            'script.continued': {
              guard: 'hasScript',
              target: '.simulating',
              actions: [
                { type: 'addSteps', params: ({ context, event }) => ({ steps: context.script.slice(0, event.count) }) },
                { type: 'shortenScript', params: ({ event }) => event },
              ],
            },
            'scenario.saveRequested': {
              actions: { type: 'saveFile', params: ({ context }) => ({ scenario: context.simulation?.scenario }) },
            },
            'trace.chartRequested': {
              guard: { type: 'hasChart', params: ({ event }) => event },
              actions: {
                type: 'showChart',
                params: ({ context, event }) => ({ print: event.print, chart: context.simulation?.charts[event.print] as Chart }),
              },
            },
          },
          states: {
            simulating: {
              description: 'All steps are simulated from the start, so going back just means fewer steps.',
              invoke: {
                id: 'simulate',
                src: 'simulate',
                input: ({ context }) => ({ scenario: context.scenario }),
                onDone: {
                  target: 'waiting',
                  actions: [
                    { type: 'keepSimulation', params: ({ event }) => ({ simulation: event.output }) },
                    { type: 'showEntries', params: ({ event }) => event.output },
                  ],
                },
                onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
              },
            },
            waiting: { description: 'Time stands still until the next step.', entry: 'clearFailure' },
            failed: { description: 'The scenario cannot be run, because something it needs is missing.' },
          },
        },
      },
    },
  },
});

export type Simulation = ActorRefFrom<typeof simulationMachine>;

import { type ActorRefFrom, assign, raise, setup } from 'xstate';
import { type Failure, failureOf } from '#machines/kernel/form/faults.ts';
import type { HistoryStep } from '#machines/kernel/page/page-contract.ts';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import { tell, toChild } from '#machines/kernel/tell.ts';
import type { Chart } from '#visualiser/model/chart.ts';
import type { RecordedEntry } from '#visualiser/model/recording.ts';
import type { MachineExamples, Scenario, ScenarioStep, SimulationState, Step } from '#visualiser/model/scenario.ts';
import { traceMachine } from './trace.machine.ts';
import type { Place } from './visualiser-place.ts';

/** What is known of a machine before it is started. */
export interface Prepared extends MachineExamples {
  /** Whether somebody declared the input; otherwise it names what the machine reads of its input first, all of it empty. */
  isDeclared: boolean;
}

/** What a run begins with. */
export interface Beginning {
  input?: unknown;
  /** Machines that are not run but played by hand, by the names they are started under. */
  play: readonly string[];
}

interface SimulationContext {
  place: Place;
  /** The machine that is tried out; empty while none is chosen. */
  key: string;
  /** What is searched for among the machines. */
  query: string;
  prepared: Prepared | undefined;
  /** What was done so far. */
  scenario: Scenario | undefined;
  /** What of an opened file has not been done yet. */
  script: readonly ScenarioStep[];
  /** The file that was opened last. */
  opened: Scenario | undefined;
  /** It was opened just now, and is begun as soon as its machine is there. */
  isOpened: boolean;
  /** What came of it. */
  simulated: SimulationState | undefined;
  failure: Failure | undefined;
  /** Why a file could not be opened. */
  fileFailure: Failure | undefined;
}

export type SimulationEvent =
  /** The address says this. */
  | { type: 'place.arrived'; place: Place }
  | { type: 'search.typed'; query: string }
  | { type: 'loading.retried' }
  | ({ type: 'run.started' } & Beginning)
  /** Another beginning is wanted: what was done is forgotten. */
  | { type: 'run.left' }
  | { type: 'step.taken'; step: Step }
  /** Only the first of them were done. */
  | { type: 'steps.undone'; count: number }
  | { type: 'file.chosen'; text: string }
  | { type: 'scenario.opened'; scenario: Scenario }
  /** The next steps of the file, so many of them. */
  | { type: 'script.continued'; count: number }
  | { type: 'scenario.saved' }
  | { type: 'trace.actorSelected'; key: string }
  | { type: 'trace.chartWanted'; print: string };

export type SimulationFact = { type: 'room.moved'; place: Place; how: HistoryStep };

const keyAt = (place: Place): string => (place.kind === 'simulation' ? place.key : '');

const NOTHING = {
  prepared: undefined,
  scenario: undefined,
  script: [],
  opened: undefined,
  isOpened: false,
  simulated: undefined,
  failure: undefined,
  fileFailure: undefined,
};

const begun = (key: string, { input, play }: Beginning): Scenario => ({
  format: 'xstate-scenario',
  version: 1,
  title: key,
  machine: key,
  ...(input !== undefined && { input }),
  ...(play.length > 0 && { play }),
  steps: [],
});

/** A machine is tried out with actors that are only played, and time that stands still. */
export const simulationMachine = setup({
  types: {} as {
    context: SimulationContext;
    events: SimulationEvent;
    input: { place: Place };
    children: { prepare: 'prepare'; perform: 'perform'; readFile: 'readFile'; trace: 'trace' };
  },
  actors: {
    prepare: missingActor<Prepared, { key: string }>('prepare'),
    perform: missingActor<SimulationState, { scenario: Scenario | undefined }>('perform'),
    readFile: missingActor<Scenario, { text: string }>('readFile'),
    trace: traceMachine,
  },
  guards: {
    isAnother: ({ context }, { place }: { place: Place }) => place.kind === 'simulation' && place.key !== context.key,
    hasKey: ({ context }) => context.key !== '',
    isOpened: ({ context }) => context.isOpened,
    isOfAnother: ({ context }, { scenario }: { scenario: Scenario }) => scenario.machine !== keyAt(context.place),
    hasScript: ({ context }) => context.script.length > 0,
    isFewer: ({ context }, { count }: { count: number }) => count < (context.scenario?.steps.length ?? 0),
    hasChart: ({ context }, { print }: { print: string }) => context.simulated?.charts[print] !== undefined,
  },
  actions: {
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
    turnTo: assign((_, { place }: { place: Place }) => ({ ...NOTHING, key: keyAt(place) })),
    search: assign((_, { query }: { query: string }) => ({ query })),
    keepPrepared: assign((_, { prepared }: { prepared: Prepared }) => ({ prepared })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: undefined }),
    keepFileFailure: assign((_, { error }: { error: unknown }) => ({ fileFailure: failureOf(error) })),
    forgetFileFailure: assign({ fileFailure: undefined }),
    begin: assign(({ context }, beginning: Beginning) => ({
      scenario: begun(context.key, beginning),
      script: [],
      opened: undefined,
      simulated: undefined,
    })),
    forgetRun: assign({ scenario: undefined, script: [], opened: undefined, isOpened: false, simulated: undefined }),
    addSteps: assign(({ context: { scenario } }, { steps }: { steps: readonly ScenarioStep[] }) =>
      scenario ? { scenario: { ...scenario, steps: [...scenario.steps, ...steps] } } : {},
    ),
    keepFirst: assign(({ context: { scenario, script, opened } }, { count }: { count: number }) => {
      if (!scenario) return {};
      const steps = scenario.steps.slice(0, count);
      // Back among the steps of a file, the file goes on from there.
      const isOfFile = opened !== undefined && steps.every((step, index) => step === opened.steps[index]);
      return { scenario: { ...scenario, steps }, script: isOfFile ? opened.steps.slice(count) : script };
    }),
    keepRest: assign(({ context: { script } }, { count }: { count: number }) => ({ script: script.slice(count) })),
    keepOpened: assign((_, { scenario }: { scenario: Scenario }) => ({
      ...NOTHING,
      key: scenario.machine,
      scenario: { ...scenario, steps: [] },
      script: scenario.steps,
      opened: scenario,
      isOpened: true,
    })),
    noteRun: assign({ isOpened: false }),
    announceOpened: raise((_, { scenario }: { scenario: Scenario }) => ({ type: 'scenario.opened' as const, scenario })),
    keepSimulated: assign((_, { simulated }: { simulated: SimulationState }) => ({ simulated })),
    showEntries: toChild(
      traceMachine,
      'trace',
    )(({ entries }: { entries: readonly RecordedEntry[] }) => ({
      type: 'entries.arrived',
      entries,
      isWhole: true,
    })),
    showChart: toChild(
      traceMachine,
      'trace',
    )(({ print, chart }: { print: string; chart: Chart }) => ({
      type: 'chart.arrived',
      print,
      chart,
    })),
    tellMoved: tell(
      (_, { scenario }: { scenario: Scenario }): SimulationFact => ({
        type: 'room.moved',
        place: { kind: 'simulation', key: scenario.machine },
        how: 'push',
      }),
    ),
    saveFile: effect<{ scenario: Scenario | undefined }>('saveFile'),
  },
}).createMachine({
  id: 'simulation',
  description: 'A machine is tried out with actors that are only played, and time that stands still.',
  context: ({ input: { place } }) => ({ ...NOTHING, place, key: keyAt(place), query: '' }),
  type: 'parallel',
  states: {
    list: {
      description: 'Which machines there are to choose from.',
      on: { 'search.typed': { actions: { type: 'search', params: ({ event }) => event } } },
    },
    file: {
      description: 'A scenario is opened from a file.',
      initial: 'none',
      on: { 'file.chosen': '.reading' },
      states: {
        none: { description: 'Nothing is opened at this moment.' },
        reading: {
          description: 'Whether it is a scenario, and which.',
          entry: 'forgetFileFailure',
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ event }) => ({ text: event.type === 'file.chosen' ? event.text : '' }),
            onDone: { target: 'none', actions: { type: 'announceOpened', params: ({ event }) => ({ scenario: event.output }) } },
            onError: { target: 'refused', actions: { type: 'keepFileFailure', params: ({ event }) => event } },
          },
        },
        refused: { description: 'The file is no scenario: it is said which field of it is wrong.', on: { 'place.arrived': 'none' } },
      },
    },
    run: {
      description: 'From the choice of a machine to the last step that was done with it.',
      initial: 'choosing',
      on: {
        'place.arrived': [
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: '.choosing',
            actions: [
              { type: 'goTo', params: ({ event }) => event },
              { type: 'turnTo', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'goTo', params: ({ event }) => event } },
        ],
        'scenario.opened': [
          {
            guard: { type: 'isOfAnother', params: ({ event }) => event },
            target: '.choosing',
            actions: [
              { type: 'keepOpened', params: ({ event }) => event },
              { type: 'tellMoved', params: ({ event }) => event },
            ],
          },
          { target: '.choosing', actions: { type: 'keepOpened', params: ({ event }) => event } },
        ],
      },
      states: {
        choosing: {
          description: 'Which machine is tried out.',
          always: { guard: 'hasKey', target: 'preparing' },
        },
        preparing: {
          description: 'The code of the machine is fetched, and what is known of its input.',
          entry: 'forgetFailure',
          invoke: {
            id: 'prepare',
            src: 'prepare',
            input: ({ context }) => ({ key: context.key }),
            onDone: [
              {
                guard: 'isOpened',
                target: 'running',
                actions: { type: 'keepPrepared', params: ({ event }) => ({ prepared: event.output }) },
              },
              { target: 'ready', actions: { type: 'keepPrepared', params: ({ event }) => ({ prepared: event.output }) } },
            ],
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        failed: {
          description: 'There is no such machine, or its code could not be fetched.',
          on: { 'loading.retried': 'preparing' },
        },
        ready: {
          description: 'Its input may be changed before it is started.',
          entry: 'forgetRun',
          on: { 'run.started': { target: 'running', actions: { type: 'begin', params: ({ event }) => event } } },
        },
        running: {
          initial: 'performing',
          entry: 'noteRun',
          invoke: {
            id: 'trace',
            src: 'trace',
            // The first that is born stands for whoever started the machine.
            input: { entries: [], isOpen: true, actor: 'a:1' },
          },
          on: {
            'run.left': 'ready',
            'step.taken': {
              target: '.performing',
              actions: { type: 'addSteps', params: ({ event }) => ({ steps: [event.step] }) },
            },
            'steps.undone': {
              guard: { type: 'isFewer', params: ({ event }) => event },
              target: '.performing',
              actions: { type: 'keepFirst', params: ({ event }) => event },
            },
            'script.continued': {
              guard: 'hasScript',
              target: '.performing',
              actions: [
                { type: 'addSteps', params: ({ context, event }) => ({ steps: context.script.slice(0, event.count) }) },
                { type: 'keepRest', params: ({ event }) => event },
              ],
            },
            'scenario.saved': { actions: { type: 'saveFile', params: ({ context }) => ({ scenario: context.simulated?.scenario }) } },
            'trace.chartWanted': {
              guard: { type: 'hasChart', params: ({ event }) => event },
              actions: {
                type: 'showChart',
                params: ({ context, event }) => ({ print: event.print, chart: context.simulated?.charts[event.print] as Chart }),
              },
            },
          },
          states: {
            performing: {
              description: 'Everything is done from the beginning: so going back is nothing else than doing less.',
              invoke: {
                id: 'perform',
                src: 'perform',
                input: ({ context }) => ({ scenario: context.scenario }),
                onDone: {
                  target: 'standing',
                  actions: [
                    { type: 'keepSimulated', params: ({ event }) => ({ simulated: event.output }) },
                    { type: 'showEntries', params: ({ event }) => event.output },
                  ],
                },
                onError: { target: 'refused', actions: { type: 'keepFailure', params: ({ event }) => event } },
              },
            },
            standing: { description: 'Time stands until the next step.', entry: 'forgetFailure' },
            refused: { description: 'It cannot be run at all: something it needs is not there.' },
          },
        },
      },
    },
  },
});

export type Simulation = ActorRefFrom<typeof simulationMachine>;

import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { simulationMachine } from './simulation.machine.ts';

const step = { do: 'send' as const, event: { type: 'go' } };
const scenario = {
  format: 'xstate-scenario' as const,
  version: 1 as const,
  title: 'x',
  machine: 'theme/theme',
  input: { isDark: false },
  steps: [],
};
const simulationState = {
  now: 0,
  results: [],
  machines: [],
  playedActors: [],
  pendingDelays: [],
  guards: [],
  offers: [],
  entries: [],
  charts: {
    '00000000': {
      id: 'theme',
      root: { id: 'theme', key: 'theme', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
      transitions: [],
    },
  },
  scenario,
};

export const walks: MachineWalk[] = [
  {
    machine: simulationMachine,
    input: { place: { kind: 'overview' } },
    events: [
      { type: 'place.changed', place: { kind: 'simulation', key: 'theme/theme' } },
      { type: 'place.changed', place: { kind: 'simulation', key: '' } },
      { type: 'search.changed', query: 'theme' },
      { type: 'loading.retried' },
      { type: 'code.changed' },
      { type: 'run.started', input: { isDark: true }, play: [] },
      { type: 'run.discarded' },
      { type: 'step.added', step },
      { type: 'steps.undone', count: 0 },
      { type: 'file.chosen', text: '{}' },
      { type: 'scenario.opened', scenario: { ...scenario, steps: [step] } },
      { type: 'scenario.opened', scenario: { ...scenario, machine: 'locale/locale', steps: [step] } },
      { type: 'script.continued', count: 1 },
      { type: 'scenario.saveRequested' },
      { type: 'trace.chartRequested', print: '00000000' },
      {
        type: 'xstate.done.actor.prepareMachine',
        output: { input: { isDark: false }, isDeclared: true, events: [{ type: 'theme.toggled' }] },
      },
      { type: 'xstate.error.actor.prepareMachine', error: { message: 'no such file', traceId: '' } },
      { type: 'xstate.done.actor.simulate', output: simulationState },
      { type: 'xstate.error.actor.simulate', error: { message: 'there is no machine "x"', traceId: '' } },
      { type: 'xstate.done.actor.readScenario', output: { ...scenario, steps: [step] } },
      { type: 'xstate.error.actor.readScenario', error: { message: 'version: must be 1', traceId: '' } },
    ],
    distinguish: ({
      key,
      isStartPending,
      script,
      scenario: done,
      simulation,
    }: {
      key: string;
      isStartPending: boolean;
      script: readonly unknown[];
      scenario: { steps: readonly unknown[] } | undefined;
      simulation: unknown;
    }) => [key, isStartPending, script.length > 0, (done?.steps.length ?? 0) > 0, simulation !== undefined],
  },
];

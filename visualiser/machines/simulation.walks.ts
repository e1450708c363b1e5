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
const simulated = {
  now: 0,
  results: [],
  machines: [],
  played: [],
  waiting: [],
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
      { type: 'place.arrived', place: { kind: 'simulation', key: 'theme/theme' } },
      { type: 'place.arrived', place: { kind: 'simulation', key: '' } },
      { type: 'search.typed', query: 'theme' },
      { type: 'loading.retried' },
      { type: 'run.started', input: { isDark: true }, play: [] },
      { type: 'run.left' },
      { type: 'step.taken', step },
      { type: 'steps.undone', count: 0 },
      { type: 'file.chosen', text: '{}' },
      { type: 'scenario.opened', scenario: { ...scenario, steps: [step] } },
      { type: 'scenario.opened', scenario: { ...scenario, machine: 'locale/locale', steps: [step] } },
      { type: 'script.continued', count: 1 },
      { type: 'scenario.saved' },
      { type: 'trace.chartWanted', print: '00000000' },
      { type: 'xstate.done.actor.prepare', output: { input: { isDark: false }, isDeclared: true, events: [{ type: 'theme.toggled' }] } },
      { type: 'xstate.error.actor.prepare', error: { message: 'no such file', traceId: '' } },
      { type: 'xstate.done.actor.perform', output: simulated },
      { type: 'xstate.error.actor.perform', error: { message: 'there is no machine "x"', traceId: '' } },
      { type: 'xstate.done.actor.readFile', output: { ...scenario, steps: [step] } },
      { type: 'xstate.error.actor.readFile', error: { message: 'version: must be 1', traceId: '' } },
    ],
    distinguish: ({
      key,
      isOpened,
      script,
      scenario: done,
      simulated: reached,
    }: {
      key: string;
      isOpened: boolean;
      script: readonly unknown[];
      scenario: { steps: readonly unknown[] } | undefined;
      simulated: unknown;
    }) => [key, isOpened, script.length > 0, (done?.steps.length ?? 0) > 0, reached !== undefined],
  },
];

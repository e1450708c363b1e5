import type { AnyStateMachine } from 'xstate';
import type { RecordedEntry } from '../model/recording.ts';
import type {
  Expectation,
  GivenEvent,
  PlayedActor,
  Scenario,
  ScenarioStep,
  Simulated,
  SimulatedMachine,
  StepResult,
} from '../model/scenario.ts';
import { type Recorder, record } from '../recorder/record.ts';
import { differencesIn } from './expectations.ts';
import type { MachineOf } from './given.ts';
import { type ExamplesOf, offersIn } from './offers.ts';
import { type Happened, simulation } from './simulation.ts';
import { steadyKeys } from './steady-keys.ts';

export interface SimulateOptions {
  machine: AnyStateMachine;
  scenario: Scenario;
  /** Machines that values of the scenario name. */
  machineOf?: MachineOf;
  examplesOf?: ExamplesOf;
}

const isAs = (a: SimulatedMachine | undefined, b: SimulatedMachine) =>
  a !== undefined && a.status === b.status && JSON.stringify(a.value) === JSON.stringify(b.value);

/** Machines that stand otherwise than before, and those that are new. */
const changedSince = (before: readonly SimulatedMachine[], now: readonly SimulatedMachine[]): SimulatedMachine[] =>
  now.filter(
    (one) =>
      !isAs(
        before.find(({ name }) => name === one.name),
        one,
      ),
  );

const expected = ({ name, value, status }: SimulatedMachine): Expectation => ({
  ...(name !== '' && { actor: name }),
  value,
  ...(status !== 'active' && { status: status === 'stopped' ? 'gone' : status }),
});

/** A step with what it led to as what is expected of it. */
function stepWith({ expect: _, fails: __, ...step }: ScenarioStep, { changed, faults }: StepResult): ScenarioStep {
  const broken = faults.find(({ kind }) => kind === 'error');
  return { ...step, ...(changed.length > 0 && { expect: changed.map(expected) }), ...(broken && { fails: broken.message }) };
}

/** What an actor was said to say, among the events of who started it. */
function playExamples(id: string, events: readonly GivenEvent[]): PlayedActor['examples'] {
  const heard = (type: string, key: string) => events.filter((event) => event.type === `${type}.${id}`).map((event) => event[key]);
  return {
    outputs: heard('xstate.done.actor', 'output'),
    errors: heard('xstate.error.actor', 'error'),
    events: events.filter(({ type }) => !type.startsWith('xstate.')),
  };
}

/** Whether a machine ended as a step says it does, or did not end where nothing is said. */
function failing(fails: string | undefined, faults: Happened['faults']): StepResult['differences'] {
  const broken = faults.find(({ kind }) => kind === 'error');
  const impossible = faults
    .filter(({ kind }) => kind === 'impossible')
    .map(({ actor, message }) => ({ actor, at: 'step', expected: null, found: message }));
  if (fails === undefined ? !broken : broken?.message.includes(fails)) return impossible;
  return [...impossible, { actor: broken?.actor ?? '', at: 'fails', expected: fails ?? null, found: broken?.message ?? null }];
}

/** Runs a scenario from its beginning to its last step. The same scenario comes to the same, every time. */
export function simulate({ machine, scenario, machineOf = () => undefined, examplesOf = () => [] }: SimulateOptions): Simulated {
  const entries: RecordedEntry[] = [];
  const steady = steadyKeys();
  let recorder: Recorder | undefined;
  const run = simulation({
    machine,
    input: scenario.input,
    play: scenario.play ?? [],
    machineOf,
    watch: (root, now) => {
      recorder = record(root, { now, tell: (more) => entries.push(...more.map(steady)), later: () => undefined });
    },
  });

  let before: readonly SimulatedMachine[] = [];
  const resultOf = (happened: Happened, expect: readonly Expectation[], fails: string | undefined): StepResult => {
    recorder?.flush();
    const now = run.machines();
    const changed = changedSince(before, now);
    before = now;
    const differences = [...failing(fails, happened.faults), ...differencesIn(run, expect)];
    return { now: run.now(), seq: entries.at(-1)?.seq ?? 0, ...happened, differences, changed };
  };
  const start = resultOf(run.begun, scenario.expect ?? [], undefined);
  const results = scenario.steps.map((step) => resultOf(run.take(step), step.expect ?? [], step.fails));
  recorder?.stop();
  return {
    now: run.now(),
    results: [start, ...results],
    machines: run.machines(),
    played: run.played().map((actor) => {
      const parent = run.machines().find(({ name }) => name === actor.parent);
      return { ...actor, examples: playExamples(actor.id, parent ? examplesOf(parent) : []) };
    }),
    waiting: run.waiting(),
    offers: offersIn(run, examplesOf, machineOf),
    entries,
    charts: run.charts(),
    scenario: {
      ...scenario,
      expect: start.changed.map(expected),
      steps: scenario.steps.map((step, index) => stepWith(step, results[index] ?? start)),
    },
  };
}

/** Words for everything that was otherwise than a scenario says; nothing where it holds. */
export const broken = ({ results }: Simulated): string[] =>
  results.flatMap(({ differences }, index) =>
    differences.map(
      ({ actor, at, expected, found }) =>
        `${index === 0 ? 'start' : `step ${index}`}${actor === '' ? '' : `, ${actor}`}: ${at} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
    ),
  );

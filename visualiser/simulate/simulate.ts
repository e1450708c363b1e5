import type { AnyStateMachine } from 'xstate';
import type { RecordedEntry } from '../model/recording.ts';
import type {
  Expectation,
  PlayedActor,
  Scenario,
  ScenarioEvent,
  ScenarioStep,
  SimulatedMachine,
  SimulationState,
  StepResult,
} from '../model/scenario.ts';
import { type Recorder, record } from '../recorder/record.ts';
import { compareExpectations } from './compare-expectations.ts';
import { type FindExamples, listOffers } from './offers.ts';
import type { FindMachine } from './scenario-values.ts';
import { createSimulation, type StepOutcome } from './simulation.ts';
import { createStableKeys } from './stable-keys.ts';

export interface SimulateOptions {
  machine: AnyStateMachine;
  scenario: Scenario;
  /** Finds the machines that values of the scenario name. */
  findMachine?: FindMachine;
  findExamples?: FindExamples;
}

const isSameState = (a: SimulatedMachine | undefined, b: SimulatedMachine) =>
  a !== undefined && a.status === b.status && JSON.stringify(a.value) === JSON.stringify(b.value);

/** Machines that are new or whose state changed. */
const findChanged = (before: readonly SimulatedMachine[], now: readonly SimulatedMachine[]): SimulatedMachine[] =>
  now.filter(
    (one) =>
      !isSameState(
        before.find(({ name }) => name === one.name),
        one,
      ),
  );

const toExpectation = ({ name, value, status }: SimulatedMachine): Expectation => ({
  ...(name !== '' && { actor: name }),
  value,
  ...(status !== 'active' && { status: status === 'stopped' ? 'gone' : status }),
});

/** The step with its result as its expectation. */
function expectResult({ expect: _, fails: __, ...step }: ScenarioStep, { changed, faults }: StepResult): ScenarioStep {
  const failure = faults.find(({ kind }) => kind === 'error');
  return { ...step, ...(changed.length > 0 && { expect: changed.map(toExpectation) }), ...(failure && { fails: failure.message }) };
}

/** Examples for an actor, taken from the example events of its parent. */
function findPlayExamples(id: string, events: readonly ScenarioEvent[]): PlayedActor['examples'] {
  const pickValues = (type: string, key: string) => events.filter((event) => event.type === `${type}.${id}`).map((event) => event[key]);
  return {
    outputs: pickValues('xstate.done.actor', 'output'),
    errors: pickValues('xstate.error.actor', 'error'),
    events: events.filter(({ type }) => !type.startsWith('xstate.')),
  };
}

/** Compares how a step failed with how it was expected to fail. */
function compareFailure(fails: string | undefined, faults: StepOutcome['faults']): StepResult['differences'] {
  const failure = faults.find(({ kind }) => kind === 'error');
  const impossible = faults
    .filter(({ kind }) => kind === 'impossible')
    .map(({ actor, message }) => ({ actor, path: 'step', expected: null, actual: message }));
  if (fails === undefined ? !failure : failure?.message.includes(fails)) return impossible;
  return [...impossible, { actor: failure?.actor ?? '', path: 'fails', expected: fails ?? null, actual: failure?.message ?? null }];
}

/** Runs a scenario from the start to its last step. The same scenario always gives the same result. */
export function simulate({ machine, scenario, findMachine = () => undefined, findExamples = () => [] }: SimulateOptions): SimulationState {
  const entries: RecordedEntry[] = [];
  const withStableKeys = createStableKeys();
  let recorder: Recorder | undefined;
  const simulation = createSimulation({
    machine,
    input: scenario.input,
    play: scenario.play ?? [],
    findMachine,
    onCreated: (root, now) => {
      recorder = record(root, { now, onEntries: (more) => entries.push(...more.map(withStableKeys)), scheduleFlush: () => undefined });
    },
  });

  let before: readonly SimulatedMachine[] = [];
  const toResult = (outcome: StepOutcome, expect: readonly Expectation[], fails: string | undefined): StepResult => {
    recorder?.flush();
    const now = simulation.listMachines();
    const changed = findChanged(before, now);
    before = now;
    const differences = [...compareFailure(fails, outcome.faults), ...compareExpectations(simulation, expect)];
    return { now: simulation.now(), seq: entries.at(-1)?.seq ?? 0, ...outcome, differences, changed };
  };
  const start = toResult(simulation.startOutcome, scenario.expect ?? [], undefined);
  const results = scenario.steps.map((step) => toResult(simulation.perform(step), step.expect ?? [], step.fails));
  recorder?.stop();
  return {
    now: simulation.now(),
    results: [start, ...results],
    machines: simulation.listMachines(),
    playedActors: simulation.listPlayedActors().map((actor) => {
      const parent = simulation.listMachines().find(({ name }) => name === actor.parent);
      return { ...actor, examples: findPlayExamples(actor.id, parent ? findExamples(parent) : []) };
    }),
    pendingDelays: simulation.listPendingDelays(),
    guards: simulation.listGuards(),
    offers: listOffers(simulation, findExamples, findMachine),
    entries,
    charts: simulation.getCharts(),
    scenario: {
      ...scenario,
      expect: start.changed.map(toExpectation),
      steps: scenario.steps.map((step, index) => expectResult(step, results[index] ?? start)),
    },
  };
}

/** Describes every difference from the scenario's expectations; empty if it passes. */
export const describeDifferences = ({ results }: SimulationState): string[] =>
  results.flatMap(({ differences }, index) =>
    differences.map(
      ({ actor, path, expected, actual }) =>
        `${index === 0 ? 'start' : `step ${index}`}${actor === '' ? '' : `, ${actor}`}: ${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`,
    ),
  );

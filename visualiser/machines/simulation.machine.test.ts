import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import type { Scenario, ScenarioStep, SimulationState } from '#visualiser/model/scenario.ts';
import { type PreparedMachine, simulationMachine } from './simulation.machine.ts';
import type { Place } from './visualiser-place.ts';

const placeOf = (key: string): Place => ({ kind: 'simulation', key });
const prepared: PreparedMachine = { input: { isDark: false }, isDeclared: true, events: [] };
const go: ScenarioStep = { do: 'send', event: { type: 'go' } };
const wait: ScenarioStep = { do: 'next' };
const file: Scenario = { format: 'xstate-scenario', version: 1, title: 'x', machine: 'b', input: 7, steps: [go, wait, go] };

const toState = (scenario: Scenario): SimulationState => ({
  now: scenario.steps.length,
  results: [],
  machines: [],
  playedActors: [],
  pendingDelays: [],
  guards: [],
  offers: [],
  entries: [{ seq: 1, at: 0, kind: 'gone', actor: 'a:1' }],
  charts: {
    p: {
      id: 'x',
      root: { id: 'x', key: 'x', kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
      transitions: [],
    },
  },
  scenario: { ...scenario, title: 'as it went' },
});

function start(place: Place) {
  const code = asking<PreparedMachine, { key: string }>();
  const engine = asking<SimulationState, { scenario: Scenario | undefined }>();
  const files = asking<Scenario, { text: string }>();
  const { notes, effect } = noting();
  const logic = simulationMachine.provide({
    actors: { prepareMachine: code.logic, simulate: engine.logic, readScenario: files.logic },
    actions: { saveFile: effect('saveFile') },
  });
  const { actor, facts } = stage(logic, { place });
  return {
    actor,
    facts,
    code,
    engine,
    files,
    notes,
    run: () => (actor.getSnapshot().value as { run: unknown }).run,
    context: () => actor.getSnapshot().context,
    steps: () => engine.question().input.scenario?.steps,
    perform: () => engine.question().answer(toState(engine.question().input.scenario as Scenario)),
  };
}

async function startRunning() {
  const started = start(placeOf('a'));
  await started.code.question().answer(prepared);
  started.actor.send({ type: 'run.started', input: { isDark: true }, play: ['menu'] });
  await started.perform();
  return started;
}

describe('code that changes', () => {
  it('is run again with the same steps', async () => {
    const { actor, engine, perform, steps, run, context } = await startRunning();
    actor.send({ type: 'step.added', step: go });
    await perform();
    const count = engine.inputs().length;
    actor.send({ type: 'code.changed' });
    expect([engine.inputs().length, steps()]).toEqual([count + 1, [go]]);
    await perform();
    expect(run()).toEqual({ running: 'waiting' });
    expect(context().scenario?.steps).toEqual([go]);
  });

  it('is loaded again before a start, and after a failure', async () => {
    const { actor, code, run } = start(placeOf('a'));
    actor.send({ type: 'code.changed' });
    await code.question().refuse(new Error('syntax'));
    expect(run()).toBe('failed');
    actor.send({ type: 'code.changed' });
    await code.question().answer(prepared);
    actor.send({ type: 'code.changed' });
    await code.question().answer(prepared);
    expect([run(), code.inputs().length]).toEqual(['ready', 4]);
  });
});

describe('a machine', () => {
  it('is chosen by the address and loaded', async () => {
    const { actor, code, run, context } = start(placeOf(''));
    expect(run()).toBe('choosing');
    actor.send({ type: 'search.changed', query: 'the' });
    actor.send({ type: 'place.changed', place: placeOf('a') });
    expect([run(), code.inputs()]).toEqual(['preparing', [{ key: 'a' }]]);
    await code.question().answer(prepared);
    expect([run(), context().prepared, context().query]).toEqual(['ready', prepared, 'the']);
  });

  it('can be loaded again after a failure', async () => {
    const { actor, code, run, context } = start(placeOf('a'));
    await code.question().refuse(new Error('there is no machine "a"'));
    expect([run(), context().failure?.message]).toEqual(['failed', 'there is no machine "a"']);
    actor.send({ type: 'loading.retried' });
    expect([run(), context().failure]).toEqual(['preparing', undefined]);
  });

  it('is replaced by another one, with everything that was done', async () => {
    const { actor, run, context } = await startRunning();
    actor.send({ type: 'place.changed', place: placeOf('b') });
    expect([run(), context().key, context().scenario, context().simulation]).toEqual(['preparing', 'b', undefined, undefined]);
  });

  it('is kept while another room is visited', async () => {
    const { actor, run, context } = await startRunning();
    actor.send({ type: 'place.changed', place: { kind: 'overview' } });
    actor.send({ type: 'place.changed', place: placeOf('a') });
    expect([run(), context().scenario?.steps]).toEqual([{ running: 'waiting' }, []]);
  });
});

describe('a run', () => {
  it('starts with its input and the played machines, and is shown', async () => {
    const { engine, run, actor } = await startRunning();
    expect(engine.question().input.scenario).toEqual({
      format: 'xstate-scenario',
      version: 1,
      title: 'a',
      machine: 'a',
      input: { isDark: true },
      play: ['menu'],
      steps: [],
    });
    expect(run()).toEqual({ running: 'waiting' });
    expect(actor.getSnapshot().children.trace?.getSnapshot().context.entries).toHaveLength(1);
  });

  it('adds a step, and goes back by removing steps', async () => {
    const { actor, steps, perform, engine } = await startRunning();
    for (const step of [go, wait]) {
      actor.send({ type: 'step.added', step });
      await perform();
    }
    expect(steps()).toEqual([go, wait]);
    actor.send({ type: 'steps.undone', count: 1 });
    await perform();
    expect(steps()).toEqual([go]);
    const asked = engine.questions.length;
    actor.send({ type: 'steps.undone', count: 1 });
    expect(engine.questions.length).toBe(asked);
  });

  it('accepts a step while the previous one is being simulated', async () => {
    const { actor, steps, engine } = await startRunning();
    actor.send({ type: 'step.added', step: go });
    const first = engine.question();
    actor.send({ type: 'step.added', step: wait });
    expect([steps(), first.signal.aborted]).toEqual([[go, wait], true]);
  });

  it('keeps the reason of a failure and can be undone', async () => {
    const { actor, engine, run, context, perform } = await startRunning();
    actor.send({ type: 'step.added', step: go });
    await engine.question().refuse(new Error('there is no machine "x"'));
    expect([run(), context().failure?.message]).toEqual([{ running: 'failed' }, 'there is no machine "x"']);
    actor.send({ type: 'steps.undone', count: 0 });
    await perform();
    expect([run(), context().failure]).toEqual([{ running: 'waiting' }, undefined]);
  });

  it('can be discarded to start with another input', async () => {
    const { actor, run, context } = await startRunning();
    actor.send({ type: 'run.discarded' });
    expect([run(), context().scenario, context().simulation, context().prepared]).toEqual(['ready', undefined, undefined, prepared]);
  });

  it('is saved with its results', async () => {
    const { actor, notes } = await startRunning();
    actor.send({ type: 'scenario.saveRequested' });
    expect(notes).toMatchObject([['saveFile', { scenario: { title: 'as it went', machine: 'a' } }]]);
  });

  it('passes the charts of its machines to the trace', async () => {
    const { actor } = await startRunning();
    actor.send({ type: 'trace.chartRequested', print: 'unknown' });
    actor.send({ type: 'trace.chartRequested', print: 'p' });
    expect(Object.keys(actor.getSnapshot().children.trace?.getSnapshot().context.charts ?? {})).toEqual(['p']);
  });
});

describe('a scenario file', () => {
  async function startWithFile() {
    const started = await startRunning();
    started.actor.send({ type: 'file.chosen', text: 'text of the file' });
    await started.files.question().answer(file);
    return started;
  }

  it('opens its machine and starts without asking', async () => {
    const { actor, facts, files, code, run, steps, perform, context } = await startWithFile();
    expect(files.inputs()).toEqual([{ text: 'text of the file' }]);
    expect(facts).toEqual([{ type: 'place.requested', place: placeOf('b'), how: 'push' }]);
    // The page confirms the requested place.
    actor.send({ type: 'place.changed', place: placeOf('b') });
    expect(code.inputs().at(-1)).toEqual({ key: 'b' });
    await code.question().answer(prepared);
    await perform();
    expect([run(), steps(), context().script]).toEqual([{ running: 'waiting' }, [], file.steps]);
    expect(context().scenario).toMatchObject({ input: 7, title: 'x' });
  });

  it('runs step by step or as a whole, and continues after an undo', async () => {
    const { actor, code, steps, perform, context } = await startWithFile();
    actor.send({ type: 'place.changed', place: placeOf('b') });
    await code.question().answer(prepared);
    await perform();
    actor.send({ type: 'script.continued', count: 1 });
    await perform();
    expect([steps(), context().script]).toEqual([[go], [wait, go]]);
    actor.send({ type: 'script.continued', count: 2 });
    await perform();
    expect([steps(), context().script]).toEqual([[go, wait, go], []]);
    actor.send({ type: 'steps.undone', count: 1 });
    await perform();
    expect([steps(), context().script]).toEqual([[go], [wait, go]]);
  });

  it('for the current machine starts at once', async () => {
    const { actor, files, facts, code, run } = await startRunning();
    actor.send({ type: 'file.chosen', text: '' });
    await files.question().answer({ ...file, machine: 'a' });
    await code.question().answer(prepared);
    expect([facts, run()]).toEqual([[], { running: 'simulating' }]);
  });

  it('that is invalid changes nothing, and its fault stays until another file is chosen', async () => {
    const { actor, files, run, context } = await startRunning();
    actor.send({ type: 'file.chosen', text: '' });
    await files.question().refuse(new Error('version: must be 1'));
    expect([run(), actor.getSnapshot().matches({ file: 'failed' }), context().fileFailure?.message]).toEqual([
      { running: 'waiting' },
      true,
      'version: must be 1',
    ]);
    actor.send({ type: 'file.chosen', text: '' });
    expect(context().fileFailure).toBeUndefined();
  });
});

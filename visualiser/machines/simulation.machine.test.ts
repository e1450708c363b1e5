import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import type { Scenario, ScenarioStep, SimulationState } from '#visualiser/model/scenario.ts';
import { type Prepared, simulationMachine } from './simulation.machine.ts';
import type { Place } from './visualiser-place.ts';

const at = (key: string): Place => ({ kind: 'simulation', key });
const prepared: Prepared = { input: { isDark: false }, isDeclared: true, events: [] };
const go: ScenarioStep = { do: 'send', event: { type: 'go' } };
const wait: ScenarioStep = { do: 'next' };
const file: Scenario = { format: 'xstate-scenario', version: 1, title: 'x', machine: 'b', input: 7, steps: [go, wait, go] };

const outcome = (scenario: Scenario): SimulationState => ({
  now: scenario.steps.length,
  results: [],
  machines: [],
  playedActors: [],
  pendingDelays: [],
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

function begin(place: Place) {
  const code = asking<Prepared, { key: string }>();
  const engine = asking<SimulationState, { scenario: Scenario | undefined }>();
  const files = asking<Scenario, { text: string }>();
  const { notes, effect } = noting();
  const logic = simulationMachine.provide({
    actors: { prepare: code.logic, perform: engine.logic, readFile: files.logic },
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
    perform: () => engine.question().answer(outcome(engine.question().input.scenario as Scenario)),
  };
}

async function running() {
  const begun = begin(at('a'));
  await begun.code.question().answer(prepared);
  begun.actor.send({ type: 'run.started', input: { isDark: true }, play: ['menu'] });
  await begun.perform();
  return begun;
}

describe('a machine', () => {
  it('is chosen by the address, and its code is fetched', async () => {
    const { actor, code, run, context } = begin(at(''));
    expect(run()).toBe('choosing');
    actor.send({ type: 'search.typed', query: 'the' });
    actor.send({ type: 'place.arrived', place: at('a') });
    expect([run(), code.inputs()]).toEqual(['preparing', [{ key: 'a' }]]);
    await code.question().answer(prepared);
    expect([run(), context().prepared, context().query]).toEqual(['ready', prepared, 'the']);
  });

  it('that cannot be fetched is asked for again on request', async () => {
    const { actor, code, run, context } = begin(at('a'));
    await code.question().refuse(new Error('there is no machine "a"'));
    expect([run(), context().failure?.message]).toEqual(['failed', 'there is no machine "a"']);
    actor.send({ type: 'loading.retried' });
    expect([run(), context().failure]).toEqual(['preparing', undefined]);
  });

  it('is left for another one, with everything that was done', async () => {
    const { actor, run, context } = await running();
    actor.send({ type: 'place.arrived', place: at('b') });
    expect([run(), context().key, context().scenario, context().simulated]).toEqual(['preparing', 'b', undefined, undefined]);
  });

  it('stays as it is while another room is looked at', async () => {
    const { actor, run, context } = await running();
    actor.send({ type: 'place.arrived', place: { kind: 'overview' } });
    actor.send({ type: 'place.arrived', place: at('a') });
    expect([run(), context().scenario?.steps]).toEqual([{ running: 'standing' }, []]);
  });
});

describe('a run', () => {
  it('begins with its input and with whom is played, and is shown', async () => {
    const { engine, run, actor } = await running();
    expect(engine.question().input.scenario).toEqual({
      format: 'xstate-scenario',
      version: 1,
      title: 'a',
      machine: 'a',
      input: { isDark: true },
      play: ['menu'],
      steps: [],
    });
    expect(run()).toEqual({ running: 'standing' });
    expect(actor.getSnapshot().children.trace?.getSnapshot().context.entries).toHaveLength(1);
  });

  it('does a step more, and goes back by doing less', async () => {
    const { actor, steps, perform, engine } = await running();
    for (const step of [go, wait]) {
      actor.send({ type: 'step.taken', step });
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

  it('takes a step that is done while another one is reckoned', async () => {
    const { actor, steps, engine } = await running();
    actor.send({ type: 'step.taken', step: go });
    const first = engine.question();
    actor.send({ type: 'step.taken', step: wait });
    expect([steps(), first.signal.aborted]).toEqual([[go, wait], true]);
  });

  it('says why it cannot be run, and can be taken back', async () => {
    const { actor, engine, run, context, perform } = await running();
    actor.send({ type: 'step.taken', step: go });
    await engine.question().refuse(new Error('there is no machine "x"'));
    expect([run(), context().failure?.message]).toEqual([{ running: 'refused' }, 'there is no machine "x"']);
    actor.send({ type: 'steps.undone', count: 0 });
    await perform();
    expect([run(), context().failure]).toEqual([{ running: 'standing' }, undefined]);
  });

  it('is begun anew with another input', async () => {
    const { actor, run, context } = await running();
    actor.send({ type: 'run.left' });
    expect([run(), context().scenario, context().simulated, context().prepared]).toEqual(['ready', undefined, undefined, prepared]);
  });

  it('is saved as it went', async () => {
    const { actor, notes } = await running();
    actor.send({ type: 'scenario.saved' });
    expect(notes).toMatchObject([['saveFile', { scenario: { title: 'as it went', machine: 'a' } }]]);
  });

  it('hands out the charts of its machines', async () => {
    const { actor } = await running();
    actor.send({ type: 'trace.chartWanted', print: 'unknown' });
    actor.send({ type: 'trace.chartWanted', print: 'p' });
    expect(Object.keys(actor.getSnapshot().children.trace?.getSnapshot().context.charts ?? {})).toEqual(['p']);
  });
});

describe('a file', () => {
  async function opened() {
    const begun = await running();
    begun.actor.send({ type: 'file.chosen', text: 'text of the file' });
    await begun.files.question().answer(file);
    return begun;
  }

  it('leads to its machine, and is begun there without being asked', async () => {
    const { actor, facts, files, code, run, steps, perform, context } = await opened();
    expect(files.inputs()).toEqual([{ text: 'text of the file' }]);
    expect(facts).toEqual([{ type: 'room.moved', place: at('b'), how: 'push' }]);
    // The page tells where it went.
    actor.send({ type: 'place.arrived', place: at('b') });
    expect(code.inputs().at(-1)).toEqual({ key: 'b' });
    await code.question().answer(prepared);
    await perform();
    expect([run(), steps(), context().script]).toEqual([{ running: 'standing' }, [], file.steps]);
    expect(context().scenario).toMatchObject({ input: 7, title: 'x' });
  });

  it('is run step by step, or whole, and goes on from where the reader went back to', async () => {
    const { actor, code, steps, perform, context } = await opened();
    actor.send({ type: 'place.arrived', place: at('b') });
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

  it('of the machine that is there is begun at once', async () => {
    const { actor, files, facts, code, run } = await running();
    actor.send({ type: 'file.chosen', text: '' });
    await files.question().answer({ ...file, machine: 'a' });
    await code.question().answer(prepared);
    expect([facts, run()]).toEqual([[], { running: 'performing' }]);
  });

  it('that is none changes nothing, and it is said why until another one is chosen', async () => {
    const { actor, files, run, context } = await running();
    actor.send({ type: 'file.chosen', text: '' });
    await files.question().refuse(new Error('version: must be 1'));
    expect([run(), actor.getSnapshot().matches({ file: 'refused' }), context().fileFailure?.message]).toEqual([
      { running: 'standing' },
      true,
      'version: must be 1',
    ]);
    actor.send({ type: 'file.chosen', text: '' });
    expect(context().fileFailure).toBeUndefined();
  });
});

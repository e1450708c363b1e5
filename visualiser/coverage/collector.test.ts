import { describe, expect, it } from 'vitest';
import { assign, createActor, fromPromise, getNextSnapshot, initialTransition, setup, transition } from 'xstate';
import type { Suite } from '../model/coverage.ts';
import { computeMachinePrint } from '../model/ids.ts';
import { collectReached } from './collector.ts';

const collector = collectReached();

const door = setup({
  types: {} as { input: { key: string }; context: { key: string } },
  guards: { isLocked: (_, { key }: { key: string }) => key === '' },
}).createMachine({
  id: 'door',
  context: ({ input }) => ({ key: input.key }),
  initial: 'asking',
  states: {
    asking: { always: [{ guard: { type: 'isLocked', params: ({ context }) => context }, target: 'locked' }, { target: 'shut' }] },
    locked: {},
    shut: { on: { opened: 'open' } },
    open: { on: { closed: 'shut' }, initial: 'ajar', states: { ajar: { on: { pushed: 'wide' } }, wide: {} } },
  },
});

/** What was reached of one machine since it was asked last, by one way. */
const taken = (id: string, suite: Suite) => {
  const found = collector.take().find((one) => one.id === id && one.suite === suite);
  return found && { states: found.states, transitions: found.transitions };
};

describe('what is reached', () => {
  it('is told of a machine that runs: states it stood in, those it left at once, and transitions it took', () => {
    collector.take();
    const actor = createActor(door, { input: { key: 'k' } }).start();
    actor.send({ type: 'opened' });
    expect(collector.take()).toEqual([
      {
        id: 'door',
        print: computeMachinePrint(door),
        suite: 'unit',
        states: ['door', 'door.asking', 'door.open', 'door.open.ajar', 'door.shut'],
        transitions: ['door.asking::1', 'door.shut:opened:0'],
      },
    ]);
    actor.send({ type: 'closed' });
    expect(taken('door', 'unit')).toEqual({ states: ['door', 'door.shut'], transitions: ['door.open:closed:0'] });
  });

  it('counts for a machine that was provided with something', () => {
    collector.take();
    createActor(door.provide({ guards: { isLocked: () => true } }), { input: { key: 'k' } }).start();
    expect(collector.take()).toMatchObject([
      { id: 'door', states: ['door', 'door.asking', 'door.locked'], transitions: ['door.asking::0'] },
    ]);
  });

  it('is a path where a machine is only computed', () => {
    collector.take();
    const [begun] = initialTransition(door, { key: 'k' });
    transition(door, begun, { type: 'opened' });
    const found = collector.take();
    expect(found.map(({ suite }) => suite)).toEqual(['paths']);
    expect(found[0]?.transitions).toEqual(['door.asking::1', 'door.shut:opened:0']);
    getNextSnapshot(door, begun, { type: 'opened' });
    expect(taken('door', 'paths')?.transitions).toEqual(['door.shut:opened:0']);
  });

  it('is nothing while an actor is not started, or could not begin', () => {
    collector.take();
    createActor(door, { input: { key: 'k' } });
    const broken = setup({}).createMachine({
      id: 'broken',
      context: () => {
        throw new Error('no');
      },
    });
    const actor = createActor(broken);
    actor.subscribe({ error: () => undefined });
    actor.start();
    expect(collector.take()).toEqual([]);
  });

  it('is told of children, of a machine that ends at once, and of one that goes on where a snapshot left it', () => {
    collector.take();
    const child = setup({}).createMachine({ id: 'child', initial: 'one', states: { one: { always: 'two' }, two: { type: 'final' } } });
    const parent = setup({ actors: { child, work: fromPromise(async () => 1) } }).createMachine({
      id: 'parent',
      initial: 'busy',
      states: { busy: { invoke: [{ src: 'child', onDone: 'done' }, { src: 'work' }] }, done: {} },
    });
    const actor = createActor(parent).start();
    const found = collector.take();
    expect(found.map(({ id, states, transitions }) => [id, states, transitions])).toEqual([
      ['parent', ['parent', 'parent.busy', 'parent.done'], ['parent.busy:xstate.done.actor.0.parent.busy:0']],
      ['child', ['child', 'child.one', 'child.two'], ['child.one::0']],
    ]);
    createActor(parent, { snapshot: actor.getPersistedSnapshot() }).start();
    expect(taken('parent', 'unit')).toEqual({ states: ['parent', 'parent.done'], transitions: [] });
  });

  it('changes nothing of what is inspected, nor of what machines do', () => {
    const told: string[] = [];
    const counter = setup({
      types: {} as { context: { sum: number } },
      actions: { count: assign({ sum: ({ context }: { context: { sum: number } }) => context.sum + 1 }) },
    }).createMachine({
      id: 'counter',
      context: { sum: 0 },
      on: { up: { actions: 'count' } },
    });
    const actor = createActor(counter, { inspect: ({ type }) => told.push(type) }).start();
    actor.send({ type: 'up' });
    expect(actor.getSnapshot().context.sum).toBe(1);
    expect(told.filter((type) => type === '@xstate.microstep')).toHaveLength(1);
  });
});

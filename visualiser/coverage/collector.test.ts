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

/** What one suite reached of a machine since the last call. */
const takeReached = (id: string, suite: Suite) => {
  const found = collector.take().find((one) => one.id === id && one.suite === suite);
  return found && { states: found.states, transitions: found.transitions };
};

describe('the collector', () => {
  it('reports active states, states left at once, and transitions of a running machine', () => {
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
    expect(takeReached('door', 'unit')).toEqual({ states: ['door', 'door.shut'], transitions: ['door.open:closed:0'] });
  });

  it('counts a machine created by `provide` as the same machine', () => {
    collector.take();
    createActor(door.provide({ guards: { isLocked: () => true } }), { input: { key: 'k' } }).start();
    expect(collector.take()).toMatchObject([
      { id: 'door', states: ['door', 'door.asking', 'door.locked'], transitions: ['door.asking::0'] },
    ]);
  });

  it('reports a machine that is only computed as paths', () => {
    collector.take();
    const [initialSnapshot] = initialTransition(door, { key: 'k' });
    transition(door, initialSnapshot, { type: 'opened' });
    const found = collector.take();
    expect(found.map(({ suite }) => suite)).toEqual(['paths']);
    expect(found[0]?.transitions).toEqual(['door.asking::1', 'door.shut:opened:0']);
    getNextSnapshot(door, initialSnapshot, { type: 'opened' });
    expect(takeReached('door', 'paths')?.transitions).toEqual(['door.shut:opened:0']);
  });

  it('reports nothing of actors that were not started or failed to start', () => {
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

  it('reports child machines, machines that end at once, and restored machines', () => {
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
    expect(takeReached('parent', 'unit')).toEqual({ states: ['parent', 'parent.done'], transitions: [] });
  });

  it('changes neither inspection events nor the behaviour of machines', () => {
    const inspected: string[] = [];
    const counter = setup({
      types: {} as { context: { sum: number } },
      actions: { count: assign({ sum: ({ context }: { context: { sum: number } }) => context.sum + 1 }) },
    }).createMachine({
      id: 'counter',
      context: { sum: 0 },
      on: { up: { actions: 'count' } },
    });
    const actor = createActor(counter, { inspect: ({ type }) => inspected.push(type) }).start();
    actor.send({ type: 'up' });
    expect(actor.getSnapshot().context.sum).toBe(1);
    expect(inspected.filter((type) => type === '@xstate.microstep')).toHaveLength(1);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, assign, createActor, fromCallback, fromObservable, fromPromise, fromTransition, sendTo, setup } from 'xstate';
import type { RecordedEntry } from '../model/recording.ts';
import { worldAt } from '../model/world.ts';
import { record } from './record.ts';

/** Records by hand: nothing is told until `told` is asked. */
function recorded(root: AnyActorRef) {
  const entries: RecordedEntry[] = [];
  const batches: number[] = [];
  const due: (() => void)[] = [];
  let clock = 1000;
  const recorder = record(root, {
    now: () => clock,
    tell: (more) => {
      batches.push(more.length);
      entries.push(...more);
    },
    later: (flush) => due.push(flush),
  });
  return {
    recorder,
    entries,
    batches,
    due,
    pass: (ms: number) => {
      clock += ms;
    },
    told: () => {
      recorder.flush();
      return entries.splice(0);
    },
  };
}

const of = <Kind extends RecordedEntry['kind']>(entries: readonly RecordedEntry[], kind: Kind) =>
  entries.filter((entry): entry is Extract<RecordedEntry, { kind: Kind }> => entry.kind === kind);

const counter = setup({
  types: {} as {
    context: { count: number; last: string; list: readonly number[] };
    events: { type: 'add'; by: number } | { type: 'end' } | { type: 'no' };
  },
}).createMachine({
  id: 'counter',
  context: { count: 0, last: '', list: [1] },
  initial: 'low',
  states: {
    low: { always: { guard: ({ context }) => context.count > 2, target: 'high' } },
    high: { tags: 'much' },
    over: { type: 'final' },
  },
  on: { add: { actions: assign(({ context, event }) => ({ count: context.count + event.by })) }, end: '.over' },
  output: ({ context }) => ({ count: context.count }),
});

const parent = setup({
  actors: { counter, load: fromPromise<string>(async () => 'done') },
  types: {} as { events: { type: 'go' } | { type: 'pass' } | { type: 'stop' } },
}).createMachine({
  id: 'parent',
  initial: 'idle',
  states: {
    idle: { on: { go: 'busy' } },
    busy: {
      invoke: [
        { id: 'counter', src: 'counter', onDone: 'idle' },
        { id: 'load', src: 'load', onDone: {} },
      ],
      on: { pass: { actions: sendTo('counter', { type: 'add', by: 5 }) }, stop: 'idle' },
    },
  },
});

describe('a recorder', () => {
  it('tells of everybody who lives, the parent first, and where they stand', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const [first, ...rest] = of(recorded(root).told(), 'born');
    expect(first).toMatchObject({
      seq: 1,
      at: 0,
      actor: { key: root.sessionId, kind: 'machine', machine: { id: 'parent' }, isRestored: false },
      state: { status: 'active', value: 'busy', states: ['parent', 'parent.busy'] },
    });
    expect(rest.map(({ actor }) => [actor.id, actor.kind, actor.parent])).toEqual([
      ['counter', 'machine', root.sessionId],
      ['load', 'promise', root.sessionId],
    ]);
    expect(rest[0]?.state).toMatchObject({ value: 'low', changed: { count: 0, last: '', list: [1] } });
    expect(first?.actor.parent).toBeUndefined();
  });

  it('that comes before the start tells of the start', () => {
    const root = createActor(parent);
    const { told } = recorded(root);
    root.start();
    root.send({ type: 'go' });
    const entries = told();
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(
      entries.map((entry) =>
        entry.kind === 'event' ? `event ${entry.event.type}` : entry.kind === 'step' ? `step ${entry.event}` : entry.kind,
      ),
    ).toEqual([
      'born',
      'event xstate.init',
      'step xstate.init',
      'event go',
      'step go',
      'born',
      'event xstate.init',
      'step xstate.init',
      'born',
      'event xstate.init',
      'step xstate.init',
    ]);
  });

  it('tells who sent what to whom, and one step for all transitions it brought about', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { told, pass } = recorded(root);
    told();
    pass(12.34);
    root.send({ type: 'pass' });
    const counted = root.getSnapshot().children.counter?.sessionId;
    expect(told()).toMatchObject([
      { at: 12.3, kind: 'event', to: root.sessionId, event: { type: 'pass' } },
      { kind: 'event', to: counted, from: root.sessionId, event: { type: 'add', by: 5 } },
      {
        kind: 'step',
        actor: counted,
        event: 'add',
        transitions: ['counter:add:0', 'counter.low::0'],
        state: { value: 'high', tags: ['much'] },
      },
      { kind: 'step', actor: root.sessionId, event: 'pass', transitions: ['parent.busy:pass:0'] },
    ]);
  });

  it('tells of a context only what changed', () => {
    const actor = createActor(counter).start();
    const { told } = recorded(actor);
    told();
    actor.send({ type: 'add', by: 1 });
    actor.send({ type: 'no' });
    const [added, nothing] = of(told(), 'step');
    expect(added?.state.changed).toEqual({ count: 1 });
    expect(nothing).toMatchObject({ event: 'no', transitions: [] });
    expect(nothing?.state).not.toHaveProperty('changed');
  });

  it('tells what an actor ended with, before what follows from it, and that it is gone', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { told } = recorded(root);
    told();
    const child = root.getSnapshot().children.counter;
    const key = child?.sessionId;
    child?.send({ type: 'end' });
    const entries = told();
    const at = (matches: (entry: RecordedEntry) => boolean) => entries.findIndex(matches);
    const ended = at((entry) => entry.kind === 'step' && entry.actor === key);
    expect(entries[ended]).toMatchObject({ event: 'end', transitions: ['counter:end:0'], state: { status: 'done', output: { count: 0 } } });
    expect(ended).toBeLessThan(at((entry) => entry.kind === 'event' && entry.event.type === 'xstate.done.actor.counter'));
    expect(of(entries, 'step').filter(({ actor }) => actor === key)).toHaveLength(1);
    expect(of(entries, 'gone').map(({ actor }) => actor)).toContain(key);
    expect(worldAt(entries).size).toBe(0);
  });

  it('tells of actors that were stopped from above', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { told } = recorded(root);
    const born = told();
    const children = of(born, 'born').flatMap(({ actor }) => (actor.parent ? [actor.key] : []));
    root.send({ type: 'stop' });
    const entries = told();
    expect(of(entries, 'gone').map(({ actor }) => actor)).toEqual(children);
    expect([...worldAt([...born, ...entries]).values()].filter(({ isGone }) => !isGone)).toHaveLength(1);
  });

  it('tells what a promise was given and what came of it', async () => {
    const machine = setup({
      actors: { load: fromPromise<{ n: number }, { id: number }>(async ({ input }) => ({ n: input.id })) },
    }).createMachine({
      invoke: { id: 'load', src: 'load', input: { id: 7 } },
    });
    const root = createActor(machine);
    const { told } = recorded(root);
    root.start();
    await Promise.resolve();
    await Promise.resolve();
    const entries = told();
    const promise = of(entries, 'born').find(({ actor }) => actor.kind === 'promise');
    expect(promise).toMatchObject({ actor: { id: 'load' }, state: { status: 'active', changed: { '': { input: { id: 7 } } } } });
    expect(of(entries, 'step').findLast(({ actor }) => actor === promise?.actor.key)?.state).toMatchObject({
      status: 'done',
      output: { n: 7 },
      removed: [''],
    });
  });

  it('knows what kind of actor is what', () => {
    const never = { subscribe: () => ({ unsubscribe: () => undefined }) };
    const machine = setup({
      actors: {
        promise: fromPromise(() => new Promise<void>(() => undefined)),
        callback: fromCallback(() => undefined),
        observable: fromObservable(() => never),
        transition: fromTransition((state: number) => state + 1, 3),
      },
    }).createMachine({
      invoke: (['promise', 'callback', 'observable', 'transition'] as const).map((src) => ({ id: `a ${src}`, src })),
    });
    const { told } = recorded(createActor(machine).start());
    const born = of(told(), 'born');
    expect(born.map(({ actor }) => actor.kind)).toEqual(['machine', 'promise', 'callback', 'observable', 'transition']);
    expect(born.at(-1)?.state.changed).toEqual({ '': { context: 3 } });
  });

  it('tells of a machine that threw, and lives on', () => {
    const broken = setup({}).createMachine({
      id: 'broken',
      on: {
        go: {
          guard: () => {
            throw new Error('no password=hunter2');
          },
        },
      },
    });
    const host = setup({ actors: { broken } }).createMachine({ invoke: { id: 'broken', src: 'broken', onError: {} }, on: { ok: {} } });
    const root = createActor(host).start();
    const { told } = recorded(root);
    told();
    const child = root.getSnapshot().children.broken as AnyActorRef;
    child.send({ type: 'go' });
    root.send({ type: 'ok' });
    const entries = told();
    const key = child.sessionId;
    const failed = entries.findIndex((entry) => entry.kind === 'step' && entry.actor === key);
    expect(entries[failed]).toMatchObject({
      state: { status: 'error', error: { message: expect.stringContaining('password=*redacted*') } },
    });
    expect(entries[failed + 1]).toMatchObject({ kind: 'gone', actor: key });
    expect(entries.at(-1)).toMatchObject({ kind: 'step', actor: root.sessionId, event: 'ok' });
    expect(JSON.stringify(entries)).not.toContain('hunter2');
  });

  it('says who was taken up from a snapshot', () => {
    const before = createActor(parent).start();
    before.send({ type: 'go' });
    const snapshot = before.getPersistedSnapshot();
    const root = createActor(parent, { snapshot });
    const { told } = recorded(root);
    root.start();
    root.send({ type: 'stop' });
    root.send({ type: 'go' });
    expect(of(told(), 'born').map(({ actor }) => [actor.id, actor.isRestored])).toEqual(
      [
        [root.sessionId, true],
        ['counter', true],
        ['load', true],
        ['counter', false],
        ['load', false],
      ].filter(([id]) => id !== undefined),
    );
  });

  it('asks to be called once for many happenings, and reads nothing before it is', () => {
    const actor = createActor(counter).start();
    const { recorder, due, entries, batches } = recorded(actor);
    const read = vi.fn(() => 1);
    for (let count = 0; count < 10; count += 1) actor.send({ type: 'add', by: 1 });
    actor.send(Object.defineProperty({ type: 'no' } as const, 'by', { get: read, enumerable: true }));
    expect(due).toHaveLength(1);
    expect(entries).toEqual([]);
    due.shift()?.();
    expect(batches).toEqual([1 + 11 * 2]);
    expect(due).toEqual([]);
    expect(read).not.toHaveBeenCalled();
    recorder.stop();
  });

  it('tells much in several goes', () => {
    const actor = createActor(counter).start();
    const { due, batches } = recorded(actor);
    for (let count = 0; count < 700; count += 1) actor.send({ type: 'add', by: 1 });
    while (due.length > 0) due.shift()?.();
    expect(batches).toEqual([500, 500, 401]);
  });

  it('lets the oldest go when more comes than it can tell, says how many, and how everybody stands after it', () => {
    const root = createActor(parent);
    const { told } = recorded(root);
    root.start();
    told();
    root.send({ type: 'go' });
    const child = root.getSnapshot().children.counter;
    for (let count = 0; count < 4000; count += 1) child?.send({ type: 'add', by: 1 });
    const entries = told();
    const [gap, ...after] = entries;
    const dropped = gap?.kind === 'gap' ? gap.dropped : 0;
    // Sent and dealt with, and what the start of two children brought about.
    expect(dropped).toBe(2 + 3 * 2 + 2 * 4000 - 5000);
    const others = after.length - 5000;
    expect(after.slice(0, others).map((entry) => entry.kind)).toEqual(['born', 'born', 'born']);
    const world = worldAt(entries);
    expect(world.get(root.sessionId)?.state.value).toBe('busy');
    expect(world.get(child?.sessionId ?? '')?.context).toEqual({ count: 4000, last: '', list: [1] });
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + (gap?.seq ?? 0)));
  });

  it('says of who was born and died unseen nothing, and of who died unseen that it is gone', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { told } = recorded(root);
    const before = told();
    for (let count = 0; count < 1000; count += 1) {
      root.send({ type: 'stop' });
      root.send({ type: 'go' });
    }
    const world = worldAt([...before, ...told()]);
    const alive = [...world.values()].filter(({ isGone }) => !isGone);
    expect(alive.map(({ id }) => id)).toEqual([root.id, 'counter', 'load']);
    expect(alive[1]?.key).toBe(root.getSnapshot().children.counter?.sessionId);
  });

  it('tells nothing after it was stopped, also of what had happened', () => {
    const actor = createActor(counter).start();
    const { recorder, entries, due } = recorded(actor);
    actor.send({ type: 'add', by: 1 });
    recorder.stop();
    actor.send({ type: 'add', by: 1 });
    while (due.length > 0) due.shift()?.();
    recorder.flush();
    expect(entries).toEqual([]);
  });

  it('numbers on where an earlier one of the same page stopped', () => {
    const actor = createActor(counter).start();
    const one = recorded(actor);
    const last = one.told().at(-1)?.seq ?? 0;
    one.recorder.stop();
    expect(recorded(actor).told()[0]?.seq).toBe(last + 1);
  });

  it('finds who lives by their key, and machines by their print', () => {
    const root = createActor(parent).start();
    const { recorder, told } = recorded(root);
    const [born] = of(told(), 'born');
    expect(recorder.find(root.sessionId)).toBe(root);
    expect(recorder.find('nobody')).toBeUndefined();
    expect(recorder.machine(born?.actor.machine?.print ?? '')).toBe(root.logic);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, assign, createActor, fromCallback, fromObservable, fromPromise, fromTransition, sendTo, setup } from 'xstate';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { record } from './record.ts';

/** Records with a manual clock: nothing is emitted until `takeEntries` is called. */
function startRecording(root: AnyActorRef) {
  const entries: RecordedEntry[] = [];
  const batches: number[] = [];
  const due: (() => void)[] = [];
  let clock = 1000;
  const recorder = record(root, {
    now: () => clock,
    onEntries: (more) => {
      batches.push(more.length);
      entries.push(...more);
    },
    scheduleFlush: (flush) => due.push(flush),
  });
  return {
    recorder,
    entries,
    batches,
    due,
    advance: (ms: number) => {
      clock += ms;
    },
    takeEntries: () => {
      recorder.flush();
      return entries.splice(0);
    },
  };
}

const filterByKind = <Kind extends RecordedEntry['kind']>(entries: readonly RecordedEntry[], kind: Kind) =>
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
  it('lists all running actors with their state, parents first', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const [first, ...rest] = filterByKind(startRecording(root).takeEntries(), 'born');
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

  it('records the start if it is created before the start', () => {
    const root = createActor(parent);
    const { takeEntries } = startRecording(root);
    root.start();
    root.send({ type: 'go' });
    const entries = takeEntries();
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

  it('records who sent what to whom, and one step for all transitions of an event', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { takeEntries, advance } = startRecording(root);
    takeEntries();
    advance(12.34);
    root.send({ type: 'pass' });
    const counted = root.getSnapshot().children.counter?.sessionId;
    expect(takeEntries()).toMatchObject([
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

  it('records only the changed keys of a context', () => {
    const actor = createActor(counter).start();
    const { takeEntries } = startRecording(actor);
    takeEntries();
    actor.send({ type: 'add', by: 1 });
    actor.send({ type: 'no' });
    const [added, nothing] = filterByKind(takeEntries(), 'step');
    expect(added?.state.changed).toEqual({ count: 1 });
    expect(nothing).toMatchObject({ event: 'no', transitions: [] });
    expect(nothing?.state).not.toHaveProperty('changed');
  });

  it('records the output of an actor before its consequences, and that the actor is gone', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { takeEntries } = startRecording(root);
    takeEntries();
    const child = root.getSnapshot().children.counter;
    const key = child?.sessionId;
    child?.send({ type: 'end' });
    const entries = takeEntries();
    const at = (matches: (entry: RecordedEntry) => boolean) => entries.findIndex(matches);
    const ended = at((entry) => entry.kind === 'step' && entry.actor === key);
    expect(entries[ended]).toMatchObject({ event: 'end', transitions: ['counter:end:0'], state: { status: 'done', output: { count: 0 } } });
    expect(ended).toBeLessThan(at((entry) => entry.kind === 'event' && entry.event.type === 'xstate.done.actor.counter'));
    expect(filterByKind(entries, 'step').filter(({ actor }) => actor === key)).toHaveLength(1);
    expect(filterByKind(entries, 'gone').map(({ actor }) => actor)).toContain(key);
    expect(computeWorldAt(entries).size).toBe(0);
  });

  it('records actors that their parent stopped', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { takeEntries } = startRecording(root);
    const born = takeEntries();
    const children = filterByKind(born, 'born').flatMap(({ actor }) => (actor.parent ? [actor.key] : []));
    root.send({ type: 'stop' });
    const entries = takeEntries();
    expect(filterByKind(entries, 'gone').map(({ actor }) => actor)).toEqual(children);
    expect([...computeWorldAt([...born, ...entries]).values()].filter(({ isGone }) => !isGone)).toHaveLength(1);
  });

  it('records input and output of a promise', async () => {
    const machine = setup({
      actors: { load: fromPromise<{ n: number }, { id: number }>(async ({ input }) => ({ n: input.id })) },
    }).createMachine({
      invoke: { id: 'load', src: 'load', input: { id: 7 } },
    });
    const root = createActor(machine);
    const { takeEntries } = startRecording(root);
    root.start();
    await Promise.resolve();
    await Promise.resolve();
    const entries = takeEntries();
    const promise = filterByKind(entries, 'born').find(({ actor }) => actor.kind === 'promise');
    expect(promise).toMatchObject({ actor: { id: 'load' }, state: { status: 'active', changed: { '': { input: { id: 7 } } } } });
    expect(filterByKind(entries, 'step').findLast(({ actor }) => actor === promise?.actor.key)?.state).toMatchObject({
      status: 'done',
      output: { n: 7 },
      removed: [''],
    });
  });

  it('detects the kind of every actor', () => {
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
    const { takeEntries } = startRecording(createActor(machine).start());
    const born = filterByKind(takeEntries(), 'born');
    expect(born.map(({ actor }) => actor.kind)).toEqual(['machine', 'promise', 'callback', 'observable', 'transition']);
    expect(born.at(-1)?.state.changed).toEqual({ '': { context: 3 } });
  });

  it('records the failure of a machine and goes on', () => {
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
    const { takeEntries } = startRecording(root);
    takeEntries();
    const child = root.getSnapshot().children.broken as AnyActorRef;
    child.send({ type: 'go' });
    root.send({ type: 'ok' });
    const entries = takeEntries();
    const key = child.sessionId;
    const failed = entries.findIndex((entry) => entry.kind === 'step' && entry.actor === key);
    expect(entries[failed]).toMatchObject({
      state: { status: 'error', error: { message: expect.stringContaining('password=*redacted*') } },
    });
    expect(entries[failed + 1]).toMatchObject({ kind: 'gone', actor: key });
    expect(entries.at(-1)).toMatchObject({ kind: 'step', actor: root.sessionId, event: 'ok' });
    expect(JSON.stringify(entries)).not.toContain('hunter2');
  });

  it('marks actors that were restored from a snapshot', () => {
    const before = createActor(parent).start();
    before.send({ type: 'go' });
    const snapshot = before.getPersistedSnapshot();
    const root = createActor(parent, { snapshot });
    const { takeEntries } = startRecording(root);
    root.start();
    root.send({ type: 'stop' });
    root.send({ type: 'go' });
    expect(filterByKind(takeEntries(), 'born').map(({ actor }) => [actor.id, actor.isRestored])).toEqual(
      [
        [root.sessionId, true],
        ['counter', true],
        ['load', true],
        ['counter', false],
        ['load', false],
      ].filter(([id]) => id !== undefined),
    );
  });

  it('asks for one callback for many entries, and reads no data before it', () => {
    const actor = createActor(counter).start();
    const { recorder, due, entries, batches } = startRecording(actor);
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

  it('emits many entries in several batches', () => {
    const actor = createActor(counter).start();
    const { due, batches } = startRecording(actor);
    for (let count = 0; count < 700; count += 1) actor.send({ type: 'add', by: 1 });
    while (due.length > 0) due.shift()?.();
    expect(batches).toEqual([500, 500, 401]);
  });

  it('drops the oldest entries if there are too many, and records their number and the resulting states', () => {
    const root = createActor(parent);
    const { takeEntries } = startRecording(root);
    root.start();
    takeEntries();
    root.send({ type: 'go' });
    const child = root.getSnapshot().children.counter;
    for (let count = 0; count < 4000; count += 1) child?.send({ type: 'add', by: 1 });
    const entries = takeEntries();
    const [gap, ...after] = entries;
    const dropped = gap?.kind === 'gap' ? gap.dropped : 0;
    // Sent and processed events, and the start of two children.
    expect(dropped).toBe(2 + 3 * 2 + 2 * 4000 - 5000);
    const others = after.length - 5000;
    expect(after.slice(0, others).map((entry) => entry.kind)).toEqual(['born', 'born', 'born']);
    const world = computeWorldAt(entries);
    expect(world.get(root.sessionId)?.state.value).toBe('busy');
    expect(world.get(child?.sessionId ?? '')?.context).toEqual({ count: 4000, last: '', list: [1] });
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + (gap?.seq ?? 0)));
  });

  it('omits actors that started and ended inside a gap, and records those that ended inside it as gone', () => {
    const root = createActor(parent).start();
    root.send({ type: 'go' });
    const { takeEntries } = startRecording(root);
    const before = takeEntries();
    for (let count = 0; count < 1000; count += 1) {
      root.send({ type: 'stop' });
      root.send({ type: 'go' });
    }
    const world = computeWorldAt([...before, ...takeEntries()]);
    const alive = [...world.values()].filter(({ isGone }) => !isGone);
    expect(alive.map(({ id }) => id)).toEqual([root.id, 'counter', 'load']);
    expect(alive[1]?.key).toBe(root.getSnapshot().children.counter?.sessionId);
  });

  it('emits nothing after it is stopped, not even pending entries', () => {
    const actor = createActor(counter).start();
    const { recorder, entries, due } = startRecording(actor);
    actor.send({ type: 'add', by: 1 });
    recorder.stop();
    actor.send({ type: 'add', by: 1 });
    while (due.length > 0) due.shift()?.();
    recorder.flush();
    expect(entries).toEqual([]);
  });

  it('continues the numbers of an earlier recorder of the same root', () => {
    const actor = createActor(counter).start();
    const one = startRecording(actor);
    const last = one.takeEntries().at(-1)?.seq ?? 0;
    one.recorder.stop();
    expect(startRecording(actor).takeEntries()[0]?.seq).toBe(last + 1);
  });

  it('finds running actors by key, and machines by print', () => {
    const root = createActor(parent).start();
    const { recorder, takeEntries } = startRecording(root);
    const [born] = filterByKind(takeEntries(), 'born');
    expect(recorder.findActor(root.sessionId)).toBe(root);
    expect(recorder.findActor('nobody')).toBeUndefined();
    expect(recorder.findMachine(born?.actor.machine?.print ?? '')).toBe(root.logic);
  });
});

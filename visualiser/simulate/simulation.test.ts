import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  and,
  assign,
  createMachine,
  emit,
  enqueueActions,
  fromCallback,
  fromEventObservable,
  fromObservable,
  fromPromise,
  fromTransition,
  log,
  not,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import type { Step } from '../model/scenario.ts';
import { createSimulation, getMachineSnapshot, type SimulationOptions } from './simulation.ts';

const failOnCall = () => {
  throw new Error('this touched the world');
};
const rejectingPromise = fromPromise(() => Promise.reject(new Error('this touched the world')));

function start(machine: AnyStateMachine, options: Partial<SimulationOptions> = {}) {
  const simulation = createSimulation({ machine, ...options });
  return {
    ...simulation,
    send: (type: string, more: object = {}, to?: string) =>
      simulation.perform({ do: 'send', ...(to !== undefined && { to }), event: { type, ...more } }),
    value: (name = '') => simulation.listMachines().find((one) => one.name === name)?.value,
    context: (name = '') => getMachineSnapshot(simulation.findActor(name) as never)?.context as Record<string, unknown>,
    names: () => simulation.listPlayedActors().map(({ name, kind }) => `${name} ${kind}`),
    remaining: () => simulation.listPendingDelays().map(({ remainingMs }) => remainingMs),
    status: (name = '') => simulation.listMachines().find((one) => one.name === name)?.status,
  };
}

const asking = createMachine({
  id: 'asking',
  initial: 'idle',
  context: { answer: undefined as unknown, tries: 0 },
  states: {
    idle: { on: { ask: 'waiting' } },
    waiting: {
      entry: assign({ tries: ({ context }) => context.tries + 1 }),
      on: { again: { target: 'waiting', reenter: true } },
      invoke: {
        id: 'question',
        src: rejectingPromise,
        input: ({ context }) => ({ tries: context.tries }),
        onDone: { target: 'done', actions: assign({ answer: ({ event }) => event.output }) },
        onError: { target: 'idle', actions: assign({ answer: ({ event }) => (event.error as Error).message }) },
      },
    },
    done: { type: 'final' },
  },
});

describe('a played actor', () => {
  it('waits until it is resolved with a given output', () => {
    const { send, perform, value, context, names, listPlayedActors, status } = start(asking);
    send('ask');
    expect([value(), names(), listPlayedActors()[0]?.input]).toEqual(['waiting', ['question promise'], { tries: 1 }]);
    perform({ do: 'resolve', actor: 'question', output: { rows: [1] } });
    expect([value(), context().answer, names(), status()]).toEqual(['done', { rows: [1] }, [], 'done']);
  });

  it('rejects with a text as an Error, and with any other value unchanged', () => {
    const { send, perform, value, context } = start(asking);
    send('ask');
    expect(perform({ do: 'reject', actor: 'question', error: 'no network' }).faults).toEqual([]);
    expect([value(), context().answer]).toEqual(['idle', 'no network']);
    send('ask');
    perform({ do: 'reject', actor: 'question', error: { message: 'refused', traceId: 't' } });
    expect(context()).toEqual({ answer: 'refused', tries: 2 });
  });

  it('is replaced when its state is entered again', () => {
    const { send, listPlayedActors, findActor } = start(asking);
    send('ask');
    const first = findActor('question');
    send('again');
    expect([listPlayedActors()[0]?.input, findActor('question') === first]).toEqual([{ tries: 2 }, false]);
  });

  it('sends events to its parent and receives events as a callback', () => {
    const callback = setup({ actors: { socket: fromCallback(failOnCall) } }).createMachine({
      id: 'callback',
      context: { heard: [] as unknown[] },
      invoke: { id: 'socket', src: 'socket' },
      on: {
        message: { actions: [assign({ heard: ({ context, event }) => [...context.heard, event] }), sendTo('socket', { type: 'ack' })] },
      },
    });
    const { perform, context, names } = start(callback);
    expect(names()).toEqual(['socket callback']);
    expect(perform({ do: 'tell', actor: 'socket', event: { type: 'message', text: 'hi' } }).faults).toEqual([]);
    expect(context().heard).toEqual([{ type: 'message', text: 'hi' }]);
    expect(names()).toEqual(['socket callback']);
  });

  it('emits values, then completes or fails, as an observable', () => {
    const seen = setup({ actors: { ticks: fromObservable(failOnCall), events: fromEventObservable(failOnCall) } }).createMachine({
      id: 'seen',
      context: { last: undefined as unknown, moves: 0 },
      initial: 'watching',
      invoke: { id: 'events', src: 'events', onDone: '.still', onError: '.lost' },
      states: {
        watching: {
          invoke: {
            id: 'ticks',
            src: 'ticks',
            onSnapshot: { actions: assign({ last: ({ event }) => (event.snapshot as { context?: unknown }).context }) },
            onDone: 'over',
            onError: 'lost',
          },
          on: { move: { actions: assign({ moves: ({ context }) => context.moves + 1 }) } },
        },
        over: {},
        still: {},
        lost: {},
      },
    });
    const { perform, value, context, names } = start(seen);
    expect(names()).toEqual(['events events', 'ticks observable']);
    perform({ do: 'emit', actor: 'ticks', value: 7 });
    perform({ do: 'emit', actor: 'events', value: { type: 'move' } });
    expect([value(), context()]).toEqual(['watching', { last: 7, moves: 1 }]);
    perform({ do: 'complete', actor: 'ticks' });
    expect(value()).toBe('over');
    perform({ do: 'reject', actor: 'events', error: 'cut' });
    expect(value()).toBe('lost');
  });

  it('replaces every spawned actor: by name, inline, in a context, in an assignment, or of unknown logic', () => {
    const spawning = createMachine(
      {
        id: 'spawning',
        context: ({ spawn }) => ({ born: spawn(rejectingPromise, { id: 'born' } as never) as unknown, later: undefined as unknown }),
        entry: [spawnChild('named' as never, { id: 'named' }), spawnChild(rejectingPromise as never, { id: 'direct' })],
        invoke: { id: 'unknown', src: 'nobodyWroteIt' as never },
        on: {
          more: { actions: assign({ later: ({ spawn }) => spawn(rejectingPromise as never) }) },
          queued: { actions: enqueueActions(({ enqueue }) => enqueue.spawnChild(rejectingPromise as never, { id: 'queued' })) },
          stop: { actions: stopChild('direct') },
        },
      },
      { actors: { named: rejectingPromise } },
    );
    const { send, names } = start(spawning);
    expect(names().toSorted()).toEqual(['born promise', 'direct promise', 'named promise', 'unknown any']);
    send('more');
    send('queued');
    send('stop');
    expect(names().toSorted()).toEqual(['born promise', 'named promise', 'queued promise', 'unknown any', '~1 promise']);
  });

  it('does not replace pure transition logic', () => {
    const counting = createMachine({
      id: 'counting',
      invoke: { id: 'count', src: fromTransition((count: number) => count + 1, 0) },
      on: { up: { actions: sendTo('count', { type: 'up' }) } },
    });
    const { send, names, findActor } = start(counting);
    send('up');
    expect(names()).toEqual([]);
    expect(findActor('count')?.getSnapshot().context).toBe(1);
  });
});

const child = createMachine({
  id: 'child',
  initial: 'asking',
  states: {
    asking: { invoke: { id: 'question', src: rejectingPromise, onDone: 'knowing' } },
    knowing: { entry: sendParent({ type: 'known' }), on: { finish: 'over' } },
    over: { type: 'final' },
  },
});
const parent = setup({ actors: { child } }).createMachine({
  id: 'parent',
  initial: 'waiting',
  invoke: { id: 'child', src: 'child', systemId: 'theChild', onDone: '.over' },
  states: {
    waiting: { on: { known: 'knowing' } },
    knowing: { on: { finish: { actions: sendTo(({ system }) => system.get('theChild'), { type: 'finish' }) } } },
    over: {},
  },
});

describe('a child machine', () => {
  it('runs for real with played actors, and is found by its system id', () => {
    const { perform, value, names, send, startOutcome } = start(parent);
    expect(startOutcome.faults).toEqual([]);
    expect([names(), value('child')]).toEqual([['child/question promise'], 'asking']);
    perform({ do: 'resolve', actor: 'child/question' });
    expect([value(), value('child')]).toEqual(['knowing', 'knowing']);
    send('finish');
    expect(value()).toBe('over');
  });

  it('can receive events directly', () => {
    const { perform, send, value, status } = start(parent);
    perform({ do: 'resolve', actor: 'child/question' });
    send('finish', {}, 'child');
    expect([value(), status('child')]).toEqual(['over', 'done']);
  });

  it('is played itself if the scenario says so', () => {
    const { perform, value, names } = start(parent, { play: ['child'] });
    expect(names()).toEqual(['child machine']);
    perform({ do: 'tell', actor: 'child', event: { type: 'known' } });
    expect(value()).toBe('knowing');
    perform({ do: 'resolve', actor: 'child' });
    expect(value()).toBe('over');
  });

  it('can be a machine that a value names', () => {
    const hosting = createMachine({
      id: 'hosting',
      context: { machine: undefined as unknown },
      on: {
        come: {
          actions: assign({
            machine: ({ event, spawn }) => spawn((event as never as { machine: never }).machine, { id: 'guest' } as never),
          }),
        },
      },
    });
    const { send, names } = start(hosting, { findMachine: (key) => (key === 'guests/child' ? child : undefined) });
    send('come', { machine: { '~': 'machine', text: 'guests/child' } });
    expect(names()).toEqual(['guest/question promise']);
    expect(send('come', { machine: { '~': 'machine', text: 'nobody' } }).faults).toMatchObject([
      { kind: 'error', message: 'there is no machine "nobody"' },
    ]);
  });
});

describe('effects', () => {
  it('are listed with their parameters, and not executed', () => {
    const acting = setup({ actions: { save: (_, __: { id: number }) => failOnCall(), paint: failOnCall } }).createMachine({
      id: 'acting',
      context: { count: 0 },
      entry: ['paint', 'nobodyWroteIt' as never],
      on: {
        go: {
          actions: [
            { type: 'save', params: { id: 7 } },
            failOnCall,
            assign({ count: 1 }),
            raise({ type: 'on' }),
            emit({ type: 'shown' }),
            log('words'),
            enqueueActions(({ enqueue }) => {
              enqueue(failOnCall);
              enqueue({ type: 'save', params: { id: 8 } });
            }),
          ],
        },
        on: { actions: assign({ count: ({ context }) => context.count + 1 }) },
      },
    });
    const { startOutcome, send, context } = start(acting);
    expect(startOutcome.effects.map(({ action }) => action)).toEqual(['paint', 'nobodyWroteIt']);
    const { effects, faults } = send('go');
    expect(faults).toEqual([]);
    expect(context().count).toBe(2);
    expect(effects.map(({ action, params }) => [action, params])).toEqual([
      ['save', { id: 7 }],
      ['inline', undefined],
      ['emit', { event: { type: 'shown' } }],
      ['log', { value: 'words' }],
      ['inline', undefined],
      ['save', { id: 8 }],
    ]);
  });

  it('include events to the parent, even without a parent', () => {
    const telling = createMachine({ id: 'telling', on: { go: { actions: sendParent({ type: 'went' }) } } });
    expect(start(telling).perform({ do: 'send', event: { type: 'go' } })).toEqual({ effects: [], parentEvents: ['went'], faults: [] });
  });
});

describe('time', () => {
  const patient = createMachine({
    id: 'patient',
    type: 'parallel',
    states: {
      tea: {
        initial: 'cold',
        states: {
          cold: { on: { heat: 'hot' } },
          hot: { after: { 3000: 'warm' }, on: { heat: { target: 'hot', reenter: true }, drink: 'cold' } },
          warm: { after: { cooling: 'cold' } },
        },
      },
      bell: { initial: 'still', states: { still: { on: { ring: 'ringing' } }, ringing: { after: { 500: 'still' } } } },
    },
  }).provide({ delays: { cooling: () => 2000 } });

  it('only passes when told to, and fires the delays on its way one by one', () => {
    const { send, perform, value, remaining, now, listPendingDelays } = start(patient);
    send('heat');
    send('ring');
    expect(remaining()).toEqual([500, 3000]);
    expect(listPendingDelays()[0]).toMatchObject({ actor: '', delay: '500', state: 'patient.bell.ringing' });
    perform({ do: 'pass', ms: 499 });
    expect([value(), remaining()]).toEqual([{ tea: 'hot', bell: 'ringing' }, [1, 2501]]);
    perform({ do: 'next' });
    expect([value(), now()]).toEqual([{ tea: 'hot', bell: 'still' }, 500]);
    // The second delay of the tea starts while time passes.
    perform({ do: 'pass', ms: 4500 });
    expect([value(), remaining(), now()]).toEqual([{ tea: 'cold', bell: 'still' }, [], 5000]);
    expect(listPendingDelays()).toEqual([]);
  });

  it('restarts the delay of a state that is entered again, and cancels that of a state that was left', () => {
    const { send, perform, value, remaining } = start(patient);
    send('heat');
    perform({ do: 'pass', ms: 2000 });
    send('heat');
    expect(remaining()).toEqual([3000]);
    send('drink');
    expect(remaining()).toEqual([]);
    perform({ do: 'pass', ms: 9000 });
    expect(value()).toMatchObject({ tea: 'cold' });
  });

  it('does not hang on an endless chain of zero delays', () => {
    const restless = createMachine({
      id: 'restless',
      initial: 'a',
      states: { a: { after: { 0: 'b' } }, b: { after: { 0: 'a' } } },
    });
    const { perform } = start(restless);
    expect(perform({ do: 'pass', ms: 1 }).faults).toMatchObject(
      [{ kind: 'error', message: /10000 delays/ as never }].map((one) => ({
        ...one,
        message: '10000 delays were over, and still there were more',
      })),
    );
  });
});

describe('parallel and history states', () => {
  it('behave as in a real run', () => {
    const radio = createMachine({
      id: 'radio',
      initial: 'on',
      states: {
        on: {
          type: 'parallel',
          on: { off: 'off' },
          states: {
            band: { initial: 'fm', states: { fm: { on: { band: 'am' } }, am: {} } },
            volume: { initial: 'low', states: { low: { on: { loud: 'high' } }, high: {} } },
            last: { type: 'history', history: 'deep' },
          },
        },
        off: { on: { on: 'on.last' } },
      },
    });
    const { send, value } = start(radio);
    send('band');
    send('loud');
    send('off');
    expect(value()).toBe('off');
    send('on');
    expect(value()).toEqual({ on: { band: 'am', volume: 'high' } });
  });
});

describe('a failure', () => {
  const fragile = setup({
    guards: { isLong: ({ event }) => (event as never as { text: { length: number } }).text.length > 3 },
  }).createMachine({
    id: 'fragile',
    initial: 'whole',
    states: {
      whole: { on: { say: { guard: 'isLong', target: 'told' }, loop: 'looping' } },
      told: {},
      looping: { always: 'round' },
      round: { always: 'looping' },
    },
  });

  it('is reported in the step that caused it, and the simulation still answers', () => {
    const { send, status, perform } = start(fragile);
    const [fault] = send('say').faults;
    expect(fault).toMatchObject({ kind: 'error', actor: '' });
    expect(fault?.message).toContain("Unable to evaluate guard 'isLong'");
    expect(status()).toBe('error');
    expect(send('say', { text: 'long' }).faults).toEqual([{ kind: 'impossible', actor: '', message: 'the machine has ended' }]);
    expect(perform({ do: 'pass', ms: 10 }).faults).toEqual([]);
  });

  it('can be an infinite loop', () => {
    expect(start(fragile).send('loop').faults[0]?.message).toContain('Infinite loop');
  });

  it('can happen while the machine is created', () => {
    const needing = createMachine({ id: 'needing', context: ({ input }) => ({ name: (input as { name: string }).name }) });
    const { startOutcome, status } = start(needing);
    expect(startOutcome.faults[0]?.message).toContain("reading 'name'");
    expect(status()).toBe('error');
  });

  it('can happen in a child machine, whose parent goes on', () => {
    const host = createMachine({
      id: 'host',
      initial: 'with',
      states: { with: { invoke: { id: 'guest', src: fragile, onError: 'without' } }, without: {} },
    });
    const { send, value } = start(host);
    expect(send('say', {}, 'guest').faults).toMatchObject([{ kind: 'error', actor: 'guest' }]);
    expect(value()).toBe('without');
  });

  it.each<[Step, string]>([
    [{ do: 'resolve', actor: 'nobody' }, 'there is no actor "nobody"'],
    [{ do: 'resolve', actor: '' }, 'the machine is not played: it runs by itself'],
    [{ do: 'emit', actor: 'question', value: 1 }, 'the actor "question" (promise) cannot do that'],
    [{ do: 'next' }, 'nothing waits for a delay'],
    [{ do: 'send', to: 'nobody', event: { type: 'x' } }, 'there is no actor "nobody"'],
  ])('reports steps that are impossible: %j', (step, message) => {
    const { send, perform } = start(asking);
    send('ask');
    expect(perform(step).faults).toMatchObject([{ kind: 'impossible', message }]);
  });

  it('reports that an actor has ended', () => {
    const { send, perform } = start(asking);
    send('ask');
    perform({ do: 'reject', actor: 'question' });
    expect(perform({ do: 'resolve', actor: 'question' }).faults).toMatchObject([{ message: 'the actor "question" has ended' }]);
  });
});

describe('the results of guards', () => {
  const door = setup({
    types: {} as { events: { type: 'push' } | { type: 'kick' } },
    guards: { isOpen: () => false, isUsable: not('isOpen') },
  }).createMachine({
    id: 'door',
    initial: 'outside',
    states: {
      outside: {
        on: {
          push: { guard: and(['isOpen', not('isLocked' as never)]), target: 'inside' },
          kick: { guard: 'isUsable', target: 'broken' },
        },
      },
      inside: {},
      broken: {},
    },
  });

  it('are given by hand until they are their own again, also inside of other guards and without code', () => {
    const { perform, send, value, listGuards } = start(door);
    expect(listGuards().map(({ name }) => name)).toEqual(['isLocked', 'isOpen', 'isUsable']);
    perform({ do: 'guard', guard: 'isOpen', result: true });
    expect(send('push').faults).toEqual([expect.objectContaining({ message: expect.stringContaining('isLocked') })]);
    const again = start(door);
    again.perform({ do: 'guard', guard: 'isOpen', result: true });
    again.perform({ do: 'guard', guard: 'isLocked', result: false });
    expect(again.listGuards()).toEqual([{ name: 'isLocked', result: false }, { name: 'isOpen', result: true }, { name: 'isUsable' }]);
    again.send('kick');
    expect(again.value()).toBe('outside');
    again.perform({ do: 'guard', guard: 'isOpen' });
    again.send('push');
    expect(again.value()).toBe('outside');
    again.perform({ do: 'guard', guard: 'isUsable', result: false });
    again.send('kick');
    expect(again.value()).toBe('outside');
    again.perform({ do: 'guard', guard: 'isOpen', result: true });
    again.send('push');
    expect([value(), again.value()]).toEqual(['outside', 'inside']);
  });
});

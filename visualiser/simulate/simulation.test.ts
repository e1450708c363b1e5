import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
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
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import type { Step } from '../model/scenario.ts';
import { machineSnapshot, type SimulationOptions, simulation } from './simulation.ts';

const broken = () => {
  throw new Error('this touched the world');
};
const promise = fromPromise(() => Promise.reject(new Error('this touched the world')));

function run(machine: AnyStateMachine, options: Partial<SimulationOptions> = {}) {
  const simulated = simulation({ machine, ...options });
  return {
    ...simulated,
    send: (type: string, more: object = {}, to?: string) =>
      simulated.take({ do: 'send', ...(to !== undefined && { to }), event: { type, ...more } }),
    value: (name = '') => simulated.machines().find((one) => one.name === name)?.value,
    context: (name = '') => machineSnapshot(simulated.actor(name) as never)?.context as Record<string, unknown>,
    names: () => simulated.played().map(({ name, kind }) => `${name} ${kind}`),
    left: () => simulated.waiting().map(({ left }) => left),
    status: (name = '') => simulated.machines().find((one) => one.name === name)?.status,
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
        src: promise,
        input: ({ context }) => ({ tries: context.tries }),
        onDone: { target: 'done', actions: assign({ answer: ({ event }) => event.output }) },
        onError: { target: 'idle', actions: assign({ answer: ({ event }) => (event.error as Error).message }) },
      },
    },
    done: { type: 'final' },
  },
});

describe('a played actor', () => {
  it('waits until it is resolved, and gives what it was told to give', () => {
    const { send, take, value, context, names, played, status } = run(asking);
    send('ask');
    expect([value(), names(), played()[0]?.input]).toEqual(['waiting', ['question promise'], { tries: 1 }]);
    take({ do: 'resolve', actor: 'question', output: { rows: [1] } });
    expect([value(), context().answer, names(), status()]).toEqual(['done', { rows: [1] }, [], 'done']);
  });

  it('fails with a text as an error, and with anything else as it is', () => {
    const { send, take, value, context } = run(asking);
    send('ask');
    expect(take({ do: 'reject', actor: 'question', error: 'no network' }).faults).toEqual([]);
    expect([value(), context().answer]).toEqual(['idle', 'no network']);
    send('ask');
    take({ do: 'reject', actor: 'question', error: { message: 'refused', traceId: 't' } });
    expect(context()).toEqual({ answer: 'refused', tries: 2 });
  });

  it('is another one after its state was entered again', () => {
    const { send, played, actor } = run(asking);
    send('ask');
    const first = actor('question');
    send('again');
    expect([played()[0]?.input, actor('question') === first]).toEqual([{ tries: 2 }, false]);
  });

  it('tells who started it as a callback, and hears what it is told', () => {
    const callback = setup({ actors: { socket: fromCallback(broken) } }).createMachine({
      id: 'callback',
      context: { heard: [] as unknown[] },
      invoke: { id: 'socket', src: 'socket' },
      on: {
        message: { actions: [assign({ heard: ({ context, event }) => [...context.heard, event] }), sendTo('socket', { type: 'ack' })] },
      },
    });
    const { take, context, names } = run(callback);
    expect(names()).toEqual(['socket callback']);
    expect(take({ do: 'tell', actor: 'socket', event: { type: 'message', text: 'hi' } }).faults).toEqual([]);
    expect(context().heard).toEqual([{ type: 'message', text: 'hi' }]);
    expect(names()).toEqual(['socket callback']);
  });

  it('gives values one after the other as an observable, then completes or fails', () => {
    const seen = setup({ actors: { ticks: fromObservable(broken), events: fromEventObservable(broken) } }).createMachine({
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
    const { take, value, context, names } = run(seen);
    expect(names()).toEqual(['events events', 'ticks observable']);
    take({ do: 'emit', actor: 'ticks', value: 7 });
    take({ do: 'emit', actor: 'events', value: { type: 'move' } });
    expect([value(), context()]).toEqual(['watching', { last: 7, moves: 1 }]);
    take({ do: 'complete', actor: 'ticks' });
    expect(value()).toBe('over');
    take({ do: 'reject', actor: 'events', error: 'cut' });
    expect(value()).toBe('lost');
  });

  it('takes the place of whoever is spawned: by name, as it is, in a context, in an assignment, or without anybody behind the name', () => {
    const spawning = createMachine(
      {
        id: 'spawning',
        context: ({ spawn }) => ({ born: spawn(promise, { id: 'born' } as never) as unknown, later: undefined as unknown }),
        entry: [spawnChild('named' as never, { id: 'named' }), spawnChild(promise as never, { id: 'direct' })],
        invoke: { id: 'unknown', src: 'nobodyWroteIt' as never },
        on: {
          more: { actions: assign({ later: ({ spawn }) => spawn(promise as never) }) },
          queued: { actions: enqueueActions(({ enqueue }) => enqueue.spawnChild(promise as never, { id: 'queued' })) },
          stop: { actions: stopChild('direct') },
        },
      },
      { actors: { named: promise } },
    );
    const { send, names } = run(spawning);
    expect(names().toSorted()).toEqual(['born promise', 'direct promise', 'named promise', 'unknown any']);
    send('more');
    send('queued');
    send('stop');
    expect(names().toSorted()).toEqual(['born promise', 'named promise', 'queued promise', 'unknown any', '~1 promise']);
  });

  it('leaves alone what only reckons', () => {
    const counting = createMachine({
      id: 'counting',
      invoke: { id: 'count', src: fromTransition((count: number) => count + 1, 0) },
      on: { up: { actions: sendTo('count', { type: 'up' }) } },
    });
    const { send, names, actor } = run(counting);
    send('up');
    expect(names()).toEqual([]);
    expect(actor('count')?.getSnapshot().context).toBe(1);
  });
});

const child = createMachine({
  id: 'child',
  initial: 'asking',
  states: {
    asking: { invoke: { id: 'question', src: promise, onDone: 'knowing' } },
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

describe('a machine below', () => {
  it('runs for real, with actors that are played, and is found by its id in the system', () => {
    const { take, value, names, send, begun } = run(parent);
    expect(begun.faults).toEqual([]);
    expect([names(), value('child')]).toEqual([['child/question promise'], 'asking']);
    take({ do: 'resolve', actor: 'child/question' });
    expect([value(), value('child')]).toEqual(['knowing', 'knowing']);
    send('finish');
    expect(value()).toBe('over');
  });

  it('can be told something itself', () => {
    const { take, send, value, status } = run(parent);
    take({ do: 'resolve', actor: 'child/question' });
    send('finish', {}, 'child');
    expect([value(), status('child')]).toEqual(['over', 'done']);
  });

  it('is played itself where that is wanted', () => {
    const { take, value, names } = run(parent, { play: ['child'] });
    expect(names()).toEqual(['child machine']);
    take({ do: 'tell', actor: 'child', event: { type: 'known' } });
    expect(value()).toBe('knowing');
    take({ do: 'resolve', actor: 'child' });
    expect(value()).toBe('over');
  });

  it('may be a machine that a value names', () => {
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
    const { send, names } = run(hosting, { machineOf: (key) => (key === 'guests/child' ? child : undefined) });
    send('come', { machine: { '~': 'machine', text: 'guests/child' } });
    expect(names()).toEqual(['guest/question promise']);
    expect(send('come', { machine: { '~': 'machine', text: 'nobody' } }).faults).toMatchObject([
      { kind: 'error', message: 'there is no machine "nobody"' },
    ]);
  });
});

describe('what would be done', () => {
  it('is noted with its parameters, and not done', () => {
    const acting = setup({ actions: { save: (_, __: { id: number }) => broken(), paint: broken } }).createMachine({
      id: 'acting',
      context: { count: 0 },
      entry: ['paint', 'nobodyWroteIt' as never],
      on: {
        go: {
          actions: [
            { type: 'save', params: { id: 7 } },
            broken,
            assign({ count: 1 }),
            raise({ type: 'on' }),
            emit({ type: 'shown' }),
            log('words'),
            enqueueActions(({ enqueue }) => {
              enqueue(broken);
              enqueue({ type: 'save', params: { id: 8 } });
            }),
          ],
        },
        on: { actions: assign({ count: ({ context }) => context.count + 1 }) },
      },
    });
    const { begun, send, context } = run(acting);
    expect(begun.deeds.map(({ action }) => action)).toEqual(['paint', 'nobodyWroteIt']);
    const { deeds, faults } = send('go');
    expect(faults).toEqual([]);
    expect(context().count).toBe(2);
    expect(deeds.map(({ action, params }) => [action, params])).toEqual([
      ['save', { id: 7 }],
      ['inline', undefined],
      ['emit', { event: { type: 'shown' } }],
      ['log', { value: 'words' }],
      ['inline', undefined],
      ['save', { id: 8 }],
    ]);
  });

  it('is told of what the machine says to who started it, also where nobody did', () => {
    const telling = createMachine({ id: 'telling', on: { go: { actions: sendParent({ type: 'went' }) } } });
    expect(run(telling).take({ do: 'send', event: { type: 'go' } })).toEqual({ deeds: [], told: ['went'], faults: [] });
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

  it('stands until it is let pass, and ends one delay after the other on its way', () => {
    const { send, take, value, left, now, waiting } = run(patient);
    send('heat');
    send('ring');
    expect(left()).toEqual([500, 3000]);
    expect(waiting()[0]).toMatchObject({ actor: '', delay: '500', state: 'patient.bell.ringing' });
    take({ do: 'pass', ms: 499 });
    expect([value(), left()]).toEqual([{ tea: 'hot', bell: 'ringing' }, [1, 2501]]);
    take({ do: 'next' });
    expect([value(), now()]).toEqual([{ tea: 'hot', bell: 'still' }, 500]);
    // Both delays of the tea: the second one begins while time passes.
    take({ do: 'pass', ms: 4500 });
    expect([value(), left(), now()]).toEqual([{ tea: 'cold', bell: 'still' }, [], 5000]);
    expect(waiting()).toEqual([]);
  });

  it('begins anew for a state that is entered again, and does not count for one that was left', () => {
    const { send, take, value, left } = run(patient);
    send('heat');
    take({ do: 'pass', ms: 2000 });
    send('heat');
    expect(left()).toEqual([3000]);
    send('drink');
    expect(left()).toEqual([]);
    take({ do: 'pass', ms: 9000 });
    expect(value()).toMatchObject({ tea: 'cold' });
  });

  it('does not stand for ever at a delay of nothing', () => {
    const restless = createMachine({
      id: 'restless',
      initial: 'a',
      states: { a: { after: { 0: 'b' } }, b: { after: { 0: 'a' } } },
    });
    const { take } = run(restless);
    expect(take({ do: 'pass', ms: 1 }).faults).toMatchObject(
      [{ kind: 'error', message: /10000 delays/ as never }].map((one) => ({
        ...one,
        message: '10000 delays were over, and still there were more',
      })),
    );
  });
});

describe('parallel and history states', () => {
  it('are where they would be', () => {
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
    const { send, value } = run(radio);
    send('band');
    send('loud');
    send('off');
    expect(value()).toBe('off');
    send('on');
    expect(value()).toEqual({ on: { band: 'am', volume: 'high' } });
  });
});

describe('what breaks', () => {
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

  it('is told in the step in which it broke, and the run can be asked on', () => {
    const { send, status, take } = run(fragile);
    const [fault] = send('say').faults;
    expect(fault).toMatchObject({ kind: 'error', actor: '' });
    expect(fault?.message).toContain("Unable to evaluate guard 'isLong'");
    expect(status()).toBe('error');
    expect(send('say', { text: 'long' }).faults).toEqual([{ kind: 'impossible', actor: '', message: 'the machine has ended' }]);
    expect(take({ do: 'pass', ms: 10 }).faults).toEqual([]);
  });

  it('may be an endless circle', () => {
    expect(run(fragile).send('loop').faults[0]?.message).toContain('Infinite loop');
  });

  it('may be the birth of the machine', () => {
    const needing = createMachine({ id: 'needing', context: ({ input }) => ({ name: (input as { name: string }).name }) });
    const { begun, status } = run(needing);
    expect(begun.faults[0]?.message).toContain("reading 'name'");
    expect(status()).toBe('error');
  });

  it('may be a machine below, whose parent goes on', () => {
    const host = createMachine({
      id: 'host',
      initial: 'with',
      states: { with: { invoke: { id: 'guest', src: fragile, onError: 'without' } }, without: {} },
    });
    const { send, value } = run(host);
    expect(send('say', {}, 'guest').faults).toMatchObject([{ kind: 'error', actor: 'guest' }]);
    expect(value()).toBe('without');
  });

  it.each<[Step, string]>([
    [{ do: 'resolve', actor: 'nobody' }, 'there is no actor "nobody"'],
    [{ do: 'resolve', actor: '' }, 'the machine is not played: it runs by itself'],
    [{ do: 'emit', actor: 'question', value: 1 }, 'the actor "question" (promise) cannot do that'],
    [{ do: 'next' }, 'nothing waits for a delay'],
    [{ do: 'send', to: 'nobody', event: { type: 'x' } }, 'there is no actor "nobody"'],
  ])('says what cannot be done: %j', (step, message) => {
    const { send, take } = run(asking);
    send('ask');
    expect(take(step).faults).toMatchObject([{ kind: 'impossible', message }]);
  });

  it('says that an actor has ended', () => {
    const { send, take } = run(asking);
    send('ask');
    take({ do: 'reject', actor: 'question' });
    expect(take({ do: 'resolve', actor: 'question' }).faults).toMatchObject([{ message: 'the actor "question" has ended' }]);
  });
});

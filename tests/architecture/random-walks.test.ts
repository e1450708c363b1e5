import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, fromPromise, StateMachine, setup } from 'xstate';
import { Sealed } from '#machines/kernel/form/sealed.ts';
import type { MachineWalk, WalkEvent } from '#machines/kernel/machine-walk.ts';
import { deep } from '#tests/support/depth.ts';
import { findWalks } from '#tests/support/find-machines.ts';
import { canHappen, randomWalks, type Step } from '#tests/support/random-walk.ts';
import { type Steps, stepsOf } from '#tests/support/steps.ts';

const CANARY = 'canary-4f1d';
/** What carries a secret by its name. A form's `pwd` is no secret: it says only whether what was typed will do. */
const SECRET = /^(?:password|newPassword|new_passwd|token|digest)$/;

let planted = 0;

/** The same value, with the canary wherever a secret stands. */
function poisoned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poisoned);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!SECRET.test(key)) return [key, poisoned(one)];
      planted += 1;
      return [key, CANARY];
    }),
  );
}

/** What the library that calls the server throws: it remembers the whole request. */
function failedCall(message: string): Error {
  planted += 1;
  return Object.assign(new Error(message), {
    traceId: 'trace-1',
    config: { headers: { Authorization: `Bearer ${CANARY}` }, data: JSON.stringify({ pwd: CANARY }) },
    cause: { request: CANARY },
  });
}

const dangerous = ({ events, ...walk }: MachineWalk): MachineWalk => ({
  ...walk,
  input: poisoned(walk.input),
  events: events.map(
    (event): WalkEvent =>
      event.type.startsWith('xstate.error.') ? { ...event, error: failedCall('refused') } : (poisoned(event) as WalkEvent),
  ),
});

function holdsCanary(value: unknown, seen = new Set<unknown>()): boolean {
  if (typeof value === 'string') return value.includes(CANARY);
  if (value === null || typeof value !== 'object' || seen.has(value) || value instanceof StateMachine) return false;
  seen.add(value);
  return Object.getOwnPropertyNames(value).some((key) => holdsCanary(Reflect.get(value, key), seen));
}

interface StateNode {
  id: string;
  type: string;
  parent: StateNode | undefined;
  initial?: Transition;
  invoke: { id: string }[];
}

interface Transition {
  source: StateNode;
  target?: readonly StateNode[] | undefined;
}

const isWithin = (node: StateNode | undefined, ancestor: StateNode): boolean =>
  node !== undefined && (node === ancestor || isWithin(node.parent, ancestor));

/** The part of the machine that does not go on beside others: up to the next parallel state. */
const regionOf = (node: StateNode): StateNode => (node.parent && node.parent.type !== 'parallel' ? regionOf(node.parent) : node);

/** Where its parent begins, so that it was left before. */
const isBeginning = (node: StateNode): boolean => node.parent?.type === 'parallel' || Boolean(node.parent?.initial?.target?.includes(node));

const FAILED_ACTOR = /^xstate\.error\.actor\.(.+)$/;

/** After a reply that failed, the part of the machine that waited for it can still go on: by an event, or after a pause. */
function isStuck({ machine, events }: MachineWalk, { before, event, after }: Step): boolean {
  const actor = FAILED_ACTOR.exec(event.type)?.[1];
  if (actor === undefined || after.status === 'done') return false;
  const waiting = (before._nodes as StateNode[]).find(({ invoke }) => invoke.some(({ id }) => id === actor));
  if (!waiting) return false;
  const region = regionOf(waiting);
  const within = (after._nodes as StateNode[]).filter((node) => node !== region && isWithin(node, region));
  if (within.every(isBeginning)) return false;
  return !events.some(
    (one) =>
      canHappen(after, one) &&
      (machine.getTransitionData(after, one) as Transition[]).some(
        ({ source, target }) => target && (isWithin(source, region) || isWithin(region, source)),
      ),
  );
}

/** Where a promise cannot be kept, and why. */
const EXCEPTIONS: Record<string, 'mayEnd' | 'isNotWritten'> = {
  uploadItem: 'mayEnd', // when its bytes could not be discarded, the queue removes it all the same
  console: 'isNotWritten', // it holds the code of the workbench once that is loaded
  tab: 'isNotWritten', // it holds the code of its page once that is loaded
  workspace: 'isNotWritten', // it holds its tabs, which keep themselves by their addresses
  dramaUploads: 'isNotWritten', // it holds the uploads of files of this browser
  productUploads: 'isNotWritten', // for the same reason
};

const isSealed = (value: unknown): boolean => value instanceof Sealed;

/** Read again from its written form, a state is the same and goes on in the same way, except for what is sealed. */
function checkWritten(steps: Steps, { before, event, after }: Step): void {
  const restored = steps.restored(before);
  expect([restored.value, restored.status]).toEqual([before.value, before.status]);
  const entries = Object.entries<unknown>(before.context);
  expect(restored.context).toEqual(Object.fromEntries(entries.filter(([, one]) => !isSealed(one))));
  expect(Object.keys(restored.children).toSorted()).toEqual(Object.keys(before.children).toSorted());
  if (entries.some(([, one]) => isSealed(one))) return;
  const continued = steps.next(restored, event);
  expect([continued.value, continued.status]).toEqual([after.value, after.status]);
  expect(continued.context).toEqual(after.context);
}

/** A state is written down when it is first left, and every so many steps, when its memory is another one. */
const WRITTEN_EVERY = 100;

interface Look {
  walks: number;
  seed?: number;
  exception?: 'mayEnd' | 'isNotWritten' | undefined;
}

/** The number of steps; throws at the first broken promise. */
function lookInto(walk: MachineWalk, { walks: count, seed = 1, exception }: Look): number {
  const steps = stepsOf(walk.machine, walk.input);
  const left = new Set<string>();
  let taken = 0;
  return randomWalks(dangerous(walk), {
    walks: count,
    length: 15,
    seed,
    holds: (step) => {
      const { before, event, after, history } = step;
      const at = JSON.stringify(before.value);
      if (after.status === 'error') throw new Error(`${event.type} stops it in ${at}`);
      if ((history.length === 1 && holdsCanary(before.context)) || (after.context !== before.context && holdsCanary(after.context)))
        throw new Error(`remembers a secret in ${JSON.stringify(after.value)}`);
      if (exception !== 'mayEnd' && isStuck(walk, step)) throw new Error(`no way out of ${JSON.stringify(after.value)}`);
      taken += 1;
      if (exception === 'isNotWritten' || (left.has(at) && taken % WRITTEN_EVERY > 0)) return;
      // Checked again while a broken walk is shortened.
      left.delete(at);
      checkWritten(steps, step);
      left.add(at);
    },
  });
}

const walks = await findWalks();

/** Machines of one builder, such as all exports, differ only in their names and in the rows that they hold. */
const shapeOf = ({ machine, events }: MachineWalk): string =>
  JSON.stringify([machine.config, events.map(({ type }) => type)], (key, value: unknown) => {
    if (key === 'description') return undefined;
    if (typeof value === 'function') return 'function';
    return typeof value === 'string' ? value.replace(machine.id, '') : value;
  });
const shapes = new Map<string, MachineWalk[]>();
for (const walk of walks) shapes.set(shapeOf(walk), [...(shapes.get(shapeOf(walk)) ?? []), walk]);

/** Walks of the machines of one shape, and the least number of each machine. */
const [OF_SHAPE, OF_MACHINE] = [deep(16, 10_000), deep(2, 30)];

describe('machines, whatever happens to them in whatever order,', () => {
  it('keep no secret, go on after a failure, and can be written down and restored', { timeout: deep(180_000, 7_200_000) }, () => {
    planted = 0;
    let steps = 0;
    for (const alike of shapes.values()) {
      const count = Math.max(OF_MACHINE, Math.ceil(OF_SHAPE / alike.length));
      for (const [index, walk] of alike.entries()) {
        steps += lookInto(walk, { walks: count, seed: index + 1, exception: EXCEPTIONS[walk.machine.id] });
      }
    }
    console.log(`${walks.length} machines of ${shapes.size} shapes, ${steps} steps, ${planted} planted secrets`);
    expect(shapes.size).toBeGreaterThanOrEqual(100);
    expect(steps).toBeGreaterThan(40_000);
    expect(planted).toBeGreaterThan(40);
  });

  it.each(Object.keys(EXCEPTIONS))('need an exception: %s', (id) => {
    const walk = walks.find(({ machine }) => machine.id === id);
    if (!walk) throw new Error(`no walk of ${id}`);
    expect(() => lookInto(walk, { walks: 100 })).toThrow(`${id} is broken after`);
  });

  it('are given secrets in what signs in and in what comes back from a reset', () => {
    const events = walks.flatMap(({ events: one }) => one).map((event) => JSON.stringify(poisoned(event)));
    for (const name of ['session.signInRequested', 'xstate.done.actor.resetPassword']) {
      expect(
        events.find((text) => text.includes(`"${name}"`)),
        name,
      ).toContain(CANARY);
    }
  });
});

describe('a walk notices', () => {
  const go = { type: 'go' };
  const failed = { type: 'xstate.error.actor.ask', error: new Error('x') };
  const asking = (onError?: string) =>
    setup({ actors: { ask: fromPromise(async () => undefined) } }).createMachine({
      id: 'asking',
      initial: 'here',
      states: {
        here: { on: { go: 'waiting' } },
        waiting: { invoke: { id: 'ask', src: 'ask', ...(onError !== undefined && { onError }) } },
        dead: {},
      },
    });

  it('a machine that keeps what was typed, or the error of a call', () => {
    const keeping = setup({
      types: {} as { context: { last: unknown }; events: { type: 'signIn'; credentials: { password: string } } },
      actions: { keep: assign(({ event }) => ({ last: event })) },
    }).createMachine({ id: 'keeping', context: { last: undefined }, on: { '*': { actions: 'keep' } } });
    const signIn = { type: 'signIn', credentials: { password: 'x' } };
    expect(() => lookInto({ machine: keeping, events: [signIn] }, { walks: 1 })).toThrow(/^keeping is broken after signIn .*a secret/);
    expect(() => lookInto({ machine: keeping, events: [{ type: 'xstate.error.call', error: new Error('x') }] }, { walks: 1 })).toThrow(
      /a secret/,
    );
  });

  it('a failed reply that nobody hears, or that leads nowhere, also beside parts that go on', () => {
    const look = (machine: AnyStateMachine) => lookInto({ machine, events: [go, failed] }, { walks: 5 });
    expect(look(asking('here'))).toBeGreaterThan(10);
    expect(() => look(asking())).toThrow(/^asking is broken after go, xstate\.error\.actor\.ask .*stops it/);
    expect(() => look(asking('dead'))).toThrow(/^asking is broken after go, xstate\.error\.actor\.ask .*no way out/);
    const lively = { initial: 'one', states: { one: { on: { go: 'two' } }, two: { on: { go: 'one' } } } };
    const beside = setup({ actors: { ask: fromPromise(async () => undefined) } }).createMachine({
      id: 'beside',
      type: 'parallel',
      states: { lively, waiting: { initial: 'asks', states: { asks: { invoke: { id: 'ask', src: 'ask', onError: 'dead' } }, dead: {} } } },
    });
    expect(() => look(beside)).toThrow(/no way out/);
  });

  it('a memory that is not text, and a step that throws', () => {
    const counting = (keep: unknown, guard: () => boolean) =>
      setup({ types: {} as { context: { kept: unknown } } }).createMachine({
        id: 'counting',
        context: { kept: keep },
        on: { go: { guard, actions: assign(({ context }) => context) } },
      });
    const look = (keep: unknown, guard = () => true) => lookInto({ machine: counting(keep, guard), events: [go] }, { walks: 1 });
    expect(look([{ some: 'text' }])).toBe(15);
    expect(() => look(new Set([1]))).toThrow(/^counting is broken after go/);
    expect(() => look(new Date(0))).toThrow(/^counting is broken after go/);
    expect(() =>
      look(1, () => {
        throw new Error('unexpected');
      }),
    ).toThrow(/unexpected/);
  });
});

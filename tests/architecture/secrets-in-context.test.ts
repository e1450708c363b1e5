import { describe, expect, it } from 'vitest';
import { assign, StateMachine, setup } from 'xstate';
import type { MachineWalk, WalkEvent } from '#machines/kernel/machine-walk.ts';
import { deep } from '#tests/support/depth.ts';
import { findWalks } from '#tests/support/find-machines.ts';
import { randomWalks } from '#tests/support/random-walk.ts';

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

/** The number of checked snapshots; throws at the first that contains a secret. */
const lookInto = (walk: MachineWalk) =>
  randomWalks(dangerous(walk), {
    walks: deep(15, 60),
    length: 15,
    holds: ({ after }) => {
      if (holdsCanary(after.context)) throw new Error(`${after.machine.id} remembers a secret in ${JSON.stringify(after.value)}`);
    },
  });

const walks = await findWalks();

describe('secrets', () => {
  it('never stay in the memory of a machine', { timeout: 180_000 }, () => {
    planted = 0;
    const steps = walks.reduce((sum, walk) => sum + lookInto(walk), 0);
    console.log(`${walks.length} machines, ${steps} memories, ${planted} planted secrets`);
    expect(walks.length).toBeGreaterThanOrEqual(45);
    expect(steps).toBeGreaterThan(30_000);
    expect(planted).toBeGreaterThan(40);
  });

  it('are planted in what signs in and in what comes back from a reset', () => {
    const events = walks.flatMap(({ events: one }) => one).map((event) => JSON.stringify(poisoned(event)));
    for (const name of ['session.signInRequested', 'xstate.done.actor.resetPassword']) {
      expect(
        events.find((text) => text.includes(`"${name}"`)),
        name,
      ).toContain(CANARY);
    }
  });

  it('are noticed in a machine that keeps what was typed, or the error of a call', () => {
    const keeping = setup({
      types: {} as { context: { last: unknown }; events: { type: 'signIn'; credentials: { password: string } } },
      actions: { keep: assign(({ event }) => ({ last: event })) },
    }).createMachine({ id: 'keeping', context: { last: undefined }, on: { '*': { actions: 'keep' } } });
    expect(() => lookInto({ machine: keeping, events: [{ type: 'signIn', credentials: { password: 'x' } }] })).toThrow(
      /broken after signIn/,
    );
    expect(() => lookInto({ machine: keeping, events: [{ type: 'xstate.error.call', error: new Error('x') }] })).toThrow(/broken after/);
  });
});

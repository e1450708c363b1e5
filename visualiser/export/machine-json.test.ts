import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, and, assign, createActor, createMachine, fromCallback, fromPromise, not, or, stateIn } from 'xstate';
import { deep, sampled } from '#tests/support/depth.ts';
import { findMachines, findWalks } from '#tests/support/find-machines.ts';
import { shortestPaths, statesOf } from '#tests/support/paths.ts';
import { checkout } from '../fixtures/checkout.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { buildChart } from '../model/build-chart.ts';
import { fromMachineJson, toMachineJson } from './machine-json.ts';

/** In another style than our machines: inline functions, composed guards, history states. */
const unnamedMachine: AnyStateMachine = createMachine(
  {
    id: 'free',
    version: '1.2',
    context: () => ({ count: 0 }),
    type: 'parallel',
    states: {
      walk: {
        initial: 'slow',
        entry: [assign({ count: 1 }), () => undefined],
        on: { stopped: undefined, '*': { actions: 'note' } },
        states: {
          slow: { on: { hurried: { guard: and(['isDry', not({ type: 'isTall', params: { metres: 1 } })]), target: 'fast' } } },
          fast: { after: { 200: 'slow', patience: { target: 'slow' } }, on: { hurried: { guard: () => false, target: 'slow' } } },
          before: { type: 'history', history: 'deep', target: 'fast' },
        },
      },
      talk: {
        initial: 'loud',
        states: {
          loud: {
            meta: { colour: 'red' },
            invoke: {
              src: fromPromise(async () => 2),
              onDone: { target: '#quiet', actions: assign({ count: ({ event }) => event.output }) },
            },
            on: { hushed: { guard: or(['isDry', stateIn({ walk: 'slow' })]), target: 'quiet', description: 'Hush.' } },
          },
          quiet: { id: 'quiet', type: 'final', output: { well: true } },
        },
        onDone: { actions: 'rest' },
      },
    },
  },
  {
    guards: { isDry: () => true, isTall: (_: unknown, { metres }: { metres: number }) => metres > 2 },
    actions: { note: () => undefined, rest: () => undefined },
    actors: { inline: fromCallback(() => undefined) },
    delays: { patience: 60_000 },
  } as never,
);

const writeAndRead = (machine: AnyStateMachine) => fromMachineJson(toMachineJson(machine));

const machines = [
  ...(await findMachines()),
  { at: 'free', machine: unnamedMachine },
  { at: 'checkout', machine: checkout as AnyStateMachine },
  { at: 'mediaPlayer', machine: mediaPlayer as AnyStateMachine },
];
const walks = await findWalks();

/** What is left of a machine without its name and its texts, in which machines of one builder differ. */
const shapeOf = (machine: AnyStateMachine): string =>
  JSON.stringify(JSON.parse(toMachineJson(machine)), (key, value: unknown) => (TEXTS.has(key) ? undefined : value)).replaceAll(
    machine.id,
    '',
  );
const TEXTS = new Set(['id', 'description', 'meta']);

/** The first walk through a machine of each shape; all of them in a deep run. */
const walksByShape = deep([...new Map(walks.toReversed().map((walk) => [shapeOf(walk.machine), walk])).values()], walks);

describe('a machine as JSON', () => {
  it('is read back as an equal machine, for every machine', () => {
    expect(machines.length).toBeGreaterThan(45);
    for (const { at, machine } of machines) {
      const again = writeAndRead(machine);
      expect(buildChart(again), at).toEqual(buildChart(machine));
      expect(statesOf(again), at).toEqual(statesOf(machine));
      expect(toMachineJson(again), at).toBe(toMachineJson(machine));
    }
  });

  it('describes the same machine when combined with its code, for every machine', () => {
    for (const { at, machine } of machines) {
      expect(buildChart(fromMachineJson(toMachineJson(machine), machine)), at).toEqual(buildChart(machine));
    }
  });

  it('has the same shortest paths when combined with its code', { timeout: 120_000 }, () => {
    let pathCount = 0;
    for (const walk of sampled(walksByShape, 6)) {
      const found = shortestPaths(walk);
      expect(shortestPaths({ ...walk, machine: fromMachineJson(toMachineJson(walk.machine), walk.machine) }), walk.machine.id).toEqual(
        found,
      );
      pathCount += found.length;
    }
    expect(pathCount).toBeGreaterThan(100);
  });

  it('is accepted by `createMachine` as it is, with the same states and the same delays', () => {
    const listDelays = ({ transitions }: ReturnType<typeof buildChart>) =>
      transitions.flatMap(({ source, targets, trigger }) => (trigger.kind === 'delay' ? [{ source, targets, ms: trigger.ms }] : []));
    const sort = (found: ReturnType<typeof listDelays>) => found.map((one) => JSON.stringify(one)).toSorted();
    for (const { at, machine } of machines) {
      const [read, written] = [
        buildChart(createMachine(JSON.parse(toMachineJson(machine)) as never) as AnyStateMachine),
        buildChart(machine),
      ];
      expect(read.root, at).toEqual(written.root);
      // A delay that is computed when it begins has no length here either.
      expect(sort(listDelays(read)), at).toEqual(sort(listDelays(written)));
    }
  });

  it('keeps the names of delays, also of two that are as long, and the order of their transitions', () => {
    const waiting = createMachine(
      {
        id: 'waiting',
        initial: 'a',
        states: {
          a: { after: { short: { guard: 'isLate', target: 'b', meta: { why: 'late' } }, brief: 'c', 300: 'c' } },
          b: {},
          c: {},
        },
      },
      { delays: { short: 100, brief: 100 } },
    );
    const json = JSON.parse(toMachineJson(waiting)) as { states: { a: { after: unknown } } };
    expect(json.states.a.after).toEqual({
      100: [
        { guard: 'isLate', target: 'b', meta: { why: 'late', delayName: 'short' } },
        { target: 'c', meta: { delayName: 'brief' } },
      ],
      300: 'c',
    });
    expect(buildChart(fromMachineJson(JSON.stringify(json)))).toEqual(buildChart(waiting));
    expect(buildChart(fromMachineJson(JSON.stringify(json), waiting))).toEqual(buildChart(waiting));
  });

  it('contains names instead of code, and leaves computed values out', () => {
    const { walk, talk } = (JSON.parse(toMachineJson(unnamedMachine)) as { states: Record<string, Record<string, unknown>> }).states;
    expect(walk).toMatchObject({
      entry: ['assign(count)', 'inline'],
      on: { stopped: {}, '*': { actions: 'note' } },
      states: { slow: { on: { hurried: { guard: { type: 'and(isDry, not(isTall(metres: 1)))' } } } } },
    });
    expect(talk).toMatchObject({
      states: { loud: { invoke: { src: 'inline' }, meta: { colour: 'red' } }, quiet: { output: { well: true } } },
    });
    expect(JSON.parse(toMachineJson(unnamedMachine))).not.toHaveProperty('context');
  });

  it('restores composed guards', () => {
    const actor = createActor(writeAndRead(unnamedMachine).provide(unnamedMachine.implementations as never));
    actor.start();
    actor.send({ type: 'hurried' });
    expect(actor.getSnapshot().value).toMatchObject({ walk: 'fast' });
    actor.send({ type: 'hushed' });
    expect(actor.getSnapshot().value).toMatchObject({ talk: 'quiet' });
  });

  it('runs like the original when combined with its code', async () => {
    const actor = createActor(fromMachineJson(toMachineJson(unnamedMachine), unnamedMachine));
    actor.start();
    await expect.poll(() => actor.getSnapshot().value).toMatchObject({ talk: 'quiet' });
    expect(actor.getSnapshot().context).toEqual({ count: 2 });
  });

  it('is rejected if it is no machine', () => {
    expect(() => fromMachineJson('no machine')).toThrow(SyntaxError);
    expect(() => fromMachineJson('{"states":{"a":{}}}')).toThrow(/initial/);
  });
});

import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import type { Chart, ChartState } from './chart.ts';
import { chartOf } from './chart-of.ts';

const statesOf = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(statesOf)];

const stateOf = (chart: Chart, id: string): ChartState => {
  const found = statesOf(chart.root).find((state) => state.id === id);
  if (!found) throw new Error(`no state ${id}`);
  return found;
};

/** Arrows in one line each: `a -event-> b`. */
const arrows = ({ transitions }: Chart): string[] =>
  transitions.map(({ id, targets }) => `${id.slice(0, id.lastIndexOf(':'))} -> ${targets.join(', ') || 'stays'}`);

const transitionsOf = (chart: Chart, source: string) => chart.transitions.filter((one) => one.source === source);

describe('the chart of a machine', () => {
  it('tells states by their paths, with what they are and say', () => {
    const chart = chartOf(constructs.sequence);
    expect(chart.id).toBe('sequence');
    expect(chart.description).toBe('One after the other.');
    expect(chart.root.initial).toEqual(['sequence.first']);
    expect(chart.root.children.map(({ id, key, kind }) => [id, key, kind])).toEqual([
      ['sequence.first', 'first', 'atomic'],
      ['sequence.second', 'second', 'atomic'],
      ['sequence.third', 'third', 'final'],
    ]);
    expect(stateOf(chart, 'sequence.first').description).toBe('Where it begins.');
    expect(stateOf(chart, 'sequence.second').tags).toEqual(['busy', 'dirty']);
    expect(chart.transitions[0]).toEqual({
      id: 'sequence.first:next:0',
      source: 'sequence.first',
      targets: ['sequence.second'],
      trigger: { kind: 'event', event: 'next' },
      actions: [],
      reenter: false,
      description: 'Onwards.',
    });
  });

  it('is plain data, and the same for the same machine', () => {
    for (const machine of [...Object.values(constructs), checkout, mediaPlayer]) {
      const chart = chartOf(machine);
      expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
      expect(JSON.stringify(chartOf(machine))).toBe(JSON.stringify(chart));
      const ids = [...statesOf(chart.root), ...chart.transitions].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('leads to states above, below and beside', () => {
    expect(arrows(chartOf(constructs.nested))).toEqual([
      'nested.outer:leave -> nested.elsewhere',
      'nested.outer:toInner -> nested.outer.middle.inner',
      'nested.outer:again -> nested.outer',
      'nested.outer.middle.inner:up -> nested.outer',
      'nested.outer.middle.inner:out -> nested.elsewhere',
      'nested.elsewhere:back -> nested.outer.middle.other',
    ]);
  });

  it('knows states side by side, and their common end', () => {
    const chart = chartOf(constructs.parallel);
    expect(chart.root.kind).toBe('parallel');
    expect(chart.root.initial).toEqual([]);
    expect(transitionsOf(chart, 'parallel')).toMatchObject([{ trigger: { kind: 'stateDone' }, targets: [], actions: ['finish'] }]);
  });

  it('knows what is done on the way to the first state', () => {
    expect(chartOf(constructs.begin).root).toMatchObject({ initial: ['begin.here'], initialActions: ['greet', 'look'] });
  });

  it('knows history states, and where they lead with nothing to remember', () => {
    const chart = chartOf(constructs.history);
    expect(stateOf(chart, 'history.awake.last')).toMatchObject({ kind: 'history', history: 'shallow', initial: [] });
    expect(stateOf(chart, 'history.awake.lastOfAll')).toMatchObject({ kind: 'history', history: 'deep', initial: ['history.awake.alert'] });
    expect(arrows(chart)).toContain('history.asleep:wake -> history.awake.last');
    const byId = createMachine({ id: 'm', initial: 'a', states: { a: { id: 'own' }, h: { type: 'history', target: '#own' } } });
    expect(stateOf(chartOf(byId), 'm.h').initial).toEqual(['m.a']);
  });

  it('reads guards: named, with parameters, composed, asking for a state, and without a name', () => {
    const chart = chartOf(constructs.guards);
    expect(transitionsOf(chart, 'guards.a').map(({ id, guard }) => [id, guard])).toEqual([
      ['guards.a:named:0', 'isReady'],
      ['guards.a:object:0', 'isAbove'],
      ['guards.a:inline:0', 'inline'],
      ['guards.a:both:0', 'and(isReady, not(isBusy), or(isIdle, inline))'],
      ['guards.a:where:0', 'stateIn(b.x)'],
      ['guards.a:branches:0', 'isReady'],
      ['guards.a:branches:1', 'isBusy'],
      ['guards.a:branches:2', undefined],
      ['guards.a:ignored:0', undefined],
    ]);
  });

  it('reads actions: named, in place, and those that XState brings along', () => {
    const chart = chartOf(constructs.actions);
    expect(stateOf(chart, 'actions.a').entry).toEqual(['named', 'withParams', 'inline']);
    expect(stateOf(chart, 'actions.a').exit).toEqual(['assign(count)', 'assign']);
    expect(chart.transitions[0]?.actions).toEqual([
      'raise(soon)',
      'raise(later, after 1000)',
      'sendTo(child, ping)',
      'sendTo(…, ping)',
      'sendParent(told)',
      'sendTo(child)',
      'emit(seen)',
      'log',
      'log(label)',
      'spawnChild(worker, child)',
      'spawnChild(clock)',
      'stopChild(child)',
      'cancel(later)',
      'enqueueActions',
    ]);
  });

  it('knows actors, and what happens when they end, fail or change', () => {
    const chart = chartOf(constructs.invokes);
    expect(stateOf(chart, 'invokes.asking').invokes).toEqual([
      { id: 'ask', src: 'ask' },
      { id: 'ticker', src: 'clock' },
      { id: '2.invokes.asking', src: 'inline' },
      { id: '3.invokes.asking', src: 'clock' },
    ]);
    expect(transitionsOf(chart, 'invokes.asking').map(({ trigger, targets, actions }) => ({ ...trigger, targets, actions }))).toEqual([
      { kind: 'done', actor: 'ask', targets: ['invokes.known'], actions: ['keep'] },
      { kind: 'error', actor: 'ask', targets: ['invokes.unknown'], actions: [] },
      { kind: 'snapshot', actor: 'ticker', targets: [], actions: ['look'] },
      { kind: 'done', actor: '2.invokes.asking', targets: ['invokes.known'], actions: [] },
      { kind: 'error', actor: '2.invokes.asking', targets: [], actions: ['note'] },
    ]);
    expect(transitionsOf(chart, 'invokes.known')).toMatchObject([{ trigger: { kind: 'stateDone' }, targets: ['invokes.unknown'] }]);
  });

  it('knows delays by number and by name, and adds nothing to what is done on entry and exit', () => {
    const chart = chartOf(constructs.delays);
    expect(chart.transitions.map(({ trigger }) => trigger)).toEqual([
      { kind: 'delay', delay: '300', ms: 300 },
      { kind: 'delay', delay: 'patience', ms: 90_000 },
      { kind: 'delay', delay: 'varying' },
      { kind: 'delay', delay: '1500', ms: 1500 },
      { kind: 'delay', delay: '1500', ms: 1500 },
    ]);
    expect(stateOf(chart, 'delays.a')).toMatchObject({ entry: [], exit: [] });
  });

  it('knows what needs no event, in order, and what takes any', () => {
    expect(chartOf(constructs.always).transitions.map(({ trigger, guard, targets }) => [trigger.kind, guard, ...targets])).toEqual([
      ['always', 'isFirst', 'always.a'],
      ['always', 'isSecond', 'always.b'],
      ['always', undefined, 'always.c'],
    ]);
    expect(chartOf(constructs.wildcards).transitions.map(({ trigger }) => trigger)).toEqual([
      { kind: 'wildcard', event: 'tab.*' },
      { kind: 'wildcard', event: '*' },
    ]);
  });

  it('tells staying, going to oneself and entering oneself anew apart', () => {
    const chart = chartOf(constructs.selves);
    expect(transitionsOf(chart, 'selves.a').map(({ targets, reenter }) => [targets, reenter])).toEqual([
      [[], false],
      [['selves.a'], false],
      [['selves.a'], true],
    ]);
  });

  it('keeps all targets of an arrow', () => {
    expect(chartOf(constructs.several).transitions[0]?.targets).toEqual(['several.on.left.b', 'several.on.right.b']);
  });

  it('keeps keys apart that hold what divides ids', () => {
    const chart = chartOf(constructs.odd);
    expect(chart.root.children.map(({ id }) => id)).toEqual(['odd.状态', String.raw`odd.a\.b`, String.raw`odd.a\:c`]);
    expect(chart.transitions.map(({ targets }) => targets[0])).toEqual([String.raw`odd.a\.b`, String.raw`odd.a\:c`, String.raw`odd.a\.b`]);
  });

  it('reads machines of another style', () => {
    const shop = chartOf(checkout);
    expect(transitionsOf(shop, 'checkout.payment').map(({ trigger, guard }) => [trigger.kind, guard])).toEqual([
      ['event', undefined],
      ['event', 'and(not(hasCoupon), stateIn(#payment))'],
      ['stateDone', undefined],
    ]);
    expect(arrows(shop)).toContain('checkout.help:BACK -> checkout.payment.last');
    const player = chartOf(mediaPlayer);
    expect(stateOf(player, 'mediaPlayer.playback.loading').invokes).toEqual([{ id: '0.mediaPlayer.playback.loading', src: 'inline' }]);
    expect(transitionsOf(player, 'mediaPlayer.playback.ready.playing').map(({ trigger }) => trigger.kind)).toEqual([
      'event',
      'event',
      'always',
    ]);
  });

  it('tells of a route what was written, not how XState finds it', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: { a: {}, b: { id: 'b', route: { guard: 'isAllowed' } }, c: { id: 'c', route: {} } },
    });
    expect(chartOf(machine).transitions.map(({ id, guard, targets }) => [id, guard, ...targets])).toEqual([
      ['m:xstate.route:0', 'isAllowed', 'm.b'],
      ['m:xstate.route:1', undefined, 'm.c'],
    ]);
  });
});

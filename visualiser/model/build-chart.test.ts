import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { buildChart } from './build-chart.ts';
import type { Chart, ChartState } from './chart.ts';

const listStates = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(listStates)];

const findState = (chart: Chart, id: string): ChartState => {
  const found = listStates(chart.root).find((state) => state.id === id);
  if (!found) throw new Error(`no state ${id}`);
  return found;
};

/** One line per transition: `a:event -> b`. */
const formatTransitions = ({ transitions }: Chart): string[] =>
  transitions.map(({ id, targets }) => `${id.slice(0, id.lastIndexOf(':'))} -> ${targets.join(', ') || 'stays'}`);

const findTransitions = (chart: Chart, source: string) => chart.transitions.filter((one) => one.source === source);

describe('the chart of a machine', () => {
  it('describes states by their path, kind, tags and description', () => {
    const chart = buildChart(constructs.sequence);
    expect(chart.id).toBe('sequence');
    expect(chart.description).toBe('One after the other.');
    expect(chart.root.initial).toEqual(['sequence.first']);
    expect(chart.root.children.map(({ id, key, kind }) => [id, key, kind])).toEqual([
      ['sequence.first', 'first', 'atomic'],
      ['sequence.second', 'second', 'atomic'],
      ['sequence.third', 'third', 'final'],
    ]);
    expect(findState(chart, 'sequence.first').description).toBe('Where it begins.');
    expect(findState(chart, 'sequence.second').tags).toEqual(['busy', 'dirty']);
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
      const chart = buildChart(machine);
      expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
      expect(JSON.stringify(buildChart(machine))).toBe(JSON.stringify(chart));
      const ids = [...listStates(chart.root), ...chart.transitions].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('has transitions to states above, below and beside their source', () => {
    expect(formatTransitions(buildChart(constructs.nested))).toEqual([
      'nested.outer:leave -> nested.elsewhere',
      'nested.outer:toInner -> nested.outer.middle.inner',
      'nested.outer:again -> nested.outer',
      'nested.outer.middle.inner:up -> nested.outer',
      'nested.outer.middle.inner:out -> nested.elsewhere',
      'nested.elsewhere:back -> nested.outer.middle.other',
    ]);
  });

  it('describes parallel states and what happens when all of them are done', () => {
    const chart = buildChart(constructs.parallel);
    expect(chart.root.kind).toBe('parallel');
    expect(chart.root.initial).toEqual([]);
    expect(findTransitions(chart, 'parallel')).toMatchObject([{ trigger: { kind: 'stateDone' }, targets: [], actions: ['finish'] }]);
  });

  it('lists the actions of the initial transition', () => {
    expect(buildChart(constructs.begin).root).toMatchObject({ initial: ['begin.here'], initialActions: ['greet', 'look'] });
  });

  it('describes history states and their default targets', () => {
    const chart = buildChart(constructs.history);
    expect(findState(chart, 'history.awake.last')).toMatchObject({ kind: 'history', history: 'shallow', initial: [] });
    expect(findState(chart, 'history.awake.lastOfAll')).toMatchObject({
      kind: 'history',
      history: 'deep',
      initial: ['history.awake.alert'],
    });
    expect(formatTransitions(chart)).toContain('history.asleep:wake -> history.awake.last');
    const byId = createMachine({ id: 'm', initial: 'a', states: { a: { id: 'own' }, h: { type: 'history', target: '#own' } } });
    expect(findState(buildChart(byId), 'm.h').initial).toEqual(['m.a']);
  });

  it('describes guards: named, with parameters, composed, stateIn and inline', () => {
    const chart = buildChart(constructs.guards);
    expect(findTransitions(chart, 'guards.a').map(({ id, guard }) => [id, guard])).toEqual([
      ['guards.a:named:0', 'isReady'],
      ['guards.a:object:0', 'isAbove(than: 3)'],
      ['guards.a:inline:0', 'inline'],
      ['guards.a:both:0', 'and(isReady, not(isBusy), or(isIdle, inline))'],
      ['guards.a:where:0', 'stateIn(b.x)'],
      ['guards.a:branches:0', 'isReady'],
      ['guards.a:branches:1', 'isBusy'],
      ['guards.a:branches:2', undefined],
      ['guards.a:ignored:0', undefined],
    ]);
  });

  it('describes actions: named, inline and built in', () => {
    const chart = buildChart(constructs.actions);
    expect(findState(chart, 'actions.a').entry).toEqual(['named', 'withParams(a: 1)', 'inline']);
    expect(findState(chart, 'actions.a').exit).toEqual(['assign(count)', 'assign']);
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

  it('describes invoked actors and the transitions for their end, failure and snapshots', () => {
    const chart = buildChart(constructs.invokes);
    expect(findState(chart, 'invokes.asking').invokes).toEqual([
      { id: 'ask', src: 'ask' },
      { id: 'ticker', src: 'clock' },
      { id: '2.invokes.asking', src: 'inline' },
      { id: '3.invokes.asking', src: 'clock' },
    ]);
    expect(findTransitions(chart, 'invokes.asking').map(({ trigger, targets, actions }) => ({ ...trigger, targets, actions }))).toEqual([
      { kind: 'done', actor: 'ask', targets: ['invokes.known'], actions: ['keep'] },
      { kind: 'error', actor: 'ask', targets: ['invokes.unknown'], actions: [] },
      { kind: 'snapshot', actor: 'ticker', targets: [], actions: ['look'] },
      { kind: 'done', actor: '2.invokes.asking', targets: ['invokes.known'], actions: [] },
      { kind: 'error', actor: '2.invokes.asking', targets: [], actions: ['note'] },
    ]);
    expect(findTransitions(chart, 'invokes.known')).toMatchObject([{ trigger: { kind: 'stateDone' }, targets: ['invokes.unknown'] }]);
  });

  it('describes delays by number and by name, without the entry and exit actions that XState adds for them', () => {
    const chart = buildChart(constructs.delays);
    expect(chart.transitions.map(({ trigger }) => trigger)).toEqual([
      { kind: 'delay', delay: '300', ms: 300 },
      { kind: 'delay', delay: 'patience', ms: 90_000 },
      { kind: 'delay', delay: 'varying' },
      { kind: 'delay', delay: '1500', ms: 1500 },
      { kind: 'delay', delay: '1500', ms: 1500 },
    ]);
    expect(findState(chart, 'delays.a')).toMatchObject({ entry: [], exit: [] });
  });

  it('lists eventless transitions in order, and wildcards', () => {
    expect(buildChart(constructs.always).transitions.map(({ trigger, guard, targets }) => [trigger.kind, guard, ...targets])).toEqual([
      ['always', 'isFirst', 'always.a'],
      ['always', 'isSecond', 'always.b'],
      ['always', undefined, 'always.c'],
    ]);
    expect(buildChart(constructs.wildcards).transitions.map(({ trigger }) => trigger)).toEqual([
      { kind: 'wildcard', event: 'tab.*' },
      { kind: 'wildcard', event: '*' },
    ]);
  });

  it('distinguishes transitions without a target, to the own state, and with reenter', () => {
    const chart = buildChart(constructs.selves);
    expect(findTransitions(chart, 'selves.a').map(({ targets, reenter }) => [targets, reenter])).toEqual([
      [[], false],
      [['selves.a'], false],
      [['selves.a'], true],
    ]);
  });

  it('keeps all targets of a transition', () => {
    expect(buildChart(constructs.several).transitions[0]?.targets).toEqual(['several.on.left.b', 'several.on.right.b']);
  });

  it('escapes separators of ids inside state keys', () => {
    const chart = buildChart(constructs.odd);
    expect(chart.root.children.map(({ id }) => id)).toEqual(['odd.状态', String.raw`odd.a\.b`, String.raw`odd.a\:c`]);
    expect(chart.transitions.map(({ targets }) => targets[0])).toEqual([String.raw`odd.a\.b`, String.raw`odd.a\:c`, String.raw`odd.a\.b`]);
  });

  it('describes machines written in another style', () => {
    const shop = buildChart(checkout);
    expect(findTransitions(shop, 'checkout.payment').map(({ trigger, guard }) => [trigger.kind, guard])).toEqual([
      ['event', undefined],
      ['event', 'and(not(hasCoupon), stateIn(#payment))'],
      ['stateDone', undefined],
    ]);
    expect(formatTransitions(shop)).toContain('checkout.help:BACK -> checkout.payment.last');
    const player = buildChart(mediaPlayer);
    expect(findState(player, 'mediaPlayer.playback.loading').invokes).toEqual([{ id: '0.mediaPlayer.playback.loading', src: 'inline' }]);
    expect(findTransitions(player, 'mediaPlayer.playback.ready.playing').map(({ trigger }) => trigger.kind)).toEqual([
      'event',
      'event',
      'always',
    ]);
  });

  it('shows the written guard of a route instead of the one that XState adds', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: { a: {}, b: { id: 'b', route: { guard: 'isAllowed' } }, c: { id: 'c', route: {} } },
    });
    expect(buildChart(machine).transitions.map(({ id, guard, targets }) => [id, guard, ...targets])).toEqual([
      ['m:xstate.route:0', 'isAllowed', 'm.b'],
      ['m:xstate.route:1', undefined, 'm.c'],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { text } from '../list/list-query.ts';
import { STALE_MS } from '../page/freshness.ts';
import { createTrendMachine, type TrendAnswer } from './trend.machine.ts';
import { trendSample, trendWalk } from './trend.walks.ts';
import { defineTrendQuery, type TrendQuery } from './trend-query.ts';

type Filters = { keyword?: string | undefined };

const query = defineTrendQuery({ fields: { keyword: text }, metrics: ['spend', 'roi', 'orders'], defaultMetrics: ['spend', 'roi'] });
const trend = createTrendMachine<Filters>({ id: 'trend', query });
const answer = trendSample as TrendAnswer;

const begin = (search = '') => {
  const server = asking<TrendAnswer, TrendQuery<Filters>>();
  const begun = stage(trend.provide({ actors: { loadTrend: server.logic } }), { search });
  return { ...begun, server, known: () => begun.actor.getSnapshot().context.answer?.trend };
};

describe('a chart beside a report', () => {
  it('loads the days and filters that the report wrote to the address', () => {
    const { server } = begin('?date_from=2026-11-01&date_to=2026-11-07&keyword=x&step=day&chart=orders&group_by=user&page=3');
    expect(server.inputs()).toEqual([
      {
        dateFrom: '2026-11-01',
        dateTo: '2026-11-07',
        accountToday: undefined,
        step: 'day',
        metrics: ['orders'],
        isSplit: true,
        filters: { keyword: 'x' },
      },
    ]);
  });

  it('reloads when the query of the report changes, but not for another page', async () => {
    const { server, actor } = begin();
    await server.question().answer(answer);
    actor.send({ type: 'trend.located', search: '?page=2&sort=spend.asc' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'trend.located', search: '?page=2&keyword=y' });
    expect(server.inputs().at(-1)?.filters).toEqual({ keyword: 'y' });
  });

  it('ignores an older answer that arrives last, and keeps the drawn chart meanwhile', async () => {
    const { server, actor, known } = begin();
    await server.question().answer(answer);
    actor.send({ type: 'trend.stepChosen', step: 'hour' });
    actor.send({ type: 'trend.stepChosen', step: 'week' });
    expect(known()).toBe(answer);
    await server.question(2).answer({ ...answer, step: 'week' });
    await server.question(1).answer({ ...answer, step: 'hour' });
    expect(known()?.step).toBe('week');
    expect(server.question(1).signal.aborted).toBe(true);
  });

  it('writes only its own part of the address', async () => {
    const { actor, facts } = begin('?keyword=x');
    actor.send({ type: 'trend.stepChosen', step: 'week' });
    actor.send({ type: 'trend.metricsChosen', metrics: ['orders'] });
    actor.send({ type: 'trend.splitChosen', isSplit: false });
    expect(facts).toEqual([
      { type: 'trend.moved', search: '?step=week', how: 'replace' },
      { type: 'trend.moved', search: '?step=week&chart=orders', how: 'replace' },
      { type: 'trend.moved', search: '?step=week&chart=orders&divided=0', how: 'replace' },
    ]);
  });

  it('loads nothing while it is folded, and catches up when it is unfolded', async () => {
    const { server, actor } = begin();
    await server.question().answer(answer);
    actor.send({ type: 'trend.formChosen', form: 'folded' });
    actor.send({ type: 'trend.located', search: '?keyword=y' });
    actor.send({ type: 'trend.refreshRequested' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'trend.formChosen', form: 'table' });
    expect(server.inputs().at(-1)?.filters).toEqual({ keyword: 'y' });
  });

  it('loads nothing when it is unfolded for the same query', async () => {
    const { server, actor } = begin();
    await server.question().answer(answer);
    actor.send({ type: 'trend.formChosen', form: 'folded' });
    actor.send({ type: 'trend.formChosen', form: 'chart' });
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().matches('shown')).toBe(true);
  });

  it('reports a failure, keeps the older chart, and can be reloaded', async () => {
    const { server, actor, known } = begin();
    await server.question().answer(answer);
    actor.send({ type: 'trend.refreshRequested' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.failure?.message).toBe('no network');
    expect(known()).toBe(answer);
    actor.send({ type: 'trend.refreshRequested' });
    expect(server.questions).toHaveLength(3);
  });

  it('reloads after a failure when its report refreshes', async () => {
    const { server, actor } = begin();
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'trend.refreshDue' });
    expect(server.questions).toHaveLength(2);
  });

  it('reloads quietly when it is seen again and stale', async () => {
    const { server, actor, clock } = begin();
    await server.question().answer(answer);
    actor.send({ type: 'trend.seen' });
    expect(server.questions).toHaveLength(1);
    clock.increment(STALE_MS);
    actor.send({ type: 'trend.seen' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  });
});

describe('the address of a chart', () => {
  it.each(['?step=evil', '?chart=evil,', '?divided=7', '?chart=', '?step=&chart=&divided='])('ignores junk: %s', (search) => {
    expect(query.write(query.read(search))).toBe('');
    expect(query.read(search).metrics).toEqual(['spend', 'roi']);
  });

  it('limits the number of metrics', () => {
    const many = defineTrendQuery({ fields: {}, metrics: ['a', 'b', 'c', 'd', 'e'], defaultMetrics: ['a'] });
    expect(many.read('?chart=a,b,c,d,e').metrics).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps the parts of its report', () => {
    expect(query.replaceIn('?keyword=x&step=day&page=2', '?step=week')).toBe('?keyword=x&page=2&step=week');
  });
});

describe('every chart', () => {
  it('reaches every state and takes every transition', () => {
    expect(unreached(trendWalk(trend))).toEqual([]);
    expect(untaken(trendWalk(trend))).toEqual([]);
  });
});

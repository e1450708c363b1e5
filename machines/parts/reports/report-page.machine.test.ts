import { describe, expect, it } from 'vitest';
import { effect, paybackMetrics } from '#contracts/reports/effect.ts';
import { effectPage, effectQuery } from '#machines/analyse-effect/effect.machine.ts';
import { observe } from '#tests/support/stage.ts';
import { addressesOf } from './report-fields.ts';
import { createReportPage } from './report-page.machine.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('a report page', () => {
  it('moves its chart to the new days, and tells its address', () => {
    const { actor, heard, facts } = observe(effectPage.page, { search: '?step=week' });
    actor.send({ type: 'report.moved', search: '?date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
    const search = '?step=week&date_from=2026-11-01&date_to=2026-11-02';
    expect(heard().trend).toEqual([{ type: 'trend.located', search }]);
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search, how: 'push' });
  });

  it('loads the details of a value for the days of the report, and again when they change', () => {
    const { actor, heard } = observe(effectPage.page, { search: '?biz=dj' });
    actor.send({ type: 'details.opened', id: 7, name: 'Wolf King' });
    actor.send({ type: 'report.moved', search: '?biz=dj&page=2', how: 'push' });
    actor.send({ type: 'report.moved', search: '?biz=dj&date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
    const asked = heard().rowDetail as unknown as { type: string; subject: { id: number; query: { dateFrom?: string } } }[];
    expect(asked.map(({ subject }) => [subject.id, subject.query.dateFrom])).toEqual([
      [7, undefined],
      [7, '2026-11-01'],
    ]);
    actor.send({ type: 'details.closed' });
    actor.send({ type: 'page.located', search: '?biz=ec' });
    expect(types(heard().rowDetail)?.at(-1)).toBe('detail.closed');
  });

  it('loads the data of a special chart while it is chosen, and again when the days or filters change', () => {
    const parts = createReportPage({
      id: 'orders',
      description: 'Metrics with a special chart.',
      of: 'orders',
      ...addressesOf(effect, { charted: ['spend'], presets: ['launch'] }),
      metrics: { usual: ['spend'], cards: ['revenue'] },
      plot: 'trend',
      loadedPlots: ['heat'],
    });
    const { actor, heard } = observe(parts.page, { search: '?biz=dj' });
    expect(types(heard().plotData)).toEqual(['detail.closed']);
    actor.send({ type: 'plot.chosen', plot: 'heat' });
    actor.send({ type: 'report.moved', search: '?biz=dj&page=2', how: 'push' });
    actor.send({ type: 'report.moved', search: '?biz=ec', how: 'push' });
    actor.send({ type: 'page.refreshRequested' });
    const asked = heard().plotData as unknown as { type: string; subject?: { plot: string; query: { filters: object } } }[];
    expect(asked.slice(1).map(({ type, subject }) => [type, subject?.plot, subject?.query.filters])).toEqual([
      ['detail.opened', 'heat', { biz: 'dj' }],
      ['detail.opened', 'heat', { biz: 'ec' }],
      ['detail.refreshRequested', undefined, undefined],
    ]);
    actor.send({ type: 'plot.chosen', plot: 'trend' });
    actor.send({ type: 'report.moved', search: '?biz=dj', how: 'push' });
    expect(types(heard().plotData)?.slice(-1)).toEqual(['detail.closed']);
    expect(heard().rowDetail).toBeUndefined();
  });

  it('requests the metrics of the chosen columns and of the chosen chart', () => {
    const { actor, heard } = observe(effectPage.page, { search: '' });
    const view = { shown: ['dims', 'cpm'], density: 'compact' as const };
    actor.send({ type: 'view.updated', table: 'effectTableView', view });
    actor.send({ type: 'plot.chosen', plot: 'payback' });
    actor.send({ type: 'view.updated', table: 'effectTableView', view: undefined });
    const asked = (heard().report ?? []).filter(({ type }) => type === 'report.metricsNeeded');
    expect(asked).toEqual([
      { type: 'report.metricsNeeded', needed: ['dims', 'cpm'] },
      { type: 'report.metricsNeeded', needed: [...paybackMetrics, 'dims', 'cpm'] },
      { type: 'report.metricsNeeded', needed: [...paybackMetrics] },
    ]);
  });

  it('follows a saved view over the chosen days, and applies its table', () => {
    const { actor, heard } = observe(effectPage.page, { search: '?date_from=2026-11-01&date_to=2026-11-02' });
    const table = { shown: ['dims', 'spend'], density: 'compact' };
    actor.send({ type: 'views.applied', query: '?stage=testing', table, how: 'push' } as never);
    const search = '?stage=testing&date_from=2026-11-01&date_to=2026-11-02';
    expect(heard().report).toContainEqual({ type: 'report.located', search });
    expect(heard().tableView).toEqual([{ type: 'view.applied', view: table }]);
  });

  it('applies the default view only if its address is bare', () => {
    const { actor, heard } = observe(effectPage.page, { search: '?stage=testing' });
    actor.send({ type: 'views.applied', query: '?stage=scaling', table: null, how: 'replace' });
    expect(heard().report).toBeUndefined();
  });

  it('has an unknown subject while its address names an object that the user may not see', () => {
    const { page } = createReportPage({
      id: 'dramas',
      description: 'Metrics of one drama.',
      of: 'dramas',
      ...addressesOf(effect, { charted: ['spend'], presets: ['launch'] }),
      metrics: { usual: ['spend'], cards: ['revenue'] },
      plot: 'trend',
      subjectFilter: 'drama_id',
    });
    const { actor, heard } = observe(page, { search: '?drama_id=7' });
    actor.send({ type: 'adPickers.unseen', filter: 'drama_id', ids: [7] });
    expect(actor.getSnapshot().hasTag('unknownSubject')).toBe(true);
    expect(heard().report).toBeUndefined();
    actor.send({ type: 'page.located', search: '?drama_id=8' });
    expect(actor.getSnapshot().hasTag('unknownSubject')).toBe(false);
  });

  it('drops unseen ids from its filters', () => {
    const { actor, heard } = observe(effectPage.page, { search: '?drama_id=7,8' });
    actor.send({ type: 'adPickers.unseen', filter: 'drama_id', ids: [7] });
    expect(heard().report).toEqual([{ type: 'report.filtersRefused', left: expect.objectContaining({ drama_id: [8] }) }]);
  });

  it("refreshes its chart with its table at the user's interval", () => {
    const { actor, heard } = observe(effectPage.page, { search: '' });
    actor.send({ type: 'view.updated', table: 'effectTableView', view: { shown: ['dims'], density: 'regular', autoRefresh: 30 } });
    actor.send({ type: 'report.refreshStarted' });
    expect(heard().report).toContainEqual({ type: 'report.autoRefreshChosen', seconds: 30 });
    expect(types(heard().trend)).toEqual(['trend.refreshDue']);
  });
});

describe('the address of a declared report', () => {
  it('contains the filters of ads and its own, and drops what it does not understand', () => {
    const search =
      '?stage=testing%2Cgone&language=en%2CE1&genre=romance&online_from=2026-02-30&online_to=2026-11-01&biz=dj&group_by=genre%2Cx';
    const read = effectQuery.read(search);
    expect(read.groupBy).toEqual(['genre']);
    expect(read.filters).toEqual({ biz: 'dj', stage: ['testing'], language: ['en'], genre: ['romance'], online_to: '2026-11-01' });
    expect(effectQuery.read(effectQuery.write(read))).toEqual(read);
  });
});

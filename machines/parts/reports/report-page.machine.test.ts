import { describe, expect, it } from 'vitest';
import { effectPage, effectQuery } from '#machines/analyse-effect/effect.machine.ts';
import { eavesdrop } from '#tests/support/stage.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('a page of figures', () => {
  it('takes its chart along to other days, and tells where it stands', () => {
    const { actor, heard, facts } = eavesdrop(effectPage.page, { search: '?step=week' });
    actor.send({ type: 'report.moved', search: '?date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
    const search = '?step=week&date_from=2026-11-01&date_to=2026-11-02';
    expect(heard().trend).toEqual([{ type: 'trend.located', search }]);
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search, how: 'push' });
  });

  it('asks for the value that is looked into over the days of the report, and again when they change', () => {
    const { actor, heard } = eavesdrop(effectPage.page, { search: '?biz=dj' });
    actor.send({ type: 'closer.chosen', id: 7, name: 'Wolf King' });
    actor.send({ type: 'report.moved', search: '?biz=dj&page=2', how: 'push' });
    actor.send({ type: 'report.moved', search: '?biz=dj&date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
    const asked = heard().closer as unknown as { type: string; subject: { id: number; query: { dateFrom?: string } } }[];
    expect(asked.map(({ subject }) => [subject.id, subject.query.dateFrom])).toEqual([
      [7, undefined],
      [7, '2026-11-01'],
    ]);
    actor.send({ type: 'closer.left' });
    actor.send({ type: 'page.located', search: '?biz=ec' });
    expect(types(heard().closer)?.at(-1)).toBe('detail.closed');
  });

  it('goes where a saved view leads, over the days that were chosen, and lends its table the look of the view', () => {
    const { actor, heard } = eavesdrop(effectPage.page, { search: '?date_from=2026-11-01&date_to=2026-11-02' });
    const table = { shown: ['dims', 'spend'], density: 'compact' };
    actor.send({ type: 'views.applied', query: '?stage=testing', table, how: 'push' } as never);
    const search = '?stage=testing&date_from=2026-11-01&date_to=2026-11-02';
    expect(heard().report).toContainEqual({ type: 'report.located', search });
    expect(heard().tableView).toEqual([{ type: 'view.lent', view: table }]);
  });

  it('opens with the default view only where nothing else was asked for', () => {
    const { actor, heard } = eavesdrop(effectPage.page, { search: '?stage=testing' });
    actor.send({ type: 'views.applied', query: '?stage=scaling', table: null, how: 'replace' });
    expect(heard().report).toBeUndefined();
  });

  it('drops what its reader may not see from its filters', () => {
    const { actor, heard } = eavesdrop(effectPage.page, { search: '?drama_id=7,8' });
    actor.send({ type: 'adPickers.unseen', filter: 'drama_id', ids: [7] });
    expect(heard().report).toEqual([{ type: 'report.filtersChosen', filters: expect.objectContaining({ drama_id: [8] }) }]);
  });

  it('renews its chart with its table at the pace the reader chose', () => {
    const { actor, heard } = eavesdrop(effectPage.page, { search: '' });
    actor.send({ type: 'view.turned', table: 'effectTableView', view: { shown: ['dims'], density: 'regular', autoRefresh: 30 } });
    actor.send({ type: 'report.fellDue' });
    expect(heard().report).toEqual([{ type: 'report.autoRefreshChosen', seconds: 30 }]);
    expect(types(heard().trend)).toEqual(['trend.refreshDue']);
  });
});

describe('the address of a declared report', () => {
  it('holds the filters of ads and its own, and drops what it cannot understand', () => {
    const search =
      '?stage=testing%2Cgone&language=en%2CE1&genre=romance&online_from=2026-02-30&online_to=2026-11-01&biz=dj&group_by=genre%2Cx';
    const read = effectQuery.read(search);
    expect(read.groupBy).toEqual(['genre']);
    expect(read.filters).toEqual({ biz: 'dj', stage: ['testing'], language: ['en'], genre: ['romance'], online_to: '2026-11-01' });
    expect(effectQuery.read(effectQuery.write(read))).toEqual(read);
  });
});

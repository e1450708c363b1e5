import { describe, expect, it } from 'vitest';
import { eavesdrop } from '#tests/support/stage.ts';
import { accountData, campaignData, groupData, userData } from './drill.machine.ts';
import { disagree, drillQueries, drillTo, drillViewQueries, groupingOf, isComparable, isPlaced, parentsIn } from './drill-query.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('a page of the drill-down', () => {
  it('asks what stands above its rows, over the days and filters of its address', () => {
    const { heard, given } = eavesdrop(accountData, { search: '?user_id=3&biz=dj&page=2' });
    expect(given.report).toEqual({ search: '?user_id=3&biz=dj&page=2', autoRefresh: 0 });
    expect(given.trend).toEqual({ search: '?user_id=3&biz=dj&page=2' });
    const [asked] = heard().parent as unknown as { subject: { page: string; query: { filters: object } } }[];
    expect(asked?.subject).toMatchObject({ page: 'account', query: { filters: { user_id: [3], biz: 'dj' } } });
  });

  it('says nothing of rows whose parent the address does not name', () => {
    const { given, actor } = eavesdrop(campaignData, { search: '?user_id=3' });
    expect(given.report).toBeUndefined();
    expect(actor.getSnapshot().matches('nowhere')).toBe(true);
    actor.send({ type: 'page.located', search: '?account_id=7' });
    expect(actor.getSnapshot().matches('placed')).toBe(true);
    actor.send({ type: 'page.located', search: '?user_id=3' });
    expect(actor.getSnapshot().matches('nowhere')).toBe(true);
  });

  it('says so where an address names somebody by what is no id', () => {
    const { given } = eavesdrop(accountData, { search: '?user_id=li' });
    expect(given.report).toBeUndefined();
  });

  it('takes its chart along to other days, and asks its parent anew', () => {
    const { actor, heard, facts } = eavesdrop(userData, { search: '?divided=0' });
    actor.send({ type: 'report.moved', search: '?date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
    expect(heard().trend).toEqual([{ type: 'trend.located', search: '?divided=0&date_from=2026-11-01&date_to=2026-11-02' }]);
    expect(types(heard().parent)).toEqual(['detail.opened', 'detail.opened']);
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?divided=0&date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
  });

  it('leaves chart and parent alone for another page or other columns', () => {
    const { actor, heard } = eavesdrop(userData, { search: '' });
    actor.send({ type: 'report.moved', search: '?page=2&preset=video', how: 'push' });
    expect(heard().trend).toBeUndefined();
    expect(types(heard().parent)).toEqual(['detail.opened']);
  });

  it('leaves its report alone when the chart moves', () => {
    const { actor, heard, facts } = eavesdrop(userData, { search: '?page=2' });
    actor.send({ type: 'trend.moved', search: '?step=hour', how: 'replace' });
    expect(heard().report).toBeUndefined();
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?page=2&step=hour', how: 'replace' });
  });

  it('asks for everything again where rows no longer come to what stands above them', () => {
    const { actor, heard } = eavesdrop(accountData, { search: '?user_id=3' });
    actor.send({ type: 'drill.refreshRequested' });
    expect(types(heard().report)).toEqual(['report.refreshRequested']);
    expect(types(heard().trend)).toEqual(['trend.refreshRequested']);
    expect(types(heard().parent)).toEqual(['detail.opened', 'detail.refreshRequested']);
  });

  it('goes where a saved view leads, over the same days and below the same account, and lends its table the look of the view', () => {
    const { actor, heard, facts } = eavesdrop(campaignData, { search: '?account_id=3&date_from=2026-11-01&date_to=2026-11-02&biz=ec' });
    const table = { shown: ['dims', 'spend'], density: 'compact' };
    actor.send({ type: 'views.applied', query: '?biz=dj&sort=roi.desc', table, how: 'push' } as never);
    const search = '?biz=dj&sort=roi.desc&date_from=2026-11-01&date_to=2026-11-02&account_id=3';
    expect(heard().report).toContainEqual({ type: 'report.located', search });
    expect(heard().trend).toContainEqual({ type: 'trend.located', search });
    expect(types(heard().parent)).toEqual(['detail.opened', 'detail.opened']);
    expect(heard().tableView).toEqual([{ type: 'view.lent', view: table }]);
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search, how: 'push' });
  });

  it('opens with the default view only where nothing else was asked for', () => {
    const { actor, heard } = eavesdrop(userData, { search: '?biz=ec' });
    actor.send({ type: 'views.applied', query: '?biz=dj', table: null, how: 'replace' });
    expect(heard().report).toBeUndefined();
  });

  it('asks by itself at the pace of the table that is shown, and then for everything', () => {
    const { actor, heard } = eavesdrop(groupData, { search: '?campaign_id=5' });
    actor.send({ type: 'view.turned', table: 'drillAdTableView', view: { shown: ['dims'], density: 'regular', autoRefresh: 30 } });
    actor.send({ type: 'view.turned', table: 'drillTableView', view: { shown: ['dims'], density: 'regular', autoRefresh: 300 } });
    actor.send({ type: 'report.moved', search: '?campaign_id=5&level=ad', how: 'push' });
    const paces = heard().report?.flatMap((event) => ('seconds' in event ? [event.seconds] : []));
    expect(paces).toEqual([0, 300, 30]);
    actor.send({ type: 'report.fellDue' });
    expect(types(heard().trend)).toContain('trend.refreshDue');
    expect(types(heard().parent)?.at(-1)).toBe('detail.refreshDue');
  });

  it('drops what its reader may not see from filters, but never whose rows are meant', () => {
    const { actor, heard } = eavesdrop(accountData, { search: '?user_id=3&drama_id=7,8' });
    actor.send({ type: 'adPickers.unseen', filter: 'user_id', ids: [3] });
    expect(heard().report).toBeUndefined();
    actor.send({ type: 'adPickers.unseen', filter: 'drama_id', ids: [7] });
    expect(heard().report).toEqual([{ type: 'report.filtersChosen', filters: expect.objectContaining({ drama_id: [8], user_id: [3] }) }]);
  });

  it('renews its rows after something was done to them, tells of batches, and goes on with those that failed', () => {
    const { actor, heard, facts } = eavesdrop(groupData, { search: '?campaign_id=3' });
    actor.send({ type: 'launches.changed' });
    actor.send({ type: 'launches.batchStarted', batchId: 9 });
    actor.send({ type: 'launches.failedChosen', ids: [5] });
    expect(heard().report).toEqual([{ type: 'report.refreshDue' }, { type: 'report.rowsChosen', chosen: [{ path: '5', id: 5 }] }]);
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 9 }]);
  });
});

describe('the way down', () => {
  const at = (page: keyof typeof drillQueries, search: string) => drillQueries[page].read(search);

  it('takes days, filters, comparison and columns along, and neither page nor order', () => {
    const from = at('user', '?date_from=2026-11-01&date_to=2026-11-07&compare=prev&biz=dj&sort=roi.asc&page=3&preset=video');
    expect(drillTo('account', from, { user_id: [3] })).toBe(
      '?date_from=2026-11-01&date_to=2026-11-07&compare=prev&user_id=3&biz=dj&preset=video',
    );
  });

  it('takes the account’s own day and a narrowed day along', () => {
    expect(drillTo('account', at('user', '?date_mode=account_today'), { user_id: [3] })).toBe('?date_mode=account_today&user_id=3');
    expect(drillTo('campaign', at('account', '?only=2026-11-18'), { account_id: 4 })).toBe('?only=2026-11-18&account_id=4');
  });

  it('names its level on the innermost page', () => {
    expect(drillTo('group', at('group', '?account_id=1&campaign_id=3'), { group_id: 5 }, 'ad')).toBe(
      '?level=ad&account_id=1&campaign_id=3&group_id=5',
    );
  });

  it('upwards leaves out what means nothing there', () => {
    const from = at('group', '?user_id=3&account_id=1&campaign_id=3&group_id=5&level=ad');
    expect(drillTo('campaign', from, {})).toBe('?user_id=3&account_id=1');
    expect(drillTo('account', from, { account_id: undefined })).toBe('?user_id=3');
    expect(drillTo('user', from, { user_id: undefined })).toBe('');
  });

  it('needs an account for campaigns, and a campaign for groups', () => {
    expect([isPlaced('user', {}), isPlaced('account', {}), isPlaced('campaign', {}), isPlaced('group', { account_id: 1 })]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([isPlaced('campaign', { account_id: 1 }), isPlaced('group', { campaign_id: 1 })]).toEqual([true, true]);
  });

  it('keeps parents when filters are reset', () => {
    expect(parentsIn('campaign', { user_id: [3], account_id: 1, biz: 'dj', keyword: 'x' })).toEqual({
      user_id: [3],
      account_id: 1,
      campaign_id: undefined,
      group_id: undefined,
    });
    expect(parentsIn('user', { user_id: [3] })).toEqual({});
    expect(parentsIn('account', { user_id: [3, 4] }).user_id).toBeUndefined();
  });
});

describe('rows and what stands above them', () => {
  const figures = { spend: 100, impressions: 5, revenue: 40, orders: 1, new_users: 2 };

  it('agree where every sum is the same', () => {
    expect(disagree(figures, { ...figures, roi: 0.4 })).toBe(false);
    expect(disagree(figures, { ...figures, spend: 101 })).toBe(true);
  });

  it('take no figure for nothing', () => {
    expect(disagree({ spend: null }, {})).toBe(false);
  });

  it('are not compared where words or states narrow each level by its own rows', () => {
    expect([isComparable({ biz: 'dj' }), isComparable({ keyword: 'x' }), isComparable({ effective_status: ['ACTIVE'] })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are no part of a saved view', () => {
    const { read, write } = drillViewQueries.group;
    expect(write(read('?campaign_id=5&group_id=6&level=ad&only=2026-11-02&keyword=x'))).toBe('?keyword=x');
  });

  it('are of the groupings that a page has', () => {
    expect(groupingOf('user', 'department')).toEqual(['department', 'user']);
    expect(groupingOf('group', 'material')).toEqual(['material', 'ad']);
  });
});

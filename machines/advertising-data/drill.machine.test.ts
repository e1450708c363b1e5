import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { accountData, campaignData, groupData, userData } from './drill.machine.ts';
import { drillAddress, drillQueries, drillViewQueries, groupingOf, hasParent, isComparable, isRestated, parentsOf } from './drill-query.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('a page of the drill-down', () => {
  it('loads the parents of its rows for the days and filters of its address', () => {
    const { heard, given } = observe(accountData, { search: '?user_id=3&biz=dj&page=2' });
    expect(given.report).toEqual({ search: '?user_id=3&biz=dj&page=2', autoRefresh: 0, needed: [] });
    expect(given.trend).toEqual({ search: '?user_id=3&biz=dj&page=2' });
    const [asked] = heard().parent as unknown as { subject: { page: string; query: { filters: object } } }[];
    expect(asked?.subject).toMatchObject({ page: 'account', query: { filters: { user_id: [3], biz: 'dj' } } });
  });

  it('shows no rows if the address does not name their parent', () => {
    const { given, actor } = observe(campaignData, { search: '?user_id=3' });
    expect(given.report).toBeUndefined();
    expect(actor.getSnapshot().matches('unplaced')).toBe(true);
    actor.send({ type: 'page.located', search: '?account_id=7' });
    expect(actor.getSnapshot().matches('placed')).toBe(true);
    actor.send({ type: 'page.located', search: '?user_id=3' });
    expect(actor.getSnapshot().matches('unplaced')).toBe(true);
  });

  it('reports a parent that is named by something other than an id', () => {
    const { given } = observe(accountData, { search: '?user_id=li' });
    expect(given.report).toBeUndefined();
  });

  it('moves its chart to other days, and reloads its parents', () => {
    const { actor, heard, facts } = observe(userData, { search: '?divided=0' });
    actor.send({ type: 'report.moved', search: '?date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
    expect(heard().trend).toEqual([{ type: 'trend.located', search: '?divided=0&date_from=2026-11-01&date_to=2026-11-02' }]);
    expect(types(heard().parent)).toEqual(['detail.opened', 'detail.opened']);
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?divided=0&date_from=2026-11-01&date_to=2026-11-02', how: 'push' });
  });

  it('reloads neither chart nor parents for another page or other columns', () => {
    const { actor, heard } = observe(userData, { search: '' });
    actor.send({ type: 'report.moved', search: '?page=2&preset=video', how: 'push' });
    expect(heard().trend).toBeUndefined();
    expect(types(heard().parent)).toEqual(['detail.opened']);
  });

  it('does not reload its report when the chart moves', () => {
    const { actor, heard, facts } = observe(userData, { search: '?page=2' });
    actor.send({ type: 'trend.moved', search: '?step=hour', how: 'replace' });
    expect(heard().report).toBeUndefined();
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?page=2&step=hour', how: 'replace' });
  });

  it('reloads everything when the rows no longer add up to their parent', () => {
    const { actor, heard } = observe(accountData, { search: '?user_id=3' });
    actor.send({ type: 'drill.refreshRequested' });
    expect(types(heard().report)).toEqual(['report.refreshRequested']);
    expect(types(heard().trend)).toEqual(['trend.refreshRequested']);
    expect(types(heard().parent)).toEqual(['detail.opened', 'detail.refreshRequested']);
  });

  it('follows a saved view over the same days and below the same account, and applies its table', () => {
    const { actor, heard, facts } = observe(campaignData, { search: '?account_id=3&date_from=2026-11-01&date_to=2026-11-02&biz=ec' });
    const table = { shown: ['dims', 'spend'], density: 'compact' };
    actor.send({ type: 'views.applied', query: '?biz=dj&sort=roi.desc', table, how: 'push' } as never);
    const search = '?biz=dj&sort=roi.desc&date_from=2026-11-01&date_to=2026-11-02&account_id=3';
    expect(heard().report).toContainEqual({ type: 'report.located', search });
    expect(heard().trend).toContainEqual({ type: 'trend.located', search });
    expect(types(heard().parent)).toEqual(['detail.opened', 'detail.opened']);
    expect(heard().tableView).toEqual([{ type: 'view.applied', view: table }]);
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search, how: 'push' });
  });

  it('applies the default view only if its address is bare', () => {
    const { actor, heard } = observe(userData, { search: '?biz=ec' });
    actor.send({ type: 'views.applied', query: '?biz=dj', table: null, how: 'replace' });
    expect(heard().report).toBeUndefined();
  });

  it('refreshes everything at the interval of the shown table', () => {
    const { actor, heard } = observe(groupData, { search: '?campaign_id=5' });
    actor.send({ type: 'view.updated', table: 'drillAdTableView', view: { shown: ['dims'], density: 'regular', autoRefresh: 30 } });
    actor.send({ type: 'view.updated', table: 'drillTableView', view: { shown: ['dims'], density: 'regular', autoRefresh: 300 } });
    actor.send({ type: 'report.moved', search: '?campaign_id=5&level=ad', how: 'push' });
    const paces = heard().report?.flatMap((event) => ('seconds' in event ? [event.seconds] : []));
    expect(paces).toEqual([0, 300, 30]);
    actor.send({ type: 'report.refreshStarted' });
    expect(types(heard().trend)).toContain('trend.refreshDue');
    expect(types(heard().parent)?.at(-1)).toBe('detail.refreshDue');
  });

  it('drops unseen ids from filters, but never the parents', () => {
    const { actor, heard } = observe(accountData, { search: '?user_id=3&drama_id=7,8' });
    actor.send({ type: 'adPickers.unseen', filter: 'user_id', ids: [3] });
    expect(heard().report).toBeUndefined();
    actor.send({ type: 'adPickers.unseen', filter: 'drama_id', ids: [7] });
    expect(heard().report).toEqual([{ type: 'report.filtersRefused', left: expect.objectContaining({ drama_id: [8], user_id: [3] }) }]);
  });

  it('reloads its rows after actions on them, tells batches, and chooses failed rows', () => {
    const { actor, heard, facts } = observe(groupData, { search: '?campaign_id=3' });
    actor.send({ type: 'launches.changed' });
    actor.send({ type: 'launches.batchStarted', batchId: 9 });
    actor.send({ type: 'launches.failedChosen', ids: [5] });
    expect(heard().report).toEqual([{ type: 'report.refreshDue' }, { type: 'report.rowsChosen', chosen: [{ path: '5', id: 5 }] }]);
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 9 }]);
  });
});

describe('a link to another level', () => {
  const at = (page: keyof typeof drillQueries, search: string) => drillQueries[page].read(search);

  it('keeps days, filters, comparison and columns, but neither page nor order', () => {
    const from = at('user', '?date_from=2026-11-01&date_to=2026-11-07&compare=prev&biz=dj&sort=roi.asc&page=3&preset=video');
    expect(drillAddress('account', from, { user_id: [3] })).toBe(
      '?date_from=2026-11-01&date_to=2026-11-07&compare=prev&user_id=3&biz=dj&preset=video',
    );
  });

  it('keeps the account’s current day and narrowed days', () => {
    expect(drillAddress('account', at('user', '?date_mode=account_today'), { user_id: [3] })).toBe('?date_mode=account_today&user_id=3');
    expect(drillAddress('campaign', at('account', '?only=2026-11-18'), { account_id: 4 })).toBe('?only=2026-11-18&account_id=4');
  });

  it('names its level on the innermost page', () => {
    expect(drillAddress('group', at('group', '?account_id=1&campaign_id=3'), { group_id: 5 }, 'ad')).toBe(
      '?level=ad&account_id=1&campaign_id=3&group_id=5',
    );
  });

  it('leaves out parents that an upper level ignores', () => {
    const from = at('group', '?user_id=3&account_id=1&campaign_id=3&group_id=5&level=ad');
    expect(drillAddress('campaign', from, {})).toBe('?user_id=3&account_id=1');
    expect(drillAddress('account', from, { account_id: undefined })).toBe('?user_id=3');
    expect(drillAddress('user', from, { user_id: undefined })).toBe('');
  });

  it('needs an account for campaigns, and a campaign for groups', () => {
    expect([hasParent('user', {}), hasParent('account', {}), hasParent('campaign', {}), hasParent('group', { account_id: 1 })]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([hasParent('campaign', { account_id: 1 }), hasParent('group', { campaign_id: 1 })]).toEqual([true, true]);
  });

  it('keeps parents when filters are reset', () => {
    expect(parentsOf('campaign', { user_id: [3], account_id: 1, biz: 'dj', keyword: 'x' })).toEqual({
      user_id: [3],
      account_id: 1,
      campaign_id: undefined,
      group_id: undefined,
    });
    expect(parentsOf('user', { user_id: [3] })).toEqual({});
    expect(parentsOf('account', { user_id: [3, 4] }).user_id).toBeUndefined();
  });
});

describe('rows and their parent', () => {
  const figures = { spend: 100, impressions: 5, revenue: 40, orders: 1, new_users: 2 };

  it('agree if every sum is equal', () => {
    expect(isRestated(figures, { ...figures, roi: 0.4 })).toBe(false);
    expect(isRestated(figures, { ...figures, spend: 101 })).toBe(true);
  });

  it('treat a missing metric as zero', () => {
    expect(isRestated({ spend: null }, {})).toBe(false);
  });

  it('are not compared if keyword or status filter each level by its own rows', () => {
    expect([isComparable({ biz: 'dj' }), isComparable({ keyword: 'x' }), isComparable({ effective_status: ['ACTIVE'] })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are not part of a saved view', () => {
    const { read, write } = drillViewQueries.group;
    expect(write(read('?campaign_id=5&group_id=6&level=ad&only=2026-11-02&keyword=x'))).toBe('?keyword=x');
  });

  it('use the groupings of their page', () => {
    expect(groupingOf('user', 'department')).toEqual(['department', 'user']);
    expect(groupingOf('group', 'material')).toEqual(['material', 'ad']);
  });
});

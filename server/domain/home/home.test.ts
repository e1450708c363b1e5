import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { raiseAlert } from '../alerts.ts';
import { finishRun } from '../jobs/runs.repository.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const connections = connectionFixtures(() => server);
let ad: LaunchedAd;
let far: LaunchedAd;
let drama = 0;

beforeAll(async () => {
  server = await createTestApp();
  // 04:30 on the 21st in UTC is 12:30 on the 21st on the business clock and still the 20th in Los Angeles.
  server.clock.forward({ hours: 20, minutes: 30 });
  const account = await rows.account('opt_01');
  drama = await rows.drama({ title: '大热' });
  ad = await rows.tree(account, 'opt_01', { drama_id: drama });
  far = await rows.tree(await rows.account('opt_01', { timezone: 'America/Los_Angeles' }), 'opt_01');
  const other = await rows.tree(account, 'opt_02');
  await rows.days([
    rows.dayOf(ad, '2026-11-21', { spend_usd: 1_000, revenue_usd: 800, new_users: 20, first_payers: 4, rev_d0: 700 }),
    rows.dayOf(ad, '2026-11-20', { spend_usd: 5_000, revenue_usd: 4_000, new_users: 90, first_payers: 9, rev_d0: 3_000 }),
    rows.dayOf(far, '2026-11-20', { spend_usd: 300 }),
    rows.dayOf(other, '2026-11-21', { spend_usd: 40 }),
    rows.dayOf({ ...other, dims: { ...other.dims, biz: 'ec' } }, '2026-11-20', { spend_usd: 7 }),
  ]);
  await rows.hours([
    rows.hourOf(ad, '2026-11-20', 11, { spend_usd: 600, revenue_usd: 300, new_users: 8 }),
    // Half of this hour lies before 12:30.
    rows.hourOf(ad, '2026-11-20', 12, { spend_usd: 400, revenue_usd: 100, new_users: 4 }),
    rows.hourOf(ad, '2026-11-20', 13, { spend_usd: 4_000, revenue_usd: 3_600, new_users: 78 }),
    rows.hourOf(ad, '2026-11-21', 12, { spend_usd: 1_000 }),
    rows.hourOf(far, '2026-11-20', 9, { spend_usd: 300 }),
  ]);
});
afterAll(() => server.close());

const mine = { biz: 'dj', scope: 'mine' } as const;
const team = { biz: 'dj', scope: 'team' } as const;

describe('the cards of the home page', () => {
  it('show today, yesterday at the same time, and all of yesterday', async () => {
    const { data } = await server.as('opt_01', '/home-board/summary', mine);
    expect(data).toMatchObject({ kind: 'launching', biz_date: '2026-11-21', hour: 12, minute: 30, not_started_accounts: 1 });
    expect(data.cards['spend']).toEqual({ today: 1_000, yesterday_same_hour: 800, yesterday: 5_300 });
    expect(data.cards['revenue']).toEqual({ today: 800, yesterday_same_hour: 350, yesterday: 4_000 });
    expect(data.cards['cpi']).toEqual({ today: 50, yesterday_same_hour: 80, yesterday: 58.89 });
    expect(data.cards['roi']).toEqual({ today: 0.8, yesterday_same_hour: 0.4375, yesterday: 0.754717 });
    expect(data.cards['roi_d0']).toEqual({ today: 0.7, yesterday_same_hour: null, yesterday: 0.566038 });
    expect(data.cards['ads_running']).toEqual({ today: 2, yesterday_same_hour: null, yesterday: null });
  });

  it('show how fresh their figures are and which account is behind', async () => {
    const account = await rows.account('opt_06', { name: '停更账户' });
    await rows.days([rows.dayOf(await rows.tree(account, 'opt_06'), '2026-11-20', { spend_usd: 1 })]);
    await rows.synced(account, { pulled_at: new Date('2026-11-19T08:00:00Z'), failed_since: new Date('2026-11-19T08:15:00Z') });
    const { data } = await server.as('opt_06', '/home-board/summary', mine);
    expect(data).toMatchObject({
      as_of: '2026-11-19T08:00:00.000Z',
      newest_at: '2026-11-19T08:00:00.000Z',
      warnings: [{ kind: 'stale_account', refs: [{ id: account, label: '停更账户', since: '2026-11-19T08:00:00.000Z' }] }],
    });
    expect((await server.as('opt_06', '/home-board/summary', { ...mine, biz: 'ec' })).data).not.toHaveProperty('warnings');
  });

  it('show the own figures or those of the team', async () => {
    const spend = async (as: string, of: typeof mine | typeof team) =>
      (await server.as(as, '/home-board/summary', of)).data.cards['spend']?.today;
    expect(await spend('opt_01', team)).toBe(1_000);
    expect(await spend('lead_a', team)).toBe(1_040);
    expect(await spend('lead_a', mine)).toBe(0);
    expect(await spend('lead_b', team)).toBe(0);
    expect(await spend('admin', team)).toBe(1_040);
    expect((await server.as('admin', '/home-board/summary', { biz: 'ec', scope: 'team' })).data.cards['spend']?.yesterday).toBe(7);
  });

  it('of an editor show the figures of their materials', async () => {
    const material = await rows.material('edit_01', {
      drama_id: drama,
      created_at: new Date('2026-11-18T02:00:00Z'),
      first_used_at: new Date('2026-11-19T02:00:00Z'),
      hit_level: 'hit',
    });
    await rows.material('edit_01', { drama_id: drama, created_at: new Date('2026-11-20T02:00:00Z') });
    await rows.material('edit_01', { drama_id: drama, created_at: new Date('2026-11-01T02:00:00Z') });
    await rows.days([
      rows.dayOf(ad, '2026-11-19', {
        material_id: material,
        creator_user_id: await rows.idOf('edit_01'),
        spend_usd: 2_000,
        rev_d0: 900,
        owner_user_id: await rows.idOf('opt_02'),
      }),
    ]);
    const { data } = await server.as('edit_01', '/home-board/summary', mine);
    expect(data.kind).toBe('making');
    expect(Object.entries(data.cards).map(([key, { today }]) => [key, today])).toEqual([
      ['uploaded', 2],
      ['use_rate', 0.5],
      ['hits', 1],
      ['spend', 2_000],
      ['roi_d0', 0.45],
    ]);
  });
});

describe('the charts of the home page', () => {
  it('show the hours of today, of yesterday and of the weekly average', async () => {
    const { data } = await server.as('opt_01', '/home-board/trend', { ...mine, by: 'hour', metrics: ['spend'] });
    expect(data.x).toHaveLength(24);
    const [today, yesterday, mean] = data.series.map(({ data: points }) => points);
    expect(today?.slice(11, 14)).toEqual([0, 1_000, null]);
    // The ninth hour of Los Angeles lies after the end of the business day.
    expect(yesterday?.slice(9, 14)).toEqual([0, 0, 600, 400, 4_000]);
    expect(mean?.slice(11, 14)).toEqual([86, 57, 571]);
    expect(data.clock).toEqual({ date: '2026-11-21', timezone: 'Asia/Shanghai', moving_from: 12 });
    const wrong = await server.as('opt_01', '/home-board/trend', { ...mine, by: 'hour', metrics: ['spend', 'roi'] });
    expect(wrong.data['errors']).toMatchObject([{ field: 'metrics.1', rule: 'hourlyMetric' }]);
  });

  it('show fourteen days', async () => {
    const { data } = await server.as('opt_01', '/home-board/trend', { ...mine, by: 'day', metrics: ['spend', 'roi_d0'] });
    expect([data.x[0], data.x.at(-1), data.x.length]).toEqual(['2026-11-08', '2026-11-21', 14]);
    expect(data.series[0]?.data.slice(-2)).toEqual([5_300, 1_000]);
  });

  it('show the top objects without those that have nothing', async () => {
    const { data } = await server.as('opt_01', '/home-board/top', { ...mine, dim: 'drama', metric: 'spend' });
    expect(data.list[0]).toEqual({ id: drama, label: '大热', cover_url: null, m: { spend: 6_000, roi: 0.8 } });
    expect(data.list).toHaveLength(2);
    const cover_key = `pictures/ab/${'ab'.repeat(16)}.jpg`;
    await server.db.updateTable('drama').set({ cover_key }).where('id', '=', drama).execute();
    const covered = (await server.as('opt_01', '/home-board/top', { ...mine, dim: 'drama', metric: 'spend' })).data.list;
    expect(covered.map(({ cover_url }) => cover_url)).toEqual([expect.stringContaining(cover_key), null]);
    const accounts = (await server.as('opt_01', '/home-board/top', { ...mine, dim: 'account', metric: 'spend' })).data.list;
    expect(accounts.map((row) => 'cover_url' in row)).not.toContain(true);
    expect((await server.as('lead_b', '/home-board/top', { ...team, dim: 'account', metric: 'spend' })).data.list).toEqual([]);
  });
});

describe('the to-do list', () => {
  const todo = async (as: string) => (await server.as(as, '/home-board/todo', {})).data;

  it('counts visible objects and links to their page', async () => {
    await server.db.updateTable('ad').set({ effective_status: 'DISAPPROVED' }).where('id', '=', far.ad).execute();
    await server.db.updateTable('ad_account').set({ account_status: 3 }).where('id', '=', far.account).execute();
    await server.db
      .updateTable('personal_account')
      .set({ status: 'expiring' })
      .where('id', 'in', (of) => of.selectFrom('ad_account').select('personal_account_id').where('id', '=', far.account))
      .execute();
    expect((await todo('opt_01')).list).toEqual([
      { kind: 'token_expiring', count: 1, link: null },
      { kind: 'account_blocked', count: 1, link: '/auth/account?account_status=2,3,7,8,9,100,101' },
      { kind: 'ad_disapproved', count: 1, link: '/advertising/start?tab=ad&view=disapproved' },
    ]);
    expect((await todo('opt_05')).list).toEqual([]);
    expect((await todo('opt_01')).hosting).toEqual([]);
    expect((await todo('admin')).list.find(({ kind }) => kind === 'token_expiring')?.link).toBe('/auth/personage?status=expiring');
  });

  it('counts lost and expiring authorisations of holders apart, for whoever sees the persons', async () => {
    const statuses = ['revoked', 'expired', 'expiring', 'active'] as const;
    for (const status of statuses) await connections.person('host_01', { usage: 'host', status });
    const { list, hosting } = await todo('host_01');
    expect(list).toEqual([]);
    expect(hosting).toEqual([
      { kind: 'host_token_expired', count: 2, link: '/operation/auth?status=expired,revoked' },
      { kind: 'host_token_expiring', count: 1, link: '/operation/auth?status=expiring' },
    ]);
    expect((await todo('opt_05')).hosting).toEqual([]);
  });

  it('begins with the steps to a first launch for users who may launch', async () => {
    expect((await todo('opt_01')).setup).toEqual([]);
    const { setup } = await todo('opt_07');
    expect(setup.map(({ step, done }) => [step, done])).toEqual([
      ['person', false],
      ['account', false],
      ['pixel', false],
      ['material', false],
      ['scheme', false],
      ['publish', false],
    ]);
    expect((await todo('edit_02')).setup).toEqual([]);
  });
});

describe('what was missed since the last visit', () => {
  const missed = async (as: string, since: string) => (await server.as(as, '/home-board/missed', { since })).data.list;

  it('counts what others changed in the own ads, and not what the reader did', async () => {
    const at = new Date('2026-11-21T03:00:00Z');
    const event = { at, level: 'ad', campaign_id: ad.campaign, ad_group_id: ad.group, ad_id: ad.ad, ad_account_id: ad.account };
    const idOf = async (account: string) =>
      (await server.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
    const [me, other] = [await idOf('opt_01'), await idOf('opt_02')];
    const of = (more: object) => ({ ...event, owner_user_id: me, actor_type: 'user', actor_user_id: other, ...more });
    await server.db
      .insertInto('ad_event')
      .values([
        of({ event: 'close' }),
        of({ event: 'close', actor_user_id: me, ad_id: far.ad }),
        of({ event: 'budget', level: 'campaign', ad_group_id: null, ad_id: null }),
        of({ event: 'review', actor_type: 'platform', actor_user_id: null, after: JSON.stringify({ review: 'rejected' }) }),
      ] as never)
      .execute();
    const days = 'date_from=2026-11-21&date_to=2026-11-21';
    expect(await missed('opt_01', '2026-11-21T02:00:00.000Z')).toEqual([
      { kind: 'ad_rejected', count: 1, link: '/advertising/start?tab=ad&view=disapproved' },
      { kind: 'turned_off', count: 1, link: `/advertising/close-log?${days}` },
      { kind: 'budget_changed', count: 1, link: `/advertising/copy-log?type=budget&${days}` },
    ]);
    expect(await missed('opt_01', '2026-11-21T03:30:00.000Z')).toEqual([]);
    expect(await missed('opt_06', '2026-11-21T02:00:00.000Z')).toEqual([]);
  });
});

describe('alerts', () => {
  const told = { kind: 'pixel_silent', data: { name: '像素一', hours: 26 }, link: '/auth/pixel?silent=true' } as const;
  const list = async (as: string, body = {}) => (await server.as(as, '/home-alerts/list', body)).data;

  it('are private, not repeated, and in the language of the reader', async () => {
    const [own = 0, other = 0] = await Promise.all(['opt_03', 'opt_04'].map((account) => rows.idOf(account)));
    await raiseAlert(server.db, [own, other, own], { ...told, dedupeKey: 'pixel:1:2026-11-21' }, server.clock.now());
    await raiseAlert(server.db, [own], { ...told, dedupeKey: 'pixel:1:2026-11-21' }, server.clock.now());
    const { list: found, total, unread } = await list('opt_03');
    expect([total, unread]).toEqual([1, 1]);
    expect(found[0]).toMatchObject({
      level: 'warn',
      kind: 'pixel_silent',
      title: '像素静默：像素一',
      body: '有消耗，但已 26 小时没有事件。',
      link: '/auth/pixel?silent=true',
      read_at: null,
    });
    const english = await server.as('opt_03', '/home-alerts/list', {}, { language: 'en-US' });
    expect(english.data.list[0]?.title).toBe('No events from pixel 像素一');
  });

  it('are marked as read one by one or all together', async () => {
    const own = await rows.idOf('opt_03');
    await raiseAlert(server.db, [own], { ...told, dedupeKey: 'pixel:2' }, new Date(server.clock.now().getTime() + 1_000));
    const foreign = (await list('opt_04')).list[0]?.id ?? 0;
    const [newest, oldest] = (await list('opt_03')).list;
    const answer = await server.as('opt_03', '/home-alerts/read', { ids: [newest?.id ?? 0, foreign] });
    expect(answer.data.unread).toBe(1);
    expect((await list('opt_04')).unread).toBe(1);
    // Unread alerts come first.
    expect((await list('opt_03')).list.map(({ id }) => id)).toEqual([oldest?.id, newest?.id]);
    expect((await list('opt_03', { unread: true })).total).toBe(1);
    expect((await server.as('opt_03', '/home-alerts/read', { all: true })).data.unread).toBe(0);
    const both = await server.as('opt_03', '/home-alerts/read', { all: true, ids: [1] });
    expect(both.data['errors']).toMatchObject([{ field: 'ids', rule: 'selection' }]);
  });

  it('report a batch that was not entirely successful', async () => {
    const { data } = await server.as('admin', '/sys-users/batch_delete', { ids: [await rows.idOf('admin')], reason: '试一试' });
    expect([data.status, data.fail]).toEqual(['failed', 1]);
    const [alert] = (await list('admin')).list;
    expect(alert).toMatchObject({ kind: 'batch_done', level: 'error', link: `/advertising/copy-log?keyword=${data.batch_id}` });
    expect(alert?.body).toBe('共 1 个，成功 0，失败 1，未知 0。');
  });

  it('report a failed scheduled task to super admins once a day', async () => {
    const now = server.clock.now();
    const key = 'test.failing';
    await server.db
      .insertInto('cron_job')
      .values({ key, name_zh: '会失败的', name_en: 'Failing', cron: '0 0 * * *', created_at: now, updated_at: now } as never)
      .execute();
    for (const message of ['first', 'again']) {
      const { id } = await server.db
        .insertInto('cron_run')
        .values({ job_key: key, trigger: 'schedule', status: 'running', started_at: now, alive_at: now } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(await finishRun(server.db, id, { status: 'failed', now, message })).toBe(true);
    }
    const own = await server.db.selectFrom('alert').selectAll().where('kind', '=', 'cron_failed').execute();
    expect(own).toMatchObject([
      {
        user_id: await rows.idOf('super'),
        level: 'error',
        link: '/admin/sys/cron?keyword=test.failing',
        data: { name: { zh: '会失败的', en: 'Failing' }, error: 'first' },
      },
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { listCloses, listRemovals, logRules } from '#contracts/endpoints/ad-logs.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = launchHistoryFixtures(() => server);
const at = (day: number, hour = 3, minute = 0) => new Date(Date.UTC(2026, 10, day, hour, minute));

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const closes = async (as: string, query: RequestOf<typeof listCloses> = {}) => (await server.as(as, '/ad-logs/close_list', query)).data;
const removals = async (as: string, query: RequestOf<typeof listRemovals> = {}) =>
  (await server.as(as, '/ad-logs/remove_list', query)).data;
const idsOf = ({ list }: { list: { id: number }[] }) => list.map(({ id }) => id);

describe('visibility of events', () => {
  it('follows the owner at the time of the event', async () => {
    const eventsByOwner = new Map<string | null, { close: number; remove: number; account: number }>();
    for (const owner of ['opt_01', 'opt_ec', 'edit_01', null] as const) {
      const tree = await rows.tree(owner);
      eventsByOwner.set(owner, {
        close: await rows.event('campaign', tree.campaign_id, { event: 'close', at: at(2) }),
        remove: await rows.event('campaign', tree.campaign_id, { event: 'remove', at: at(2, 4) }),
        account: tree.account_id,
      });
    }
    const seenBy = {
      opt_01: ['opt_01'],
      opt_ec: ['opt_ec'],
      lead_a: ['opt_01'],
      lead_b: ['edit_01'],
      admin: ['opt_01', 'opt_ec', 'edit_01', null],
    };
    for (const [reader, owners] of Object.entries(seenBy)) {
      const newestFirst = owners.map((owner) => eventsByOwner.get(owner)).toReversed();
      expect([reader, idsOf(await closes(reader))]).toEqual([reader, newestFirst.map((one) => one?.close)]);
      expect([reader, idsOf(await removals(reader))]).toEqual([reader, newestFirst.map((one) => one?.remove)]);
    }
    const foreign = eventsByOwner.get('opt_ec');
    expect(await closes('opt_01', { id: foreign?.close ?? 0 })).toMatchObject({ list: [], total: 0 });
    expect(await closes('opt_01', { ad_account_id: [foreign?.account ?? 0] })).toMatchObject({ list: [], total: 0 });
    expect(await removals('opt_01', { user_id: [await rows.idOf('opt_ec')] })).toMatchObject({ list: [], total: 0 });
  });

  it('does not change when the object is handed over', async () => {
    const { campaign_id } = await rows.tree('opt_02');
    const id = await rows.event('campaign', campaign_id, { event: 'close', at: at(2) });
    await server.db
      .updateTable('campaign')
      .set({ owner_user_id: await rows.idOf('opt_03') })
      .where('id', '=', campaign_id)
      .execute();
    expect(idsOf(await closes('opt_02'))).toEqual([id]);
    expect(idsOf(await closes('opt_03'))).toEqual([]);
    // The former owner still sees the event but can no longer open the object.
    expect((await closes('opt_02')).list[0]).toMatchObject({ owner: { label: '赵二萍' }, reopenable: false });
  });
});

describe('the close log', () => {
  it('shows the metrics at that time, the revenue since, and the current status', async () => {
    const { campaign_id, ad_id } = await rows.tree('opt_04', { status: 'PAUSED', effective_status: 'PAUSED', name: '已关系列' });
    const actor_user_id = await rows.idOf('lead_a');
    const snapshot = JSON.stringify({ spend_usd: 2_345, orders: 3, roi: 0.41, roi_d0: 0.2, hours_running: 12.5 });
    await rows.event('campaign', campaign_id, { event: 'close', at: at(3), actor_user_id, reason: 'ROI 太低', snapshot });
    await rows.order(ad_id, at(3, 2), { amount_usd: 111 });
    await rows.order(ad_id, at(3, 4), { amount_usd: 2_000 });
    await rows.order(ad_id, at(9), { amount_usd: 30, status: 'refunded' });
    await rows.order(ad_id, at(9), { amount_usd: 9_999, status: 'created', paid_at: null });
    const [row] = (await closes('opt_04', { event: 'close' })).list;
    expect(row).toMatchObject({
      at: at(3).toISOString(),
      level: 'campaign',
      entity: { id: campaign_id, label: '已关系列' },
      actor: { id: actor_user_id },
      actor_type: 'user',
      reason: 'ROI 太低',
      snapshot: { spend_usd: 2_345, orders: 3, roi: 0.41, roi_d0: 0.2, hours_running: 12.5 },
      after_revenue_usd: 2_030,
      current_status: 'PAUSED',
      reopenable: true,
    });
  });

  it('can be filtered by event, actor, object and reason', async () => {
    const drama = await rows.drama();
    const { campaign_id, group_id, account_id } = await rows.tree('opt_05', { drama_id: drama, name: '筛选系列' });
    const closed = await rows.event('campaign', campaign_id, {
      event: 'close',
      at: at(4),
      reason: '止损 10%',
      actor_user_id: await rows.idOf('opt_05'),
    });
    const byRule = await rows.event('ad_group', group_id, { event: 'close', at: at(5), actor_type: 'rule', rule_id: 7 });
    const opened = await rows.event('campaign', campaign_id, { event: 'open', at: at(6) });
    await rows.event('campaign', campaign_id, { event: 'budget', at: at(6) });
    const narrowed: [RequestOf<typeof listCloses>, number[]][] = [
      [{}, [opened, byRule, closed]],
      [{ event: 'open' }, [opened]],
      [{ actor_type: ['rule', 'platform'] }, [byRule]],
      [{ rule_id: 7 }, [byRule]],
      [{ level: 'ad_group' }, [byRule]],
      [{ actor_user_id: await rows.idOf('opt_05') }, [closed]],
      [{ reason: '10%' }, [closed]],
      [{ reason: '%' }, [closed]],
      [{ drama_id: [drama], ad_account_id: [account_id], user_id: [await rows.idOf('opt_05')] }, [opened, byRule, closed]],
      [{ keyword: '筛选' }, [opened, closed]],
      [{ date_from: '2026-11-05', date_to: '2026-11-05' }, [byRule]],
      [{ id: closed }, [closed]],
    ];
    for (const [query, expected] of narrowed) expect([query, idsOf(await closes('opt_05', query))]).toEqual([query, expected]);
    expect((await closes('opt_05', { rule_id: 7 })).list[0]).toMatchObject({ rule: { id: 7, label: '#7' }, actor: null });
  });

  it('continues from its cursor, even among events of one instant', async () => {
    const { campaign_id } = await rows.tree('opt_06');
    for (let index = 0; index < 70; index += 1) await rows.event('campaign', campaign_id, { event: 'close', at: at(7) });
    const first = await closes('opt_06');
    const second = await closes('opt_06', { cursor: first.next_cursor ?? '' });
    expect([first.list.length, second.list.length, first.total, second.next_cursor]).toEqual([50, 20, 70, null]);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(70);
    expect((await server.as('opt_06', '/ad-logs/close_list', { cursor: 'nothing' })).code).toBe(400);
  });

  it('counts closings by day of the reader and kind of actor, including days without any', async () => {
    const { campaign_id, group_id } = await rows.tree('opt_07');
    // 01:00 of the 11th in Shanghai.
    await rows.event('campaign', campaign_id, { event: 'close', at: at(10, 17) });
    await rows.event('ad_group', group_id, { event: 'close', at: at(11, 3) });
    await rows.event('campaign', campaign_id, { event: 'close', at: at(12), actor_type: 'rule' });
    await rows.event('campaign', campaign_id, { event: 'open', at: at(12) });
    const days = { date_from: '2026-11-10', date_to: '2026-11-12' };
    const loadCloses = async (more: object) => (await server.as('opt_07', '/ad-logs/close_trend', { ...days, by: 'day', ...more })).data;
    expect(await loadCloses({ event: 'close' })).toEqual({
      x: ['2026-11-10', '2026-11-11', '2026-11-12'],
      series: [
        { key: 'user', label: '人工', metric: 'closes', data: [0, 2, 0] },
        { key: 'rule', label: '规则', metric: 'closes', data: [0, 0, 1] },
      ],
    });
    expect(await loadCloses({ event: 'open', by: 'month' })).toMatchObject({
      x: ['2026-11'],
      series: [{ key: 'user', metric: 'opens', data: [1] }],
    });
    expect((await server.as('opt_07', '/ad-logs/close_trend', { date_from: '2026-01-01', date_to: '2026-11-12', by: 'day' })).code).toBe(
      400,
    );
  });
});

describe('the removal log', () => {
  it('has one entry for objects removed together, which can be unfolded', async () => {
    const { campaign_id, group_id, ad_id } = await rows.tree('opt_08', { name: '删除系列' });
    const earlier = await rows.ad(group_id);
    const alone = await rows.event('ad', earlier, { event: 'remove', at: at(1) });
    const together = [
      await rows.event('campaign', campaign_id, { event: 'remove', at: at(2), reason: '结束' }),
      await rows.event('ad_group', group_id, { event: 'remove', at: at(2) }),
      await rows.event('ad', ad_id, { event: 'remove', at: at(2) }),
    ] as const;
    await rows.day(ad_id, '2026-11-01', { spend_usd: 4_000, revenue_usd: 1_000 });
    await rows.day(earlier, '2026-11-01', { spend_usd: 1_000, revenue_usd: 250 });
    const { list, total } = await removals('opt_08');
    expect([total, list.map(({ id, children }) => [id, children])]).toEqual([
      2,
      [
        [together[0], 2],
        [alone, 0],
      ],
    ]);
    expect(list[0]).toMatchObject({ lifetime_spend_usd: 5_000, lifetime_revenue_usd: 1_250, lifetime_roi: 0.25, reason: '结束' });
    expect(list[1]).toMatchObject({ lifetime_spend_usd: 1_000, platform_id: expect.stringMatching(/^1200/) });
    expect(idsOf(await removals('opt_08', { under: together[0] }))).toEqual([together[2], together[1]]);
    expect(idsOf(await removals('opt_ec', { under: together[0] }))).toEqual([]);
  });

  it('has no ROI without spend', async () => {
    const { campaign_id } = await rows.tree('opt_09');
    await rows.event('campaign', campaign_id, { event: 'remove', at: at(2) });
    expect((await removals('opt_09')).list[0]).toMatchObject({ lifetime_spend_usd: 0, lifetime_roi: null });
  });
});

it('exports contain the filters in words', async () => {
  const { campaign_id } = await rows.tree('opt_04', { name: '导出系列' });
  const snapshot = JSON.stringify({ spend_usd: 12_345 });
  await rows.event('campaign', campaign_id, { event: 'close', at: at(8, 1), snapshot });
  await rows.event('campaign', campaign_id, { event: 'remove', at: at(8, 2) });
  const download = async (body: object) => {
    const headers = { authorization: `Bearer ${await server.signIn('opt_04')}` };
    return sheetsIn((await server.app.inject({ method: 'POST', url: '/api/ad-logs/export', headers, payload: body })).rawPayload);
  };
  const days = { date_from: '2026-11-08', date_to: '2026-11-08' };
  const [closed, notes] = await download({
    kind: 'close',
    event: 'close',
    ...days,
    columns: ['name', 'event', 'spend_at', 'actor_type'],
    locale: 'zh-cn',
  });
  expect(closed).toEqual([
    ['对象', '事件', '当时消耗 (USD)', '操作者类型'],
    ['导出系列', '关闭', '123.45', '人工'],
  ]);
  expect(notes?.flat()).toEqual(expect.arrayContaining(['筛选:事件', '关闭']));
  const [removed] = await download({ kind: 'remove', ...days, columns: ['name', 'children'], locale: 'en' });
  expect(removed).toEqual([
    ['Object', 'Lower-level objects'],
    ['导出系列', '0'],
  ]);
});

describe('the filter by rule', () => {
  it('offers the rules that did something the reader may see, the last one first', async () => {
    const stored = async (name: string, more: object = {}) =>
      (
        await server.db
          .insertInto('host_rule')
          .values({
            name,
            owner_user_id: await rows.idOf('lead_a'),
            level: 'campaign',
            conditions: '[]',
            action: 'pause',
            schedule: '{}',
            priority: 1,
            status: 'enabled',
            created_at: at(1),
            updated_at: at(1),
            ...more,
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const { campaign_id } = await rows.tree('opt_08');
    const foreign = await rows.tree('opt_09');
    const [closing, deleted, removing, elsewhere] = [
      await stored('止损规则'),
      await stored('旧规则', { deleted_at: at(9) }),
      await stored('清理规则'),
      await stored('别人的规则'),
    ];
    await stored('没有做过事的规则');
    const byRule = { actor_type: 'rule', actor_user_id: null } as const;
    await rows.event('campaign', campaign_id, { event: 'close', at: at(4), ...byRule, rule_id: closing });
    await rows.event('campaign', campaign_id, { event: 'open', at: at(5), ...byRule, rule_id: deleted });
    await rows.event('campaign', campaign_id, { event: 'remove', at: at(6), ...byRule, rule_id: removing });
    await rows.event('campaign', foreign.campaign_id, { event: 'close', at: at(7), ...byRule, rule_id: elsewhere });
    const offered = async (body: RequestOf<typeof logRules>, as = 'opt_08') => (await server.as(as, '/ad-logs/rules', body)).data;
    expect((await closes('opt_08', { rule_id: closing })).list[0]?.rule).toEqual({ id: closing, label: '止损规则' });
    const { list, total } = await offered({ kind: 'close' });
    expect([total, list.map(({ id, label, status }) => [id, label, status])]).toEqual([
      2,
      [
        [deleted, '旧规则', 'deleted'],
        [closing, '止损规则', 'enabled'],
      ],
    ]);
    const idsOfRules = async (body: RequestOf<typeof logRules>, as?: string) => (await offered(body, as)).list.map(({ id }) => id);
    expect(await idsOfRules({ kind: 'remove' })).toEqual([removing]);
    expect(await idsOfRules({ kind: 'close', keyword: '止损' })).toEqual([closing]);
    expect(await idsOfRules({ kind: 'close', ids: [closing, elsewhere] })).toEqual([closing]);
    expect(await idsOfRules({ kind: 'close', page: 2, page_size: 20 })).toEqual([]);
    expect(await idsOfRules({ kind: 'close' }, 'admin')).toEqual([elsewhere, deleted, closing]);
  });
});

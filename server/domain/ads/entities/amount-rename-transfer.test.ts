import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { tableSums } from '#tests/support/table-sums.ts';
import { formatInstant } from '../../instants.ts';

const { channel, server, rows, entity, platformIdOf, itemsOf, eventsOf, mirror } = createLaunchTestServer();
const setBudget = (level: 'campaign' | 'ad_group', ids: number[], value: number, more: object = {}) =>
  server().as('opt_05', '/ad-entities/batch_budget', { level, ids, mode: 'set', value, ...more });

describe('a budget', () => {
  test('changes on the channel and here, and a large change restarts the learning phase', async () => {
    const { group } = await rows.tree('opt_05', {
      group: { budget_mode: 'daily', daily_budget: 5_000, learning_stage: 'SUCCESS', learning_events: 50 },
    });
    await mirror();
    expect((await setBudget('ad_group', [group], 6_000)).data.ok).toBe(1);
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 6_000, learning_stage: 'SUCCESS', version: 2 });
    expect((await setBudget('ad_group', [group], 50, { mode: 'inc_pct' })).data.ok).toBe(1);
    expect(await entity('ad_group', group)).toMatchObject({
      daily_budget: 9_000,
      learning_stage: 'LEARNING',
      learning_events: 0,
      version: 3,
    });
    expect(channel.updates.map(({ patch }) => patch)).toEqual([{ daily_budget: 6_000 }, { daily_budget: 9_000 }]);
    expect(await eventsOf('ad_group', group)).toMatchObject([
      { event: 'budget', before: { daily_budget: 5_000 }, after: { daily_budget: 6_000 } },
      { event: 'budget', before: { daily_budget: 6_000 }, after: { daily_budget: 9_000 } },
    ]);
  });

  test('can change four times within an hour, and the refusal states the next possible time', async () => {
    const { group } = await rows.tree('opt_05');
    await mirror();
    const again = new Date(server().clock.now().getTime() + 3_600_000);
    for (const value of [5_100, 5_200, 5_300, 5_400]) {
      expect((await setBudget('ad_group', [group], value)).data.ok).toBe(1);
      server().clock.forward({ minutes: 10 });
    }
    const { data } = await setBudget('ad_group', [group], 5_500);
    // opt_05 uses the timezone of Shanghai.
    const text = `Changed 4 times this hour, retry at ${formatInstant(again, 'Asia/Shanghai')}`;
    expect(await itemsOf(data.batch_id ?? 0)).toMatchObject([{ code: 429, reason: 'BUDGET_CHANGE_LIMIT', text, retryable: true }]);
    server().clock.forward({ minutes: 19 });
    expect((await setBudget('ad_group', [group], 5_500)).data.fail).toBe(1);
    server().clock.forward({ minutes: 1 });
    expect((await setBudget('ad_group', [group], 5_500)).data.ok).toBe(1);
    expect(channel.updates).toHaveLength(5);
  });

  test('shows its currency in the event log and in the batch export, which translates codes', async () => {
    const { group } = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000, learning_stage: 'SUCCESS' } });
    await mirror();
    const { batch_id } = (await setBudget('ad_group', [group], 9_000)).data;
    const events = await server().as('opt_05', '/ad-entities/events', { level: 'ad_group', id: group });
    expect(events.data.list).toMatchObject([{ event: 'budget', currency: 'USD' }]);
    const logged = await server().as('admin', '/sys-oplogs/list', { target: `ad_group#${group}` });
    expect(logged.data.list).toMatchObject([{ currency: 'USD', before: { daily_budget: 5_000 } }]);
    const { list } = (await server().as('opt_05', '/op-batches/list', {}, { language: 'en-US' })).data;
    expect(list[0]?.summary).toEqual({ zh: '预算设为 90.00 USD：1 个广告组', en: 'Budget set to 90.00 USD: 1 ad set' });
    const exportRequest = { batch_id: batch_id ?? 0, columns: ['before', 'after'], locale: 'zh-cn' as const };
    const headers = { authorization: `Bearer ${await server().signIn('opt_05')}` };
    const file = await server().app.inject({ method: 'POST', url: '/api/op-batches/export_items', headers, payload: exportRequest });
    expect(sheetsIn(file.rawPayload)[0]?.[1]).toEqual(['日预算：50.00 USD', '日预算：90.00 USD；学习期：学习中']);
  });

  test('accepts percentages above a hundred and with decimals, but only whole amounts', async () => {
    const { group } = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    await mirror();
    expect((await setBudget('ad_group', [group], 12.5, { mode: 'inc_pct' })).data.ok).toBe(1);
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 5_625 });
    expect((await setBudget('ad_group', [group], 150, { mode: 'inc_pct' })).data.ok).toBe(1);
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 14_063 });
    expect((await setBudget('ad_group', [group], 1.005, { mode: 'inc_pct' })).data).toMatchObject({
      errors: [{ field: 'value', rule: 'decimals' }],
    });
    expect((await setBudget('ad_group', [group], 5_000.5)).data).toMatchObject({ errors: [{ field: 'value', rule: 'type' }] });
    expect((await setBudget('ad_group', [group], '5,000' as never)).data).toMatchObject({
      errors: [{ field: 'value', rule: 'type' }],
    });
  });

  test('is not overwritten after a colleague changed it, and the refusal names the amount and the colleague', async () => {
    const { group } = await rows.tree('opt_05', { group: { name: 'G', budget_mode: 'daily', daily_budget: 2_000 } });
    await mirror();
    const lead = await server().as('admin', '/ad-entities/batch_budget', { level: 'ad_group', ids: [group], mode: 'set', value: 2_200 });
    expect(lead.data.ok).toBe(1);
    const order = { level: 'ad_group' as const, ids: [group], mode: 'set' as const, value: 2_100, seen: [{ id: group, amount: 2_000 }] };
    const refused = await server().as('opt_05', '/ad-entities/batch_budget', order, { language: 'en-US' });
    expect(refused).toMatchObject({
      code: 409,
      reason: 'AMOUNT_CHANGED',
      data: { changed: [{ id: group, label: 'G', currency: 'USD', amount: 2_200, by: expect.any(String), at: expect.any(String) }] },
    });
    expect(refused.message).toMatch(/^“G” was changed to 22\.00 USD by .+ at \d{4}-/);
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 2_200 });
    expect((await setBudget('ad_group', [group], 2_100, { seen: [{ id: group, amount: 2_200 }] })).data.ok).toBe(1);
    expect(channel.updates.map(({ patch }) => patch)).toEqual([{ daily_budget: 2_200 }, { daily_budget: 2_100 }]);
  });

  test('is not overwritten by a retry either after a colleague changed it', async () => {
    const { group } = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 2_000 } });
    await mirror();
    const platformId = await platformIdOf('ad_group', group);
    channel.faults.set(platformId, 'rejected');
    const { data } = await setBudget('ad_group', [group], 2_100, { seen: [{ id: group, amount: 2_000 }] });
    expect(data.fail).toBe(1);
    channel.faults.delete(platformId);
    expect((await setBudget('ad_group', [group], 2_200)).data.ok).toBe(1);
    await server().as('opt_05', '/op-batches/retry', { batch_id: data.batch_id ?? 0 });
    expect(await itemsOf(data.batch_id ?? 0)).toMatchObject([{ status: 'failed', reason: 'AMOUNT_CHANGED' }]);
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 2_200 });
  });

  test('can be previewed without changing anything', async () => {
    const { account, campaign, group } = await rows.tree('opt_05');
    const cbo = await rows.campaign('opt_05', account, { budget_mode: 'lifetime', lifetime_budget: 100_000, name: 'CBO' });
    await sql`
      insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, biz, country, channel, spend, pulled_at)
      select id, '2026-11-19', ad_group_id, ${cbo}, ad_account_id, 'dj', 'US', 'meta', 90000, now() from ad where ad_group_id = ${group}`.execute(
      server().db,
    );
    await server().db.updateTable('ad').set({ campaign_id: cbo }).where('ad_group_id', '=', group).execute();
    await server().signIn('opt_05');
    const before = await tableSums(server().db);
    const preview = async (level: 'campaign' | 'ad_group', ids: number[], more: object) =>
      (
        await server().as(
          'opt_05',
          '/ad-entities/batch_budget',
          { level, ids, mode: 'set', value: 6_100, dry_run: true, ...more },
          { language: 'en-US' },
        )
      ).data.list;
    expect(await preview('ad_group', [group], {})).toEqual([
      {
        id: group,
        label: expect.any(String),
        currency: 'USD',
        kind: 'daily_budget',
        before: 5_000,
        after: 6_100,
        learning_resets: true,
        changes_left: 4,
        retry_at: null,
      },
    ]);
    expect(await preview('campaign', [campaign, cbo, 424_242], { mode: 'dec_pct', value: 5 })).toMatchObject([
      {
        id: campaign,
        kind: null,
        before: null,
        after: null,
        refused: 'BUDGET_LEVEL_MISMATCH',
        text: 'Budget is set at the ad set level',
      },
      {
        id: cbo,
        kind: 'lifetime_budget',
        before: 100_000,
        after: null,
        refused: 'BUDGET_BELOW_SPENT',
        text: 'At least 110% of spend (990.00 USD)',
      },
      { id: 424_242, currency: null, refused: 'NOT_FOUND' },
    ]);
    expect(await tableSums(server().db)).toEqual(before);
  });

  test('changes across several currencies by percentage only', async () => {
    const one = await rows.tree('opt_05');
    const yen = await rows.account(await rows.person('opt_05'), { currency: 'JPY', min_daily_budget: 150 });
    const two = await rows.tree('opt_05', { account: yen });
    await mirror();
    const ids = [one.group, two.group];
    const refused = await setBudget('ad_group', ids, 6_000);
    expect(refused).toMatchObject({ reason: 'VALIDATION', data: { errors: [{ field: 'value', rule: 'currenciesDiffer' }] } });
    expect((await setBudget('ad_group', ids, 10, { mode: 'inc_pct', limit: 9_000 })).data).toMatchObject({
      errors: [{ field: 'limit', rule: 'currenciesDiffer' }],
    });
    expect((await setBudget('ad_group', ids, 1001, { mode: 'inc_pct' })).data).toMatchObject({
      errors: [{ field: 'value', rule: 'maximum' }],
    });
    expect((await setBudget('ad_group', ids, 101, { mode: 'dec_pct' })).data).toMatchObject({
      errors: [{ field: 'value', rule: 'maximum' }],
    });
    expect((await setBudget('ad_group', ids, 10, { mode: 'inc_pct' })).data.ok).toBe(2);
  });

  test('a bid can change only where the strategy of the campaign uses one', async () => {
    const capped = await rows.tree('opt_05', {
      campaign: { bid_strategy: 'COST_CAP' },
      group: { bid_amount: 800, budget_mode: 'daily', daily_budget: 5_000 },
    });
    const free = await rows.tree('opt_05');
    await mirror();
    const body = { level: 'ad_group' as const, ids: [capped.group, free.group], mode: 'inc' as const, value: 50 };
    expect((await server().as('opt_05', '/ad-entities/batch_bid', { ...body, dry_run: true })).data.list).toMatchObject([
      { kind: 'bid_amount', before: 800, after: 850, changes_left: null },
      { before: null, after: null, refused: 'BID_NOT_ALLOWED' },
    ]);
    const { data } = await server().as('opt_05', '/ad-entities/batch_bid', body);
    expect(data).toMatchObject({ ok: 1, fail: 1 });
    expect(await entity('ad_group', capped.group)).toMatchObject({ bid_amount: 850 });
    expect(await eventsOf('ad_group', capped.group)).toMatchObject([{ event: 'bid', after: { bid_amount: 850 } }]);
  });
});

describe('renaming', () => {
  test('gives the names the preview showed', async () => {
    const drama = await rows.drama({ code: 'DR-9' });
    const one = await rows.tree('opt_05', { campaign: { name: 'US 测剧', drama_id: drama } });
    const two = await rows.tree('opt_05', { campaign: { name: 'GB 测剧', drama_id: drama } });
    await mirror();
    const body = { level: 'campaign' as const, ids: [one.campaign, two.campaign], find: 'US', replace: 'CA' };
    expect((await server().as('opt_05', '/ad-entities/batch_rename', { ...body, dry_run: true })).data.list).toMatchObject([
      { before: 'US 测剧', after: 'CA 测剧' },
      { before: 'GB 测剧', after: null, refused: 'NO_CHANGE' },
    ]);
    expect((await server().as('opt_05', '/ad-entities/batch_rename', body)).data).toMatchObject({ ok: 1, skip: 1 });
    const template = { level: 'campaign' as const, ids: [two.campaign, one.campaign], template: '{content} {country} {date} {seq}' };
    const { data } = await server().as('opt_05', '/ad-entities/batch_rename', { ...template, dry_run: true });
    expect(data.list?.map(({ after }) => after)).toEqual(['DR-9 US 20261120 01', 'DR-9 US 20261120 02']);
    expect((await server().as('opt_05', '/ad-entities/batch_rename', template)).data.ok).toBe(2);
    expect((await entity('campaign', two.campaign)).name).toBe('DR-9 US 20261120 01');
    expect(channel.updates.at(-1)?.patch).toEqual({ name: expect.stringMatching(/^DR-9/) });
    expect((await eventsOf('campaign', one.campaign)).map(({ event }) => event)).toEqual(['rename', 'rename']);
  });

  test('refuses an empty result and an unknown macro', async () => {
    const { campaign } = await rows.tree('opt_05', { campaign: { name: 'abc' } });
    const { data } = await server().as('opt_05', '/ad-entities/batch_rename', {
      level: 'campaign',
      ids: [campaign],
      find: 'abc',
      replace: '',
    });
    expect(data).toMatchObject({ fail: 1 });
    const both = await server().as('opt_05', '/ad-entities/batch_rename', { level: 'campaign', ids: [campaign], template: '{price}' });
    expect(both).toMatchObject({ reason: 'VALIDATION', data: { errors: [{ field: 'template', rule: 'macroUnknown' }] } });
  });
});

describe('handing over', () => {
  const transfer = (by: string, ids: number[], user_id: number) =>
    server().as(by, '/ad-entities/batch_transfer', { level: 'campaign', ids, user_id, reason: '调岗' });

  test('includes everything below the campaign and leaves past facts with the previous owner', async () => {
    const { campaign, group, ad } = await rows.tree('opt_05');
    const [from, to] = [await rows.userOf('opt_05'), await rows.userOf('opt_06')];
    await sql`
      insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, biz, country, channel, owner_user_id, pulled_at)
      select id, '2026-11-19', ad_group_id, campaign_id, ad_account_id, 'dj', 'US', 'meta', ${from}, now() from ad where id = ${ad}`.execute(
      server().db,
    );
    expect((await transfer('admin', [campaign], to)).data.ok).toBe(1);
    for (const [level, id] of [
      ['campaign', campaign],
      ['ad_group', group],
      ['ad', ad],
    ] as const) {
      expect(await entity(level, id)).toMatchObject({ owner_user_id: to, version: 2 });
    }
    expect(await server().db.selectFrom('insight_daily').select('owner_user_id').where('ad_id', '=', ad).execute()).toEqual([
      { owner_user_id: from },
    ]);
    expect(await eventsOf('campaign', campaign)).toMatchObject([
      { event: 'transfer', before: { owner_user_id: from }, after: { owner_user_id: to }, reason: '调岗', owner_user_id: to },
    ]);
    expect(channel.updates).toEqual([]);
    expect((await transfer('admin', [campaign], to)).data.skip).toBe(1);
  });

  test('is open to leaders within their scope and to administrators', async () => {
    const { campaign } = await rows.tree('opt_05');
    expect((await transfer('opt_05', [campaign], await rows.userOf('opt_06'))).reason).toBe('NO_ACTION');
    const outside = await transfer('lead_a', [campaign], await rows.userOf('edit_01'));
    expect(outside).toMatchObject({ reason: 'VALIDATION', data: { errors: [{ field: 'user_id', rule: 'exists' }] } });
  });
});

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';
import type { EntityLevel } from './levels.ts';

const { channel, server, rows, entity, platformIdOf, itemsOf, eventsOf, mirror, setStatus } = createLaunchTestServer();
const remove = (level: EntityLevel, ids: number[], more: { force?: true } = {}) =>
  server().as('opt_05', '/ad-entities/batch_remove', { level, ids, reason: '测完了', ...more });

describe('closing', () => {
  test('is found in the log of batches by its ad account and origin', async () => {
    const [one, other] = [await rows.tree('opt_05'), await rows.tree('opt_05')];
    await mirror();
    const { data } = await setStatus('ad', [one.ad, other.ad], 'PAUSED');
    const found = async (filter: object) =>
      (await server().as('admin', '/op-batches/list', { page_size: 200, ...filter })).data.list.map(({ id }) => id);
    const alone = await rows.tree('opt_05');
    expect(await found({ ad_account_id: one.account, origin: 'user' })).toEqual([data.batch_id]);
    expect(await found({ ad_account_id: alone.account })).toEqual([]);
    expect(await found({ ad_account_id: one.account, origin: 'cron' })).toEqual([]);
    expect(await found({ ad_account_id: one.account, origin: 'rule' })).toEqual([]);
    await sql`update batch set origin = 'rule:7' where id = ${data.batch_id}`.execute(server().db);
    expect(await found({ ad_account_id: other.account, origin: 'rule' })).toEqual([data.batch_id]);
    expect(await found({ ad_account_id: other.account, origin: 'user' })).toEqual([]);
  });

  test('changes the channel, the row, the statuses below it and the event log', async () => {
    const { campaign, group, ad } = await rows.tree('opt_05');
    await mirror();
    await sql`
      insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, biz, country, channel, spend, spend_usd, orders,
        revenue_usd, rev_d0, pulled_at)
      select id, d::date, ad_group_id, campaign_id, ad_account_id, 'dj', 'US', 'meta', 5000, 5000, 3, 4000, 2500, now()
      from ad, unnest(array['2026-11-19', '2026-11-20']) d where id = ${ad}`.execute(server().db);
    server().clock.forward({ hours: 3 });
    const { data } = await setStatus('campaign', [campaign], 'PAUSED', { reason: '止损' });
    expect(data).toMatchObject({ status: 'succeeded', ok: 1 });
    expect(await itemsOf(data.batch_id)).toMatchObject([
      { target_type: 'campaign', target_id: campaign, before: { status: 'ACTIVE' }, after: { status: 'PAUSED' }, reason: null },
    ]);
    expect(channel.updates).toEqual([{ level: 'campaign', id: await platformIdOf('campaign', campaign), patch: { status: 'PAUSED' } }]);
    const userId = await rows.userOf('opt_05');
    expect(await entity('campaign', campaign)).toMatchObject({
      status: 'PAUSED',
      effective_status: 'PAUSED',
      version: 2,
      closed_by: 'user',
      closed_at: server().clock.now(),
      rule_shield_until: new Date(server().clock.now().getTime() + 6 * 3_600_000),
      sync_state: 'synced',
    });
    expect([(await entity('ad_group', group)).effective_status, (await entity('ad', ad)).effective_status]).toEqual([
      'CAMPAIGN_PAUSED',
      'CAMPAIGN_PAUSED',
    ]);
    // The account counts its days in UTC, so the spend of yesterday is not part of the snapshot.
    expect(await eventsOf('campaign', campaign)).toEqual([
      {
        event: 'close',
        actor_type: 'user',
        actor_user_id: userId,
        owner_user_id: userId,
        batch_id: data.batch_id,
        before: { status: 'ACTIVE' },
        after: { status: 'PAUSED' },
        reason: '止损',
        snapshot: { spend_usd: 5_000, orders: 3, roi: 0.8, roi_d0: 0.5, hours_running: 3 },
      },
    ]);
    const log = await server()
      .db.selectFrom('op_log')
      .selectAll()
      .where('target_type', '=', 'campaign')
      .where('target_id', '=', campaign)
      .execute();
    expect(log).toMatchObject([{ action: '/ad-entities/batch_status', target_id: campaign, ok: true, after: { status: 'PAUSED' } }]);
  });

  test('skips closed objects and does not find invisible ones; neither reaches the channel', async () => {
    const own = await rows.tree('opt_05', { campaign: { status: 'PAUSED' } });
    const foreign = await rows.tree('opt_06');
    const nobodys = await rows.tree(null);
    await mirror();
    const { data } = await setStatus('campaign', [own.campaign, foreign.campaign, nobodys.campaign, 424_242], 'PAUSED');
    expect((await itemsOf(data.batch_id)).map(({ label, status, reason }) => [label, status, reason])).toEqual([
      [expect.stringContaining('系列'), 'skipped', 'NO_CHANGE'],
      [`#${foreign.campaign}`, 'failed', 'NOT_FOUND'],
      [`#${nobodys.campaign}`, 'failed', 'NOT_FOUND'],
      ['#424242', 'failed', 'NOT_FOUND'],
    ]);
    expect(channel.updates).toEqual([]);
    expect(await entity('campaign', foreign.campaign)).toMatchObject({ status: 'ACTIVE', version: 1 });
    // An administrator may; a leader of the wrong department may not.
    expect((await setStatus('campaign', [own.campaign, nobodys.campaign], 'ACTIVE', { by: 'admin' })).data.fail).toBe(0);
    expect((await setStatus('campaign', [nobodys.campaign], 'PAUSED', { by: 'lead_a' })).data.fail).toBe(1);
  });
});

describe('opening', () => {
  test('succeeds with a warning below a paused parent', async () => {
    const { ad } = await rows.tree('opt_05', { campaign: { status: 'PAUSED' }, ad: { status: 'PAUSED' } });
    await mirror();
    const { data } = await setStatus('ad', [ad], 'ACTIVE');
    expect(data).toMatchObject({ status: 'succeeded', ok: 1 });
    expect(await itemsOf(data.batch_id)).toMatchObject([
      { status: 'succeeded', code: null, reason: 'PARENT_PAUSED', text: 'The parent is off, so it will not deliver', retryable: false },
    ]);
    expect(await entity('ad', ad)).toMatchObject({ status: 'ACTIVE', effective_status: 'CAMPAIGN_PAUSED', closed_by: null });
  });

  test('is refused with the reason and its numbers, and changes nothing', async () => {
    const person = await rows.person('opt_05');
    const full = await rows.homepage(person, { ad_limit: 250, ads_active: 250 });
    const barred = await rows.homepage(person, { status: 'restricted' });
    const drama = await rows.drama({ status: 'off' });
    const past = new Date(server().clock.now().getTime() - 1);
    const paused = { status: 'PAUSED', effective_status: 'PAUSED' } as const;
    const blocked = await rows.account(await rows.person('opt_05'), { account_status: 2, disable_reason: 3 });
    const cases = [
      [
        await rows.tree('opt_05', { account: blocked, ad: paused }),
        'ACCOUNT_NOT_DELIVERABLE',
        'Account cannot deliver: Disabled Payment risk',
      ],
      [await rows.tree('opt_05', { group: { status: 'ARCHIVED' }, ad: paused }), 'PARENT_GONE', 'The parent was deleted or archived'],
      [
        await rows.tree('opt_05', { ad: { ...paused, review: 'rejected', review_feedback: JSON.stringify({ 'Adult content': 'no' }) } }),
        'AD_DISAPPROVED',
        'Ad rejected: Adult content',
      ],
      [
        await rows.tree('opt_05', { ad: { ...paused, homepage_id: barred } }),
        'HOMEPAGE_UNUSABLE',
        'Page unusable: The Page is restricted by the platform',
      ],
      [await rows.tree('opt_05', { ad: { ...paused, homepage_id: full } }), 'PAGE_AD_LIMIT', 'Page ad limit 250/250'],
      [await rows.tree('opt_05', { group: { end_at: past }, ad: paused }), 'SCHEDULE_ENDED', 'End time passed'],
      [
        await rows.tree('opt_05', { ad: { ...paused, drama_id: drama } }),
        'CONTENT_OFF',
        'The drama or product is offline or its copyright has expired',
      ],
      [await rows.tree('opt_05', { ad: { status: 'ARCHIVED' } }), 'STATE_ARCHIVED', 'Archived'],
      [await rows.tree('opt_05', { ad: { status: 'DELETED' } }), 'STATE_DELETED', 'Deleted'],
      [
        await rows.tree('opt_05', { ad: { ...paused, sync_state: 'missing' } }),
        'STATE_CHANGED',
        'This object does not exist on the platform',
      ],
    ] as const;
    await mirror();
    const { data } = await setStatus(
      'ad',
      cases.map(([{ ad }]) => ad),
      'ACTIVE',
    );
    expect(data).toMatchObject({ status: 'failed', fail: cases.length });
    expect((await itemsOf(data.batch_id)).map(({ code, reason, text }) => [code, reason, text])).toEqual(
      cases.map(([, reason, text]) => [422, reason, text]),
    );
    expect(channel.updates).toEqual([]);
    for (const [{ ad }] of cases) expect(await entity('ad', ad)).toMatchObject({ version: 1 });
  });

  test('of an ad with the last free place of a homepage leaves none for the next', async () => {
    const page = await rows.homepage(await rows.person('opt_05'), { ad_limit: 250, ads_active: 249 });
    const paused = { status: 'PAUSED', effective_status: 'PAUSED', homepage_id: page } as const;
    const { group, ad } = await rows.tree('opt_05', { ad: paused });
    const next = await rows.ad(group, paused);
    await mirror();
    expect((await setStatus('ad', [ad], 'ACTIVE')).data.ok).toBe(1);
    const { data } = await setStatus('ad', [next], 'ACTIVE');
    expect(await itemsOf(data.batch_id)).toMatchObject([{ reason: 'PAGE_AD_LIMIT', text: 'Page ad limit 250/250' }]);
  });
});

describe('archiving and deleting', () => {
  test('allows an archived object to be deleted, never opened or closed', async () => {
    const { campaign } = await rows.tree('opt_05', { campaign: { status: 'PAUSED' } });
    await mirror();
    const { data } = await server().as('opt_05', '/ad-entities/batch_archive', { level: 'campaign', ids: [campaign] });
    expect(data.ok).toBe(1);
    expect(await entity('campaign', campaign)).toMatchObject({ status: 'ARCHIVED', effective_status: 'ARCHIVED' });
    expect(await eventsOf('campaign', campaign)).toMatchObject([{ event: 'archive' }]);
    expect((await setStatus('campaign', [campaign], 'PAUSED')).data.fail).toBe(1);
    expect((await remove('campaign', [campaign])).data.ok).toBe(1);
  });

  test('includes everything below a campaign, with one event each', async () => {
    const { account, campaign, group, ad } = await rows.tree('opt_05', { campaign: { status: 'PAUSED' } });
    const other = await rows.tree('opt_05', { account });
    await mirror();
    const run_at = new Date(server().clock.now().getTime() + 3_600_000).toISOString();
    await server().as('opt_05', '/ad-entities/batch_schedule', { level: 'ad', ids: [ad], action: 'pause', run_at, repeat: 'none' });
    expect((await remove('campaign', [campaign])).data.ok).toBe(1);
    for (const [level, id] of [
      ['campaign', campaign],
      ['ad_group', group],
      ['ad', ad],
    ] as const) {
      expect(await entity(level, id)).toMatchObject({
        status: 'DELETED',
        effective_status: 'DELETED',
        deleted_at: server().clock.now(),
        version: 2,
      });
      expect(await eventsOf(level, id)).toMatchObject([{ event: 'remove', reason: '测完了', after: { status: 'DELETED' } }]);
    }
    expect(await entity('ad', other.ad)).toMatchObject({ status: 'ACTIVE' });
    expect(channel.updates).toHaveLength(1);
    expect(await server().db.selectFrom('schedule_task').select('status').where('entity_id', '=', ad).execute()).toEqual([
      { status: 'canceled' },
    ]);
  });

  test('deletes an open object only with force, and closes it first', async () => {
    const { campaign } = await rows.tree('opt_05');
    await mirror();
    const refused = await remove('campaign', [campaign]);
    expect(await itemsOf(refused.data.batch_id)).toMatchObject([{ reason: 'STATE_MUST_PAUSE', text: 'Turn it off first' }]);
    expect((await remove('campaign', [campaign], { force: true })).data.ok).toBe(1);
    expect((await eventsOf('campaign', campaign)).map(({ event }) => event)).toEqual(['close', 'remove']);
    expect(await entity('campaign', campaign)).toMatchObject({ status: 'DELETED', closed_by: 'user' });
  });

  test('happens only here when the channel no longer has the object', async () => {
    const { campaign, ad } = await rows.tree('opt_05', {
      campaign: { status: 'PAUSED', sync_state: 'missing' },
      ad: { status: 'PAUSED', sync_state: 'push_failed', platform_ad_id: null },
    });
    const archived = await server().as('opt_05', '/ad-entities/batch_archive', { level: 'campaign', ids: [campaign] });
    expect([archived.data.ok, (await remove('ad', [ad])).data.ok]).toEqual([1, 1]);
    expect(channel.updates).toEqual([]);
  });
});

test('a filter selects all matching objects if their number is still the one the user saw', async () => {
  const one = await rows.tree('opt_05', { campaign: { name: '放量 A' } });
  const two = await rows.tree('opt_05', { campaign: { name: '放量 B' } });
  await rows.tree('opt_05', { campaign: { name: '测剧' } });
  await rows.tree('opt_06', { campaign: { name: '放量 C' } });
  await mirror();
  const body = { level: 'campaign', filter: { keyword: '放量' }, to: 'PAUSED' } as const;
  expect((await server().as('opt_05', '/ad-entities/batch_status', { ...body, expected_total: 3 })).data).toMatchObject({
    reason: 'SELECTION_CHANGED',
    total: 2,
  });
  const { data } = await server().as('opt_05', '/ad-entities/batch_status', { ...body, expected_total: 2 });
  expect(data).toMatchObject({ total: 2, ok: 2 });
  expect((await itemsOf(data.batch_id)).map(({ target_id }) => target_id)).toEqual([one.campaign, two.campaign]);
});

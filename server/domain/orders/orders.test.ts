import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderEvent, VisitHour } from '#server/channel/site-feed.ts';
import { type LiveAds, type LiveCampaign, openLiveAds } from '#tests/support/live-ads.ts';
import { ingestPixelEvents, type NewPixelEvent } from './pixel-events.ts';
import { ingestOrders } from './place-orders.ts';
import { ingestVisits } from './visits.ts';

let live: LiveAds;
let campaign: LiveCampaign;
let adId = '';
beforeAll(async () => {
  live = await openLiveAds();
});
afterAll(() => live.close());
beforeEach(async () => {
  await live.reset();
  campaign = await live.launch({ ads: 1 });
  await live.run('rates.pull');
  const ad = await live.db
    .selectFrom('ad')
    .select('platform_ad_id')
    .where('id', '=', campaign.adIds[0] ?? 0)
    .executeTakeFirstOrThrow();
  adId = ad.platform_ad_id ?? '';
});

const NOW = new Date('2026-11-25T00:00:00Z');
const customer = {
  user_agent: 'Mozilla/5.0',
  ip: '203.0.113.7',
  fbc: null,
  fbp: 'fb.1.1700000000000.123456789',
  email_sha256: null,
  phone_sha256: null,
};
const order = (order_no: string, changes: Partial<OrderEvent> = {}): OrderEvent => ({
  cursor: order_no,
  order_no,
  external_no: null,
  site: 'play.galaxy-drama.test',
  url: null,
  user_key: 'u1',
  order_type: 'first',
  status: 'paid',
  amount: 1999,
  fee: 88,
  refund: 0,
  currency: 'USD',
  pay_channel: 'stripe',
  country: 'US',
  os: 'ios',
  ordered_at: new Date('2026-11-20T20:00:00Z'),
  paid_at: new Date('2026-11-20T20:01:00Z'),
  refunded_at: null,
  acquired_at: new Date('2026-11-20T19:00:00Z'),
  is_reacq: false,
  touch: { ad_id: adId, kind: 'click', at: new Date('2026-11-20T18:55:00Z') },
  event_id: `pu.${order_no}`,
  customer,
  ...changes,
});
const kept = (order_no: string) => live.db.selectFrom('biz_order').selectAll().where('order_no', '=', order_no).executeTakeFirst();
const day = async (stat_date: string) =>
  await live.db
    .selectFrom('insight_daily')
    .selectAll()
    .where('ad_id', '=', campaign.adIds[0] ?? 0)
    .where('stat_date', '=', stat_date as never)
    .executeTakeFirst();

/** Deletes a row and creates it again with the same address; returns the new id. */
async function enteredAgain(table: 'site' | 'landing_page', id: number): Promise<number> {
  await sql`update ${sql.table(table)} set deleted_at = ${NOW} where id = ${id}`.execute(live.db);
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} overriding system value
    select (jsonb_populate_record(t, jsonb_build_object('id', nextval(pg_get_serial_sequence(${table}, 'id')), 'deleted_at', null))).*
    from ${sql.table(table)} t where t.id = ${id} returning id`.execute(live.db);
  return rows[0]?.id ?? 0;
}

/** Reverts `enteredAgain`. */
async function restore(table: 'site' | 'landing_page', dead: number, living: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${living}`.execute(live.db);
  await sql`update ${sql.table(table)} set deleted_at = null where id = ${dead}`.execute(live.db);
}

describe('orders', () => {
  it('have the local dates of their account and the cohort of their acquisition day', async () => {
    await ingestOrders(live.db, [order('a')], NOW);
    await ingestOrders(live.db, [order('b', { order_type: 'repeat', paid_at: new Date('2026-11-22T08:30:00Z'), amount: 2999 })], NOW);
    expect(await kept('a')).toMatchObject({
      stat_date: '2026-11-20',
      stat_hour: 12,
      biz_date: '2026-11-21',
      cohort_date: '2026-11-20',
      day_n: 0,
      is_h24: true,
      is_first: true,
      attribution: 'click',
      amount_usd: 1999,
      campaign_id: campaign.id,
      ad_account_id: campaign.accountId,
    });
    expect(await kept('b')).toMatchObject({ stat_date: '2026-11-22', stat_hour: 0, day_n: 2, is_h24: false, is_first: false });
    expect(await day('2026-11-20')).toMatchObject({
      orders: 1,
      first_payers: 1,
      revenue_usd: 1999,
      payers_d0: 1,
      rev_h24: 1999,
      rev_d0: 1999,
      rev_d1: 1999,
      rev_d3: 4998,
      rev_d90: 4998,
      fee_usd: 88,
    });
    expect(await day('2026-11-22')).toMatchObject({ orders: 1, first_payers: 0, revenue_usd: 2999, payers_d0: 0, rev_d90: 0 });
    const { rows } = await sql`select orders, total_usd, cohort_date from payer where user_key = 'u1'`.execute(live.db);
    expect(rows).toEqual([{ orders: 2, total_usd: 4998, cohort_date: '2026-11-20' }]);
  });

  it('count only once they are paid', async () => {
    const unpaid = { paid_at: null, event_id: null };
    await ingestOrders(live.db, [order('a', { ...unpaid, status: 'created' }), order('b', { ...unpaid, status: 'failed' })], NOW);
    expect((await day('2026-11-20'))?.orders).toBe(0);
    await ingestOrders(live.db, [order('a', { paid_at: new Date('2026-11-21T20:00:00Z') })], NOW);
    expect(await kept('a')).toMatchObject({ status: 'paid', stat_date: '2026-11-21', is_first: true });
    expect((await day('2026-11-20'))?.orders).toBe(0);
    expect(await day('2026-11-21')).toMatchObject({ orders: 1, revenue_usd: 1999 });
    expect(await day('2026-11-20')).toMatchObject({ rev_d0: 0, rev_d1: 1999 });
  });

  it('that are refunded reduce the day of the refund, not the day of the purchase', async () => {
    await ingestOrders(live.db, [order('a')], NOW);
    const back = { status: 'partial_refunded' as const, refund: 1000, refunded_at: new Date('2026-11-23T09:00:00Z') };
    await ingestOrders(live.db, [order('a', back)], NOW);
    expect(await day('2026-11-20')).toMatchObject({ orders: 1, revenue_usd: 1999, refund_usd: 0 });
    expect(await day('2026-11-23')).toMatchObject({ orders: 0, refund_usd: 1000 });
    // A feed that is read again reports the payment first.
    await ingestOrders(live.db, [order('a')], NOW);
    expect(await kept('a')).toMatchObject({ status: 'partial_refunded', refund_usd: 1000 });
  });

  it('with a partial and later a full refund count the whole refund on the later day', async () => {
    const back = { status: 'partial_refunded' as const, refund: 1000, refunded_at: new Date('2026-11-22T20:00:00Z') };
    await ingestOrders(live.db, [order('a', back)], NOW);
    expect(await day('2026-11-22')).toMatchObject({ refund_usd: 1000 });
    await ingestOrders(live.db, [order('a', { status: 'refunded', refund: 1999, refunded_at: new Date('2026-11-24T20:00:00Z') })], NOW);
    expect(await day('2026-11-22')).toMatchObject({ refund_usd: 0 });
    expect(await day('2026-11-24')).toMatchObject({ refund_usd: 1999 });
  });

  it('lose their refund when it is refused', async () => {
    const asked = { status: 'refunding' as const, refund: 1999, refunded_at: new Date('2026-11-22T20:00:00Z') };
    await ingestOrders(live.db, [order('a', asked)], NOW);
    expect(await day('2026-11-22')).toMatchObject({ refund_usd: 1999 });
    await ingestOrders(live.db, [order('a')], NOW);
    expect(await kept('a')).toMatchObject({ refund_usd: 0 });
    expect(await day('2026-11-22')).toMatchObject({ refund_usd: 0 });
  });

  it('of a recreated site belong to the new site', async () => {
    const domain = 'watch.reelstory.test';
    const { id: dead } = await live.db.selectFrom('site').select('id').where('domain', '=', domain).executeTakeFirstOrThrow();
    const living = await enteredAgain('site', dead);
    await ingestOrders(live.db, [order('a', { touch: null, site: domain })], NOW);
    expect((await kept('a'))?.site_id).toBe(living);
    await live.reset();
    await restore('site', dead, living);
  });

  it('of an unknown ad have the time zone of the site and no owner', async () => {
    await ingestOrders(live.db, [order('a', { touch: null, site: 'watch.reelstory.test' })], NOW);
    expect(await kept('a')).toMatchObject({ ad_id: null, owner_user_id: null, attribution: 'none', stat_hour: 15 });
    await ingestOrders(live.db, [order('b', { touch: { ad_id: '404', kind: 'click', at: new Date('2026-11-20T18:00:00Z') } })], NOW);
    expect(await kept('b')).toMatchObject({ ad_id: null, attribution: 'none' });
    expect(await ingestOrders(live.db, [order('c', { touch: null, site: 'elsewhere.test' })], NOW)).toEqual({ written: 0, unplaced: 1 });
  });

  it('keep their owner when the campaign changes hands', async () => {
    await ingestOrders(live.db, [order('a')], NOW);
    const before = (await kept('a'))?.owner_user_id;
    await sql`update campaign set owner_user_id = (select id from sys_user where account = 'opt_02')`.execute(live.db);
    await ingestOrders(live.db, [order('a', { status: 'refunded', refund: 1999, refunded_at: new Date('2026-11-23T09:00:00Z') })], NOW);
    await ingestOrders(live.db, [order('b', { user_key: 'u2' })], NOW);
    expect((await kept('a'))?.owner_user_id).toBe(before);
    // The ad-day was written for the first owner, so its later orders belong to that owner too.
    expect((await kept('b'))?.owner_user_id).toBe(before);
    expect((await day('2026-11-23'))?.owner_user_id).not.toBe(before);
  });

  it('of a reacquired user begin a new cohort', async () => {
    await ingestOrders(live.db, [order('a')], NOW);
    const again = { acquired_at: new Date('2026-11-24T19:00:00Z'), paid_at: new Date('2026-11-24T19:30:00Z'), is_reacq: true };
    const touch = { ad_id: adId, kind: 'click' as const, at: new Date('2026-11-24T18:55:00Z') };
    await ingestOrders(live.db, [order('b', { ...again, touch })], NOW);
    expect(await kept('b')).toMatchObject({ cohort_date: '2026-11-24', day_n: 0, is_first: true });
    expect((await kept('a'))?.is_first).toBe(true);
    const { rows } = await sql`select orders, is_reacq, cohort_date from payer`.execute(live.db);
    expect(rows).toEqual([{ orders: 2, is_reacq: true, cohort_date: '2026-11-24' }]);
  });

  it('that arrive late change which order is the first, and the days follow', async () => {
    await ingestOrders(live.db, [order('b', { paid_at: new Date('2026-11-21T20:00:00Z') })], NOW);
    expect(await day('2026-11-21')).toMatchObject({ first_payers: 1 });
    await ingestOrders(live.db, [order('a')], NOW);
    expect(await day('2026-11-20')).toMatchObject({ first_payers: 1 });
    expect(await day('2026-11-21')).toMatchObject({ first_payers: 0, orders: 1 });
  });

  it('in another currency are converted to USD with the rate of their day', async () => {
    await sql`update exchange_rate set usd_per_unit = 1.25 where currency = 'GBP'`.execute(live.db);
    await ingestOrders(live.db, [order('a', { currency: 'GBP', amount: 1000, fee: 100 })], NOW);
    expect(await kept('a')).toMatchObject({ amount: 1000, amount_usd: 1250, fee_usd: 125 });
    expect(await ingestOrders(live.db, [order('b', { currency: 'XYZ' })], NOW)).toEqual({ written: 0, unplaced: 1 });
  });
});

describe('visits', () => {
  const hour = (changes: Partial<VisitHour> = {}): VisitHour => ({
    cursor: 'x',
    site: 'play.galaxy-drama.test',
    url: null,
    ad_id: adId,
    hour: new Date('2026-11-24T20:00:00Z'),
    pv: 10,
    uv: 8,
    bounces: 3,
    cta_clicks: 2,
    pay_page_views: 1,
    load_ms_sum: 9000,
    load_samples: 10,
    new_users: 5,
    reacq_users: 1,
    reg_users: 2,
    ...changes,
  });

  it('that grow are stored again and counted once', async () => {
    await ingestVisits(live.db, [hour()], NOW);
    await ingestVisits(live.db, [hour({ pv: 20, new_users: 9 }), hour({ hour: new Date('2026-11-24T21:00:00Z') })], NOW);
    expect(await day('2026-11-24')).toMatchObject({ new_users: 14, reacq_users: 2, reg_users: 4 });
    const { rows } = await sql`select pv, uv from landing_daily`.execute(live.db);
    expect(rows).toEqual([{ pv: 30, uv: 16 }]);
    const hours = await sql`select stat_hour, new_users from insight_hourly order by 1`.execute(live.db);
    expect(hours.rows).toEqual([
      { stat_hour: 12, new_users: 9 },
      { stat_hour: 13, new_users: 5 },
    ]);
  });

  it('without an ad have no owner', async () => {
    const page = await live.db
      .selectFrom('landing_page')
      .selectAll()
      .where('status', '=', 'online')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { domain } = await live.db.selectFrom('site').select('domain').where('id', '=', page.site_id).executeTakeFirstOrThrow();
    await ingestVisits(live.db, [hour({ ad_id: null, site: domain, url: `https://${domain}/${page.slug}?x=1` })], NOW);
    const { rows } = await sql`select landing_page_id, ad_id, owner_user_id, pv from landing_daily`.execute(live.db);
    expect(rows).toEqual([{ landing_page_id: page.id, ad_id: 0, owner_user_id: null, pv: 10 }]);
  });

  const pageOnline = async () => {
    const { rows } = await sql<{ id: number; site: string; url: string; slug: string }>`
      select l.id, s.domain as site, 'https://' || s.domain || '/' || l.slug as url, l.slug
      from landing_page l join site s on s.id = l.site_id where l.status = 'online' order by l.id limit 1`.execute(live.db);
    if (rows[0] === undefined) throw new Error('there is no page');
    return rows[0];
  };

  it('of a recreated page belong to the new page', async () => {
    const { id: dead, site, url } = await pageOnline();
    const living = await enteredAgain('landing_page', dead);
    await ingestVisits(live.db, [hour({ ad_id: null, site, url })], NOW);
    expect((await sql`select landing_page_id from landing_daily`.execute(live.db)).rows).toEqual([{ landing_page_id: living }]);
    await live.reset();
    await restore('landing_page', dead, living);
  });

  it('that arrive again after their page is known are counted once', async () => {
    const { id, site, url, slug } = await pageOnline();
    await live.db.updateTable('ad').set({ landing_page_id: null }).execute();
    const told = { site, url: url.replace(slug, 'soon') };
    await ingestVisits(live.db, [hour(told)], NOW);
    expect(await day('2026-11-24')).toMatchObject({ new_users: 5 });
    await live.db.updateTable('landing_page').set({ slug: 'soon' }).where('id', '=', id).execute();
    await ingestVisits(live.db, [hour({ ...told, pv: 12, new_users: 6 })], NOW);
    await live.db.updateTable('landing_page').set({ slug }).where('id', '=', id).execute();
    expect(await day('2026-11-24')).toMatchObject({ new_users: 6 });
    expect((await sql`select landing_page_id, pv from landing_daily`.execute(live.db)).rows).toEqual([{ landing_page_id: id, pv: 12 }]);
  });

  it('that arrive again after their address moved leave the first page', async () => {
    const { id, site, url, slug } = await pageOnline();
    await ingestVisits(live.db, [hour({ site, url })], NOW);
    await live.db.updateTable('landing_page').set({ slug: 'moved' }).where('id', '=', id).execute();
    const other = await enteredAgain('landing_page', id);
    await live.db.updateTable('landing_page').set({ slug }).where('id', '=', other).execute();
    await ingestVisits(live.db, [hour({ site, url, pv: 12 })], NOW);
    expect((await sql`select landing_page_id, pv from landing_daily order by 1`.execute(live.db)).rows).toEqual([
      { landing_page_id: id, pv: 0 },
      { landing_page_id: other, pv: 12 },
    ]);
    await live.reset();
    await restore('landing_page', id, other);
    await live.db.updateTable('landing_page').set({ slug }).where('id', '=', id).execute();
  });

  it('of two addresses of one page are added up', async () => {
    const { id, site, url } = await pageOnline();
    await ingestVisits(live.db, [hour({ site, url }), hour({ site, url: `${url}?from=mail`, pv: 7 })], NOW);
    await ingestVisits(live.db, [hour({ site, url: `${url}?from=mail`, pv: 8 })], NOW);
    expect((await sql`select landing_page_id, pv from landing_daily`.execute(live.db)).rows).toEqual([{ landing_page_id: id, pv: 18 }]);
  });

  it('corrected to zero leave no users in the hours', async () => {
    await ingestVisits(live.db, [hour()], NOW);
    await ingestVisits(live.db, [hour({ new_users: 0 })], NOW);
    expect(await day('2026-11-24')).toMatchObject({ new_users: 0 });
    const { rows } = await sql`select sum(new_users)::bigint as users from insight_hourly`.execute(live.db);
    expect(rows).toEqual([{ users: 0 }]);
  });

  it('stored before addresses were recorded are replaced', async () => {
    const { site, url } = await pageOnline();
    await ingestVisits(live.db, [hour({ site, url })], NOW);
    await sql`update visit_hour set address_key = 'page 0'`.execute(live.db);
    await ingestVisits(live.db, [hour({ site, url, pv: 12, new_users: 6 })], NOW);
    expect(await day('2026-11-24')).toMatchObject({ new_users: 6 });
    expect((await sql`select pv from landing_daily`.execute(live.db)).rows).toEqual([{ pv: 12 }]);
  });

  it('that are too old or of unknown places change nothing', async () => {
    const late = hour({ hour: new Date('2026-11-20T20:00:00Z') });
    expect(await ingestVisits(live.db, [late, hour({ ad_id: '404' }), hour({ ad_id: null })], NOW)).toEqual({ written: 0, late: 1 });
    expect(await live.db.selectFrom('visit_hour').select('ad_id').execute()).toEqual([]);
  });
});

describe('pixel events', () => {
  const event = (source: 'browser' | 'server', at: string, changes: Partial<NewPixelEvent> = {}): NewPixelEvent => ({
    pixel_id: 'none',
    event_name: 'Purchase',
    event_id: 'e1',
    source,
    event_time: new Date(at),
    received_at: new Date(at),
    count: 1,
    match_score: 6.4,
    ad_id: adId,
    order_no: null,
    value: 1999,
    currency: 'USD',
    url: null,
    status: 'ok',
    error: null,
    ...changes,
  });
  const pixel = () =>
    live.db.selectFrom('pixel').selectAll().where('owner_ad_account_id', '=', campaign.accountId).executeTakeFirstOrThrow();
  const dedupe = async () =>
    (
      await sql<{ source: string; dedupe: string }>`select source, dedupe from pixel_event order by received_at, id`.execute(live.db)
    ).rows.map((row) => `${row.source} ${row.dedupe}`);

  it.each([
    ['the first stays', ['browser 10:00:00', 'server 10:00:30'], ['browser kept', 'server duplicate']],
    [
      'that of a browser within five minutes stays in place of a server’s',
      ['server 10:00:00', 'browser 10:04:59'],
      ['server duplicate', 'browser kept'],
    ],
    ['one that comes later does not', ['server 10:00:00', 'browser 10:05:01'], ['server kept', 'browser duplicate']],
    ['two of a browser are one', ['browser 10:00:00', 'browser 10:00:01'], ['browser kept', 'browser duplicate']],
  ])('with the same id: %s, in any order of arrival', async (_name, heard, wanted) => {
    const { platform_pixel_id } = await pixel();
    const events = heard.map((each) => {
      const [source = '', time = ''] = each.split(' ');
      return event(source as 'browser', `2026-11-24T${time}Z`, { pixel_id: platform_pixel_id });
    });
    for (const one of events.toReversed()) await ingestPixelEvents(live.db, [one], NOW);
    expect(await dedupe()).toEqual(wanted);
    await ingestPixelEvents(live.db, events, NOW);
    expect(await dedupe()).toEqual(wanted);
    const { rows } = await sql<{ received: number; duplicates: number; value: number }>`
      select sum(received)::bigint as received, sum(duplicates)::bigint as duplicates, sum(value_usd)::bigint as value from pixel_event_daily`.execute(
      live.db,
    );
    expect(rows).toEqual([{ received: 2, duplicates: 1, value: 1999 }]);
  });

  it('with the same id count again after two days', async () => {
    const { platform_pixel_id: pixel_id } = await pixel();
    await ingestPixelEvents(
      live.db,
      [event('browser', '2026-11-21T10:00:00Z', { pixel_id }), event('browser', '2026-11-23T10:00:01Z', { pixel_id })],
      NOW,
    );
    expect(await dedupe()).toEqual(['browser kept', 'browser kept']);
  });

  it('are summed up by local day of the pixel’s account', async () => {
    const { platform_pixel_id: pixel_id, id } = await pixel();
    const at = '2026-11-24T04:00:00Z';
    await ingestPixelEvents(
      live.db,
      [event('browser', at, { pixel_id, event_name: 'PageView', count: 37, value: null, currency: null, ad_id: null })],
      NOW,
    );
    const { rows } = await sql`select pixel_id, stat_date, received, matched_sum, attributed from pixel_event_daily`.execute(live.db);
    expect(rows).toEqual([{ pixel_id: id, stat_date: '2026-11-23', received: 37, matched_sum: 2_368, attributed: 0 }]);
    expect((await pixel()).last_fired_at?.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-19T00:00:00Z'));
  });

  it('belong to the site in their address, else to that of the order, else to the only site of the pixel', async () => {
    const { platform_pixel_id: pixel_id, id } = await pixel();
    await ingestOrders(live.db, [order('a')], NOW);
    const { site_id } = (await kept('a')) ?? { site_id: 0 };
    const { domain } = await live.db.selectFrom('site').select('domain').where('id', '=', site_id).executeTakeFirstOrThrow();
    await live.db.deleteFrom('site_pixel').where('pixel_id', '=', id).execute();
    const bind = (site: number) => live.db.insertInto('site_pixel').values({ pixel_id: id, site_id: site }).execute();
    await bind(site_id);
    const events: Partial<NewPixelEvent>[] = [
      { event_id: 'address', url: `https://${domain.toUpperCase()}/x?ad_id=1` },
      { event_id: 'elsewhere', url: 'https://elsewhere.test/' },
      { event_id: 'order', order_no: 'a' },
      { event_id: 'alone' },
    ];
    const at = '2026-11-24T10:00:00Z';
    await ingestPixelEvents(
      live.db,
      events.map((more) => event('browser', at, { pixel_id, url: null, order_no: null, ...more })),
      NOW,
    );
    const { id: other } = await live.db.selectFrom('site').select('id').where('id', '<>', site_id).limit(1).executeTakeFirstOrThrow();
    await bind(other);
    await ingestPixelEvents(live.db, [event('browser', at, { pixel_id, url: null, order_no: null, event_id: 'several' })], NOW);
    const found = await live.db.selectFrom('pixel_event').select(['event_id', 'site_id']).orderBy('id').execute();
    expect(Object.fromEntries(found.map(({ event_id, site_id: of }) => [event_id, of]))).toEqual({
      address: site_id,
      elsewhere: 0,
      order: site_id,
      alone: site_id,
      several: 0,
    });
    const { rows } = await sql`select site_id, received from pixel_event_daily order by 1`.execute(live.db);
    expect(rows).toEqual([
      { site_id: 0, received: 2 },
      { site_id, received: 3 },
    ]);
    await live.db.deleteFrom('site_pixel').where('pixel_id', '=', id).where('site_id', '=', other).execute();
  });

  it('of unknown pixels or too long ago are skipped', async () => {
    const { platform_pixel_id: pixel_id } = await pixel();
    expect(
      await ingestPixelEvents(
        live.db,
        [event('browser', '2026-11-24T10:00:00Z'), event('browser', '2026-11-18T10:00:00Z', { pixel_id })],
        NOW,
      ),
    ).toEqual({
      written: 0,
      late: 1,
    });
  });
});

describe('purchases reported by the server', () => {
  // The tests share order numbers, and the rows of orders alone are removed between them.
  beforeEach(async () => void (await live.db.deleteFrom('order_customer').execute()));

  const statuses = async () =>
    (
      await sql<{ order_no: string; capi_status: string }>`select order_no, capi_status from biz_order order by order_no`.execute(live.db)
    ).rows.map((row) => `${row.order_no} ${row.capi_status}`);

  it('are sent once to pixels with server events, without users who refused tracking', async () => {
    live.clock.forward({ hours: 30 });
    await ingestOrders(live.db, [order('a'), order('b', { user_key: 'u2', event_id: null })], live.clock.now());
    expect(await live.run('capi.push')).toMatchObject({ rowsIn: 1, rowsOut: 1 });
    expect(await statuses()).toEqual(['a sent', 'b none']);
    expect(await live.run('capi.push')).toMatchObject({ rowsIn: 0, rowsOut: 0 });
    const { rows } = await sql`select event_id, source, dedupe from pixel_event`.execute(live.db);
    expect(rows).toEqual([{ event_id: 'pu.a', source: 'server', dedupe: 'kept' }]);
  });

  it('tell the channel who bought, of which nothing stays behind', async () => {
    live.clock.forward({ hours: 30 });
    const now = live.clock.now();
    await ingestOrders(live.db, [order('a'), order('b', { user_key: 'u2', event_id: null })], now);
    const kept = () => live.db.selectFrom('order_customer').select(['order_no', 'customer']).execute();
    expect(await kept()).toEqual([{ order_no: 'a', customer }]);
    await live.run('capi.push');
    expect([await kept(), await statuses()]).toEqual([[], ['a sent', 'b none']]);
  });

  it('are refused when their site does not know the customer, and nothing of a customer stays longer than a week', async () => {
    live.clock.forward({ hours: 30 });
    await ingestOrders(live.db, [order('a', { customer: null })], live.clock.now());
    await live.run('capi.push');
    expect(await statuses()).toEqual(['a failed']);
    const created_at = new Date(live.clock.now().getTime() - 8 * 86_400_000);
    await live.db
      .insertInto('order_customer')
      .values({ order_no: 'old', url: null, customer: JSON.stringify(customer), created_at })
      .execute();
    await live.run('capi.push');
    expect(await live.db.selectFrom('order_customer').select('order_no').execute()).toEqual([]);
  });

  it('are not sent when another server reported them or the pixel has no server events', async () => {
    live.clock.forward({ hours: 30 });
    const now = live.clock.now();
    await ingestOrders(live.db, [order('a')], now);
    const pixel = await live.db
      .selectFrom('pixel')
      .selectAll()
      .where('owner_ad_account_id', '=', campaign.accountId)
      .executeTakeFirstOrThrow();
    const known = { pixel_id: pixel.platform_pixel_id, event_name: 'Purchase', event_id: 'pu.a', source: 'server' as const };
    const at = { event_time: new Date('2026-11-20T20:01:00Z'), received_at: new Date('2026-11-20T20:01:00Z') };
    await ingestPixelEvents(
      live.db,
      [
        {
          ...known,
          ...at,
          count: 1,
          match_score: 7,
          ad_id: null,
          order_no: 'a',
          value: 1,
          currency: 'USD',
          url: null,
          status: 'ok',
          error: null,
        },
      ],
      now,
    );
    await live.run('capi.push');
    expect(await statuses()).toEqual(['a duplicate']);
    await live.db.updateTable('pixel').set({ capi_enabled: false }).where('id', '=', pixel.id).execute();
    await ingestOrders(live.db, [order('b', { user_key: 'u2' })], now);
    await live.run('capi.push');
    expect(await statuses()).toEqual(['a duplicate', 'b none']);
    await live.db.updateTable('pixel').set({ capi_enabled: true }).where('id', '=', pixel.id).execute();
  });

  it('fail one by one when the channel refuses them', async () => {
    live.clock.forward({ hours: 30 });
    const ahead = new Date(live.clock.now().getTime() + 5 * 60_000);
    await ingestOrders(live.db, [order('a'), order('b', { user_key: 'u2', paid_at: ahead })], live.clock.now());
    await live.run('capi.push');
    expect(await statuses()).toEqual(['a sent', 'b failed']);
  });
});

it('owners of spend with a silent pixel get one alert a day', async () => {
  live.clock.forward({ hours: 30 });
  await live.run('insights.hourly');
  await sql`update pixel set last_fired_at = ${new Date(live.clock.now().getTime() - 26 * 3_600_000)}`.execute(live.db);
  await live.run('pixel.health');
  await live.run('pixel.health');
  const { rows } = await sql<{
    account: string;
    data: unknown;
  }>`select u.account, a.data from alert a join sys_user u on u.id = a.user_id order by 1`.execute(live.db);
  expect(rows.map(({ account }) => account)).toEqual(['lead_a', 'opt_01']);
  expect(rows[0]?.data).toMatchObject({ hours: 26 });
  await sql`update pixel set last_fired_at = ${live.clock.now()}`.execute(live.db);
  await sql`truncate alert cascade`.execute(live.db);
  await live.run('pixel.health');
  expect(await live.db.selectFrom('alert').select('id').execute()).toEqual([]);
});

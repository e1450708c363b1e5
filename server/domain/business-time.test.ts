import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { orderEvent } from '#tests/support/order-events.ts';
import { loadBusinessTimezone } from './business-time.ts';
import { ingestOrders, ingestOrdersInTransaction } from './orders/place-orders.ts';
import { reconcileDays } from './reports/reconcile.query.ts';
import { getLastDueMonth, getSettlementTime } from './reports/settlement.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const site = 'day.galaxy-drama.test';
const at = (text: string) => new Date(`2026-11-${text}:00Z`);

const setTimezone = async (value: unknown) =>
  await sql`insert into setting (key, value) values ('BIZ_TZ', ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(server.db);
const dates = async () => {
  const { rows: found } = await sql<{ order_no: string; day: string; before: string | null }>`
    select order_no, biz_date::text as day, prev_biz_date::text as before from biz_order order by order_no`.execute(server.db);
  return Object.fromEntries(found.map(({ order_no, day, before }) => [order_no, [day, before]]));
};

const IN_SHANGHAI = { early: ['2026-11-17', null], late: ['2026-11-18', '2026-11-17'], refunded: ['2026-11-16', null] };
const IN_LOS_ANGELES = { early: ['2026-11-16', null], late: ['2026-11-17', '2026-11-16'], refunded: ['2026-11-15', null] };

beforeAll(async () => {
  server = await createTestApp();
  // 04:30 on the 21st in UTC is 12:30 on the 21st in Shanghai and 20:30 on the 20th in Los Angeles.
  server.clock.forward({ hours: 20, minutes: 30 });
  await rows.site({ domain: site, name: '日界站', timezone_name: 'UTC' });
  const ad = await rows.tree(await rows.account('opt_01'), 'opt_01');
  await rows.days([rows.dayOf(ad, '2026-11-21', { spend_usd: 900 }), rows.dayOf(ad, '2026-11-20', { spend_usd: 70 })]);
  await ingestOrders(
    server.db,
    [
      orderEvent('early', at('17T05:00'), { site, user_key: 'one', fee: 0, amount: 1_000 }),
      orderEvent('late', at('17T20:00'), { site, user_key: 'one', fee: 0, amount: 2_000 }),
      orderEvent('refunded', at('16T05:00'), { site, status: 'refunded', fee: 0, amount: 400, refund: 400, refunded_at: at('17T18:00') }),
    ],
    server.clock.now(),
  );
});
beforeEach(async () => {
  await setTimezone('Asia/Shanghai');
});
afterAll(() => server.close());

const reportDays = async (metric: MetricKey) => {
  const { data } = await server.as('super', '/admin-order-daily/query', {
    date_from: '2026-11-10',
    date_to: '2026-11-20',
    group_by: ['date'],
    metrics: [metric],
  });
  return Object.fromEntries(data.list.flatMap(({ dims, m }) => (m[metric] ? [[dims.date?.id, m[metric]]] : [])));
};

describe('the time zone of the company', () => {
  it('is that of Shanghai without a setting', async () => {
    await setTimezone('America/Los_Angeles');
    await server.db.deleteFrom('setting').where('key', '=', 'BIZ_TZ').execute();
    expect(await loadBusinessTimezone(server.db)).toBe('Asia/Shanghai');
    expect(await dates()).toEqual(IN_SHANGHAI);
  });

  it('dates stored orders anew when it changes, with the dates of earlier orders of their payers', async () => {
    expect(await dates()).toEqual(IN_SHANGHAI);
    await setTimezone('America/Los_Angeles');
    expect(await dates()).toEqual(IN_LOS_ANGELES);
  });

  it.each(['Mars/Base', 'CST', 'UTC+8', '+08:00', 'posix/Asia/Shanghai', '', 8, null, { zone: 'Asia/Tokyo' }])(
    'is refused when it is none, and nothing changes: %j',
    async (value) => {
      await setTimezone('America/Los_Angeles');
      await expect(setTimezone(value)).rejects.toThrow(/setting BIZ_TZ: .* is not the name of a time zone/);
      expect(await loadBusinessTimezone(server.db)).toBe('America/Los_Angeles');
      expect(await dates()).toEqual(IN_LOS_ANGELES);
    },
  );

  it('leaves other settings alone', async () => {
    await server.db.updateTable('setting').set({ value: '501' }).where('key', '=', 'BATCH_MAX').execute();
    expect(await dates()).toEqual(IN_SHANGHAI);
  });

  it('waits for orders that are being written, so that they get its dates too', async () => {
    let changing: Promise<unknown> = Promise.resolve();
    await server.db.transaction().execute(async (transaction) => {
      const event = orderEvent('meanwhile', at('19T05:00'), { site });
      await ingestOrdersInTransaction(transaction, [event], { now: server.clock.now() });
      changing = setTimezone('America/Los_Angeles');
      await expect
        .poll(async () => {
          const { rows: waiting } = await sql`
            select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
            where not l.granted and l.relation = 'biz_order'::regclass`.execute(server.db);
          return waiting.length;
        })
        .toBe(1);
    });
    await changing;
    expect(await dates()).toEqual({ ...IN_LOS_ANGELES, meanwhile: ['2026-11-18', null] });
    await server.db.deleteFrom('biz_order').where('order_no', '=', 'meanwhile').execute();
  });
});

describe('with the days of Los Angeles', () => {
  beforeEach(async () => {
    await setTimezone('America/Los_Angeles');
  });

  it('orders are dated so when they come', async () => {
    await ingestOrders(server.db, [orderEvent('new', at('19T06:00'), { site })], server.clock.now());
    expect((await dates())['new']).toEqual(['2026-11-18', null]);
    await server.db.deleteFrom('biz_order').where('order_no', '=', 'new').execute();
  });

  it('the report of orders counts payments and refunds on them', async () => {
    expect(await reportDays('revenue')).toEqual({ '2026-11-17': 2_000, '2026-11-16': 1_000, '2026-11-15': 400 });
    expect(await reportDays('net_revenue')).toMatchObject({ '2026-11-17': 1_600, '2026-11-16': 1_000, '2026-11-15': 400 });
    await setTimezone('Asia/Shanghai');
    expect(await reportDays('revenue')).toEqual({ '2026-11-18': 2_000, '2026-11-17': 1_000, '2026-11-16': 400 });
    expect(await reportDays('net_revenue')).toMatchObject({ '2026-11-18': 1_600, '2026-11-17': 1_000, '2026-11-16': 400 });
  });

  it('the home page shows their today', async () => {
    const mine = { biz: 'dj', scope: 'mine' } as const;
    const { data } = await server.as('opt_01', '/home-board/summary', mine);
    expect(data).toMatchObject({ biz_date: '2026-11-20', hour: 20, minute: 30, not_started_accounts: 0 });
    expect(data.cards['spend']?.today).toBe(70);
    const trend = await server.as('opt_01', '/home-board/trend', { ...mine, metrics: ['spend'], by: 'hour' });
    expect(trend.data.clock).toMatchObject({ date: '2026-11-20', timezone: 'America/Los_Angeles' });
    await setTimezone('Asia/Shanghai');
    const before = await server.as('opt_01', '/home-board/summary', mine);
    expect(before.data).toMatchObject({ biz_date: '2026-11-21', hour: 12, minute: 30 });
    expect(before.data.cards['spend']?.today).toBe(900);
  });

  it('the sites are asked for the same days, and agree', async () => {
    const asked: unknown[] = [];
    const orderDays = async (query: { timezone: string }) => {
      asked.push(query.timezone);
      return [
        { date: '2026-11-17', currency: 'USD', orders: 1, amount: 2_000, refunds: 1 },
        { date: '2026-11-16', currency: 'USD', orders: 1, amount: 1_000, refunds: 0 },
        { date: '2026-11-15', currency: 'USD', orders: 1, amount: 400, refunds: 0 },
      ];
    };
    const days = await reconcileDays(server.db, { orderDays }, { from: '2026-11-10', to: '2026-11-20', until: server.clock.now() });
    expect(asked).toEqual(['America/Los_Angeles']);
    expect(days.map(({ difference }) => difference)).toEqual(Array(3).fill({ orders: 0, amount: 0, refunds: 0 }));
  });

  it('a month is settled at their midnight', () => {
    expect(getSettlementTime('2026-10', 'America/Los_Angeles')).toEqual(new Date('2026-11-08T08:00:00Z'));
    expect(getSettlementTime('2026-10', 'Asia/Shanghai')).toEqual(new Date('2026-11-07T16:00:00Z'));
    expect(getLastDueMonth('2026-11-08')).toBe('2026-10');
  });

  it('the signed-in user is told the time zone', async () => {
    const { data } = await server.as('opt_01', '/sys-users/get_user_info', {});
    expect(data.business_timezone).toBe('America/Los_Angeles');
  });
});

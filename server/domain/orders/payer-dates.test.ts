import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { orderEvent } from '#tests/support/order-events.ts';
import { ingestOrders } from './place-orders.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const SITE = 'payers.galaxy-drama.test';
const FIRST_DAY = 10;
const PERIODS = [
  { date_from: '2026-11-10', date_to: '2026-11-16' },
  { date_from: '2026-11-12', date_to: '2026-11-14' },
  { date_from: '2026-11-13', date_to: '2026-11-13' },
];

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  await rows.site({ domain: SITE, name: '付费站', timezone_name: 'America/Los_Angeles' });
});
afterAll(() => server.close());

/** The orders of few payers on few days, in any order of arrival. */
const someOrders = fc.array(
  fc.record({
    payer: fc.integer({ min: 1, max: 3 }),
    hour: fc.integer({ min: 0, max: 7 * 24 - 1 }),
    status: fc.constantFrom('paid' as const, 'paid' as const, 'created' as const, 'failed' as const),
  }),
  { minLength: 1, maxLength: 14 },
);

const eventOf = ({ payer, hour, status }: { payer: number; hour: number; status: 'paid' | 'created' | 'failed' }, n: number) => {
  const moment = new Date(Date.UTC(2026, 10, FIRST_DAY, hour, n));
  return orderEvent(`order-${n}`, moment, { site: SITE, user_key: `payer-${payer}`, status, ...(status !== 'paid' && { paid_at: null }) });
};

/** The stored dates that differ from the dates of the last paid orders of the same payer. */
async function findWrongDates() {
  const { rows: found } = await sql`
    select * from (
      select order_no, prev_stat_date, lag(stat_date) over local as stat_1, prev2_stat_date, lag(stat_date, 2) over local as stat_2,
        prev_biz_date, lag(biz_date) over business as biz_1, prev2_biz_date, lag(biz_date, 2) over business as biz_2
      from biz_order where status in ('paid', 'refunding', 'partial_refunded', 'refunded')
      window local as (partition by user_key order by stat_date, id), business as (partition by user_key order by biz_date, id)) x
    where (prev_stat_date, prev2_stat_date, prev_biz_date, prev2_biz_date) is distinct from (stat_1, stat_2, biz_1, biz_2)`.execute(
    server.db,
  );
  return found;
}

/** Payers and payers who paid again, from the list of orders. */
async function listPayers(column: 'stat_date' | 'biz_date', from: string, to: string) {
  const { rows: found } = await sql<{ payers: number; again: number }>`
    select count(*) as payers, count(*) filter (where paid > 1) as again from (
      select user_key, count(*) as paid from biz_order
      where status = 'paid' and ${sql.ref(column)} between ${from}::date and ${to}::date group by 1) x`.execute(server.db);
  return found[0];
}

async function expectRightCounts(time_basis: 'payment' | 'business') {
  const column = time_basis === 'payment' ? 'stat_date' : 'biz_date';
  for (const days of PERIODS) {
    const { data } = await server.as('super', '/admin-order-daily/query', { ...days, group_by: ['date'], filters: { time_basis } });
    const whole = await listPayers(column, days.date_from, days.date_to);
    expect(data.totals.m['payers']).toBe(whole?.payers);
    expect(Number(data.totals.m['repeat_rate'] ?? 0)).toBeCloseTo((whole?.again ?? 0) / (whole?.payers || 1), 5);
    for (const row of data.list) {
      const day = String(row.dims['date']?.id);
      const listed = await listPayers(column, day, day);
      expect([day, row.m['payers']]).toEqual([day, listed?.payers]);
    }
  }
}

describe('the dates of earlier orders of a payer', () => {
  it('follow orders that arrive in any order, are paid later, or are removed, and count payers like a list of them', async () => {
    await fc.assert(
      fc.asyncProperty(someOrders, async (orders) => {
        await sql`delete from biz_order`.execute(server.db);
        const [early, late] = [orders.filter((_, n) => n % 2 === 0), orders.filter((_, n) => n % 2 === 1)];
        await ingestOrders(
          server.db,
          late.map((order, n) => eventOf(order, 100 + n)),
          server.clock.now(),
        );
        await ingestOrders(server.db, early.map(eventOf), server.clock.now());
        expect(await findWrongDates()).toEqual([]);
        await ingestOrders(
          server.db,
          early.map((order, n) => eventOf({ ...order, status: 'paid' }, n)),
          server.clock.now(),
        );
        expect(await findWrongDates()).toEqual([]);
        await expectRightCounts('payment');
        await expectRightCounts('business');
        await sql`delete from biz_order where id % 3 = 0`.execute(server.db);
        expect(await findWrongDates()).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});

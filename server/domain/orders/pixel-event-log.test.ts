import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { listPixelEvents, PixelEventRow } from '#contracts/endpoints/pixel-analysis.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const assets = connectionFixtures(() => server);
let pixel_id = 0;
let hidden = 0;
let own: LaunchedAd;
let foreign: LaunchedAd;
const ids = { view: 0, browser: 0, server: 0, unmatched: 0 };

beforeAll(async () => {
  server = await createTestApp();
  const person = await assets.person('opt_05');
  const account = await rows.account('opt_05');
  pixel_id = await assets.pixel(person, account, { name: '主像素' });
  hidden = await assets.pixel(person, account, { name: '别人的像素' });
  await assets.assign('pixel', pixel_id, { user: 'opt_01' });
  own = await rows.tree(await rows.account('opt_01'), 'opt_01');
  foreign = await rows.tree(account, 'opt_05');
  const site = await assets.site();
  const { rows: orders } = await sql<{ id: number }>`
    insert into biz_order (order_no, biz, site_id, user_key, pixel_id, order_type, amount, currency, amount_usd, pay_channel, status,
      ordered_at, paid_at, country, os, stat_date, stat_hour, biz_date, attribution, created_at, updated_at)
    values ('o1', 'dj', ${site}, 'user-1', ${pixel_id}, 'first', 1999, 'USD', 1999, 'stripe', 'paid', now(), now(), 'US', 'ios', '2026-11-20', 1,
      '2026-11-20', 'click', now(), now()) returning id`.execute(server.db);
  const order_id = orders[0]?.id ?? 0;
  const add = async (event: object, at: string, delay = 2) => {
    const event_time = new Date(at);
    const { id } = await server.db
      .insertInto('pixel_event')
      .values({
        pixel_id,
        event_name: 'Purchase',
        event_id: 'pu.1',
        source: 'browser',
        event_time,
        received_at: new Date(event_time.getTime() + delay * 1_000),
        dedupe: 'kept',
        match_score: 5.5,
        status: 'ok',
        ...event,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  ids.view = await add({ event_name: 'PageView', event_id: 'pv', count: 37, ad_id: foreign.ad }, '2026-11-18T10:00:00Z');
  ids.browser = await add({ order_id, ad_id: own.ad, value: 1999, currency: 'USD', url: 'https://drama.test/x' }, '2026-11-19T10:00:00Z');
  ids.server = await add({ order_id, source: 'server', dedupe: 'duplicate', match_score: 8.1 }, '2026-11-19T10:00:01Z', -400);
  ids.unmatched = await add({ event_id: 'pu.2', status: 'error', error: 'The event has no value.' }, '2026-11-20T01:00:00Z');
});
afterAll(() => server.close());

type Request = RequestOf<typeof listPixelEvents>;
const list = async (as: string, filter: Partial<Request> = {}) =>
  (await server.as(as, '/analyse-pixel/event_list', { pixel_id, ...filter })).data.list;
const idsOf = async (filter: Partial<Request>) => (await list('opt_01', filter)).map(({ id }: PixelEventRow) => id);

describe('single events of a pixel', () => {
  it('are listed newest first, with the same event from the other source and the ads in scope', async () => {
    const found = await list('opt_01');
    expect(found.map(({ id }: PixelEventRow) => id)).toEqual([ids.unmatched, ids.server, ids.browser, ids.view]);
    expect(found[2]).toMatchObject({ pair_id: ids.server, order_no: 'o1', ad: { id: own.ad }, value: 1999, delay_s: 2, match_score: 5.5 });
    expect(found[1]).toMatchObject({ pair_id: ids.browser, dedupe: 'duplicate', delay_s: -400 });
    expect(found[0]).toMatchObject({ pair_id: null, order_no: null, error: 'The event has no value.' });
    expect(found[3]).toMatchObject({ count: 37, ad: null });
  });

  it.each<[string, () => Partial<Request>, (keyof typeof ids)[]]>([
    ['event', () => ({ event_name: ['PageView'] }), ['view']],
    ['source', () => ({ source: 'server' }), ['server']],
    ['deduplication', () => ({ dedupe: 'duplicate' }), ['server']],
    ['status', () => ({ status: 'error' }), ['unmatched']],
    ['order', () => ({ order_no: 'o1', source: 'browser' }), ['browser']],
    ['event id', () => ({ event_id: 'pu.2' }), ['unmatched']],
    ['days of the reader', () => ({ date_from: '2026-11-18', date_to: '2026-11-18' }), ['view']],
  ])('are narrowed by %s', async (_, filter, wanted) => {
    expect(await idsOf(filter())).toEqual(wanted.map((name) => ids[name]));
  });

  it('are narrowed by an ad that the reader sees', async () => {
    const { name, platform_ad_id } = await server.db.selectFrom('ad').selectAll().where('id', '=', own.ad).executeTakeFirstOrThrow();
    expect(await idsOf({ ad: name })).toEqual([ids.browser]);
    expect(await idsOf({ ad: platform_ad_id ?? '' })).toEqual([ids.browser]);
    const other = await server.db.selectFrom('ad').selectAll().where('id', '=', foreign.ad).executeTakeFirstOrThrow();
    expect(await idsOf({ ad: other.platform_ad_id ?? '' })).toEqual([]);
  });

  it('are continued page by page', async () => {
    await server.db
      .insertInto('pixel_event')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          pixel_id: hidden,
          event_name: 'PageView',
          event_id: `e${n}`,
          source: 'browser' as const,
          event_time: new Date('2026-11-20T00:00:00Z'),
          received_at: new Date('2026-11-20T00:00:01Z'),
          dedupe: 'kept' as const,
          match_score: 5,
          status: 'ok' as const,
        })),
      )
      .execute();
    const first = (await server.as('opt_05', '/analyse-pixel/event_list', { pixel_id: hidden })).data;
    expect([first.list.length, first.total]).toEqual([50, 60]);
    const rest = (await server.as('opt_05', '/analyse-pixel/event_list', { pixel_id: hidden, cursor: first.next_cursor ?? '' })).data;
    expect([rest.list.length, rest.next_cursor]).toEqual([10, null]);
  });

  it('are answered with their parameters, personal ones hashed, beside the same event from the other source', async () => {
    const { data } = await server.as('opt_01', '/analyse-pixel/event_detail', { id: ids.browser });
    expect(data.pair?.event).toMatchObject({ id: ids.server, source: 'server' });
    const found = new Map(
      data.parameters.map(({ key, value, hashed }: { key: string; value: string; hashed: boolean }) => [key, [value, hashed]]),
    );
    expect(found.get('custom_data.order_id')).toEqual(['o1', false]);
    expect(found.get('custom_data.value')).toEqual(['19.99', false]);
    expect(found.get('user_data.external_id')).toEqual([createHash('sha256').update('user-1').digest('hex'), true]);
    expect(JSON.stringify(data)).not.toContain('user-1');
    expect((await server.as('opt_01', '/analyse-pixel/event_detail', { id: ids.unmatched })).data.pair).toBeNull();
  });

  it('are hidden together with their pixel', async () => {
    expect((await server.as('opt_01', '/analyse-pixel/event_list', { pixel_id: hidden })).reason).toBe('NOT_FOUND');
    const [event] = (await server.as('opt_05', '/analyse-pixel/event_list', { pixel_id: hidden })).data.list;
    expect((await server.as('opt_01', '/analyse-pixel/event_detail', { id: event?.id ?? 0 })).reason).toBe('NOT_FOUND');
  });

  it('are exported with the words of the log', async () => {
    const body = { pixel_id, columns: ['event_time', 'delay', 'order_no', 'value'], locale: 'en' as const, count_only: true as const };
    expect((await server.as('admin', '/analyse-pixel/event_export', body)).data).toMatchObject({ count: 4 });
  });
});

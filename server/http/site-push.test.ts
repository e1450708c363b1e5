import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SITE_PUSH_PATH } from '#contracts/endpoints/site-push.ts';
import { ordersPull } from '#server/domain/orders/orders.job.ts';
import { SIGNATURE_HEADER, signPush, TIME_HEADER } from '#server/domain/site-push/signature.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { pushedOrder, pushedVisits, signedHeaders } from '#tests/support/site-pushes.ts';

const [SECRET, NEXT_SECRET] = ['0123456789abcdef'.repeat(2), 'fedcba9876543210'.repeat(2)];

let server: TestApp;
const rows = connectionFixtures(() => server);
beforeEach(async () => {
  server = await createTestApp({ siteSecrets: [SECRET, NEXT_SECRET], config: { limits: { loginsPerAddressPerMinute: 3 } } });
  await rows.site({ domain: 'drama.test' });
});
afterEach(() => server.close());

async function post(body: unknown, more: { secret?: string; at?: Date; headers?: Record<string, string>; from?: string } = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await server.app.inject({
    method: 'POST',
    url: SITE_PUSH_PATH,
    headers: {
      ...signedHeaders(more.secret ?? SECRET, more.at ?? server.clock.now(), payload),
      'accept-language': 'en-US',
      ...more.headers,
    },
    payload,
    remoteAddress: more.from ?? '203.0.113.9',
  });
  return response.json<{ code: number; message: string; data: { reason?: string; errors?: { field: string; message: string }[] } }>();
}
const at = () => server.clock.now().toISOString();
const orders = (...events: object[]) => ({ kind: 'orders', events });
const pull = () =>
  ordersPull.run({ db: server.db, now: server.clock.now(), ...server.outside, signal: new AbortController().signal, log: () => undefined });
const stored = () => server.db.selectFrom('biz_order').select(['order_no', 'status', 'amount']).orderBy('order_no').execute();

it('an order that a site pushes is counted once the orders are pulled, however often it is pushed', async () => {
  const push = orders(pushedOrder('one', at()), pushedOrder('two', at(), { amount: 1_999 }));
  expect(await post(push)).toMatchObject({ code: 0, data: { received: 2, changed: 2 } });
  expect(await post(push)).toMatchObject({ code: 0, data: { received: 2, changed: 0 } });
  expect(await post({ kind: 'visits', events: [pushedVisits('2026-11-20T07:00:00.000Z')] })).toMatchObject({
    code: 0,
    data: { changed: 1 },
  });
  await pull();
  expect(await stored()).toEqual([
    { order_no: 'one', status: 'paid', amount: 999 },
    { order_no: 'two', status: 'paid', amount: 1_999 },
  ]);
  server.clock.forward({ hours: 1 });
  const refund = { changed_at: at(), status: 'refunded' as const, refund: 999, refunded_at: at() };
  await post(orders({ ...pushedOrder('one', '2026-11-20T08:00:00.000Z'), ...refund }));
  await pull();
  expect((await stored())[0]).toEqual({ order_no: 'one', status: 'refunded', amount: 999 });
});

it('either of two secrets signs a push, so that the sites can change it', async () => {
  expect(await post(orders(pushedOrder('one', at())), { secret: NEXT_SECRET })).toMatchObject({ code: 0 });
});

it.each<[string, Parameters<typeof post>[1], string]>([
  ['by another secret', { secret: 'x'.repeat(32) }, `${SIGNATURE_HEADER} does not fit the body and ${TIME_HEADER}`],
  [
    'six minutes ago',
    { at: new Date('2026-11-20T07:54:00Z') },
    `${TIME_HEADER} differs by more than 5 minutes from the clock of the server`,
  ],
  ['at a time that is none', { headers: { [TIME_HEADER]: 'now' } }, `${TIME_HEADER} must be the time in seconds since 1970`],
  ['not at all', { headers: { [SIGNATURE_HEADER]: '' } }, `${SIGNATURE_HEADER} must be sha256= and 64 hexadecimal digits`],
])('a push that was signed %s is refused, and nothing is kept', async (_, more, fault) => {
  const answer = await post(orders(pushedOrder('one', at())), more);
  expect(answer).toMatchObject({ code: 401, message: `The signature is not valid: ${fault}`, data: { reason: 'NO_TOKEN' } });
  expect(await server.db.selectFrom('site_push').selectAll().execute()).toEqual([]);
});

it('somebody who guesses secrets soon waits, and the sites do not', async () => {
  const guess = async () => (await post(orders(pushedOrder('one', at())), { secret: 'x'.repeat(32), from: '198.51.100.1' })).data.reason;
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual(['NO_TOKEN', 'NO_TOKEN', 'NO_TOKEN', 'TOO_MANY_REQUESTS']);
  for (let n = 0; n < 5; n += 1) expect(await post(orders(pushedOrder(`n${n}`, at())))).toMatchObject({ code: 0 });
});

it.each<[string, (order: ReturnType<typeof pushedOrder>) => unknown, [field: string, message: string]]>([
  ['no JSON', () => '{"kind"', ['body', 'The request is not valid JSON']],
  ['no kind', () => ({ events: [] }), ['kind', 'Enter kind']],
  ['an unknown kind', () => ({ kind: 'refunds', events: [] }), ['kind', 'kind']],
  ['no events', () => orders(), ['events', 'events']],
  ['a field that is missing', ({ amount: _, ...order }) => orders(order), ['events.0.amount', 'Enter']],
  ['a field that is unknown', (order) => orders({ ...order, colour: 'red' }), ['events.0.colour', 'colour']],
  ['an amount with decimals', (order) => orders(order, { ...order, amount: 9.99 }), ['events.1.amount', 'integer']],
  ['a site that is not registered', (order) => orders({ ...order, site: 'other.test' }), ['events.0.site', 'on no registered site']],
  ['an unknown currency', (order) => orders({ ...order, currency: 'XXX' }), ['events.0.currency', 'currency']],
  [
    'a rate of nothing',
    () => ({ kind: 'rates', events: [{ changed_at: at(), date: '2026-11-20', currency: 'EUR', usd_per_unit: 0 }] }),
    ['events.0.usd_per_unit', 'usd_per_unit'],
  ],
  ['a paid order without its time', (order) => orders({ ...order, paid_at: null }), ['events.0.paid_at', 'Enter']],
  ['a payment that failed with a time', (order) => orders({ ...order, status: 'failed' }), ['events.0.paid_at', 'cannot be given here']],
  ['a refund above the amount', (order) => orders({ ...order, refund: 1_000, refunded_at: order.paid_at }), ['events.0.refund', '999']],
  ['a refund without its time', (order) => orders({ ...order, refund: 9 }), ['events.0.refunded_at', 'Enter']],
  ['a date of no calendar', (order) => orders({ ...order, ordered_at: '2026-02-30T00:00:00Z' }), ['events.0.ordered_at', 'ordered_at']],
  [
    'a customer after their order',
    (order) => orders({ ...order, acquired_at: '2026-12-01T00:00:00Z' }),
    ['events.0.acquired_at', 'acquired_at'],
  ],
  [
    'visits of half an hour',
    () => ({ kind: 'visits', events: [pushedVisits('2026-11-20T07:30:00.000Z')] }),
    ['events.0.hour', 'not valid'],
  ],
  [
    'more visitors than visits',
    () => ({ kind: 'visits', events: [pushedVisits('2026-11-20T07:00:00.000Z', { uv: 41 })] }),
    ['events.0.uv', '40'],
  ],
])('a push with %s names the field, and nothing of it is kept', async (_, toBody, [field, text]) => {
  const answer = await post(toBody(pushedOrder('one', at())));
  expect(answer).toMatchObject({ code: 400, data: { reason: 'VALIDATION' } });
  const [error] = answer.data.errors ?? [];
  expect(error?.field).toBe(field);
  expect(error?.message).toContain(text);
  expect(await server.db.selectFrom('site_push').selectAll().execute()).toEqual([]);
});

it('a server whose sites are simulated has no such address', async () => {
  const other = await createTestApp();
  const response = await other.app.inject({ method: 'POST', url: SITE_PUSH_PATH, payload: {} });
  expect(response.statusCode).toBe(404);
  await other.close();
});

it('docs/sites.md shows a push that is signed as it says', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/sites.md'), 'utf8');
  const [, seconds = ''] = /X-Ads-Timestamp: (\d+)/.exec(text) ?? [];
  const [, signature] = /X-Ads-Signature: (sha256=[0-9a-f]{64})/.exec(text) ?? [];
  const [, secret = ''] = /SITES_SECRET=([^\s`]+)/.exec(text) ?? [];
  const [, body = ''] = /```json\n(\{.*\})\n```/.exec(text) ?? [];
  expect(JSON.parse(body)).toMatchObject({ kind: 'orders' });
  expect(signature).toBe(signPush(secret, Number(seconds), body));
});

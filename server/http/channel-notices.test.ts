import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StartedWithNotices, startWithNotices } from '#tests/support/authorised.ts';

let started: StartedWithNotices;
beforeEach(async () => {
  started = await startWithNotices();
});
afterEach(async () => await started.server.close());

const send = async (body: string) =>
  await started.server.app.inject({
    method: 'POST',
    url: '/api/open-meta/deauthorise',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  });
const statusOf = async (id: number) =>
  (await started.server.db.selectFrom('personal_account').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

it('a notice that a person removed the app has the authorisation checked at once', async () => {
  const { channel, authorise } = started;
  const person = channel.person('1000000000000001');
  const id = await authorise('lead_a', person);
  expect(await statusOf(id)).toBe('active');
  person.state = 'revoked';
  expect((await send('signed_request=forged')).statusCode).toBe(400);
  expect(await statusOf(id)).toBe('active');
  expect((await send('signed_request=1000000000000001')).statusCode).toBe(200);
  expect(await statusOf(id)).toBe('revoked');
});

it('a notice only makes the network be asked', async () => {
  const { channel, authorise } = started;
  const person = channel.person('1000000000000001');
  const id = await authorise('lead_a', person);
  await send('signed_request=1000000000000001');
  expect(await statusOf(id)).toBe('active');
});

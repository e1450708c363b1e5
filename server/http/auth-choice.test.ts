import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connector } from '#server/channel/ad-platform.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { FakeChannel } from '#tests/support/fake-channel.ts';

let server: TestApp;
let channel: FakeChannel;
let offered: Connector[] = [];

beforeEach(async () => {
  channel = new FakeChannel();
  offered = ['meta', 'sandbox'];
  server = await createTestApp({ channels: { of: channel.channels.of, connectorsFor: () => offered } });
});
afterEach(async () => await server.close());

async function begin(more: object = {}) {
  const { id } = await server.db.selectFrom('sys_user').select('id').where('account', '=', 'lead_a').executeTakeFirstOrThrow();
  return (await server.as('lead_a', '/auth-personages/auth_url', { channel: 'meta', owner_user_id: id, ...more })).data;
}

const visit = async (url: string) => {
  const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url });
  return { status: statusCode, location: headers['location'], body };
};
const chosen = async () =>
  (await server.db.selectFrom('auth_link').select('connector').orderBy('id', 'desc').executeTakeFirstOrThrow()).connector;

it('lets a person choose the network, and sends them there', async () => {
  const { url, state } = await begin();
  expect(url).toBe(`/api/auth-choice?state=${state}`);
  const page = await visit(url);
  expect(page.status).toBe(200);
  expect(page.body).toContain(`state=${state}&amp;connector=sandbox`);
  const there = await visit(`${url}&connector=sandbox`);
  expect(there).toMatchObject({ status: 303, location: `/api/sandbox-auth?state=${state}` });
  expect(await chosen()).toBe('sandbox');
  await visit(`${url}&connector=meta`);
  expect(await chosen()).toBe('meta');
});

it('asks nothing when there is one network', async () => {
  offered = ['meta'];
  expect((await begin()).url).toMatch(/^\/api\/sandbox-auth\?state=/);
  expect(await chosen()).toBe('meta');
});

it('keeps a person who authorises again with the same network', async () => {
  channel.person('1000000000000001');
  const first = await begin();
  await visit(`${first.url}&connector=sandbox`);
  await visit(`/api/auth-callback/meta?state=${first.state}&code=${channel.createCode('1000000000000001')}`);
  const { id } = await server.db.selectFrom('personal_account').select('id').executeTakeFirstOrThrow();
  expect((await begin({ id })).url).toMatch(/^\/api\/sandbox-auth\?state=/);
  expect(await chosen()).toBe('sandbox');
});

it('refuses a link that does not exist, is used or names another network', async () => {
  const { url, state } = await begin();
  expect((await visit(`/api/auth-choice?state=${'x'.repeat(43)}`)).status).toBe(400);
  expect((await visit('/api/auth-choice?state=short')).status).toBe(400);
  offered = ['meta'];
  expect((await visit(`${url}&connector=sandbox`)).status).toBe(400);
  await visit(`/api/auth-callback/meta?state=${state}&error=access_denied`);
  expect((await visit(url)).status).toBe(400);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdPlatform, AdPlatformError, type InspectedToken } from '#server/channel/ad-platform.ts';
import { createSandbox } from '#server/channel/sandbox/sandbox.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';

/** A channel that can hold its people up until they confirm their identity. */
let server: TestApp;
let assets: PublishAssets;
let isHeld = false;
const rows = publishingFixtures(() => server);

beforeAll(async () => {
  const holder: { platform?: AdPlatform } = {};
  const channels = {
    of: () => {
      if (holder.platform === undefined) throw new Error('the network is not connected yet');
      return holder.platform;
    },
    connectorsFor: () => ['sandbox'] as const,
  };
  server = await createTestApp({ channels });
  const { platform } = createSandbox({ db: server.db, clock: server.clock, ...quietSandbox });
  holder.platform = {
    ...platform,
    inspect: async (token): Promise<InspectedToken> => {
      const inspected = await platform.inspect(token);
      return isHeld ? { ...inspected, name: '', scopes: [], valid: false, state: 'held', error: 'Confirm your identity.' } : inspected;
    },
    validate: async (...asked) => {
      if (isHeld) throw new AdPlatformError('auth', { code: 190, subcode: 459, isHeld });
      await platform.validate(...asked);
    },
  };
  assets = await rows.prepareAssets();
});
afterAll(async () => await server.close());

const loadPerson = async (language = 'zh') => {
  const { data } = await server.as('admin', '/auth-personages/list', { page_size: 20 }, { language });
  return data.list.find(({ id }) => id === assets.person);
};
const check = async () => await server.as('admin', '/auth-personages/check', { ids: [assets.person] });

async function preview() {
  const { id } = await rows.scheme('opt_05', assets, {});
  return (await server.as('opt_05', '/ad-publish/preview', rows.request(assets, id))).data;
}

it('a held person stays authorised, reads what to do, and launches are refused with that sentence until the check passes', async () => {
  isHeld = true;
  await check();
  const held = await loadPerson();
  expect(held).toMatchObject({ status: 'active', held_since: server.clock.now().toISOString(), name: expect.stringMatching(/./) });
  expect(held?.last_error).toContain(`平台要求 ${held?.name} 本人登录平台网站完成身份验证`);
  expect((await loadPerson('en'))?.last_error).toContain('run the check on the page of personal accounts afterwards');
  expect((await preview()).errors.map(({ reason, text }) => [reason, text])).toEqual([['PLATFORM_AUTH', held?.last_error]]);

  const since = held?.held_since;
  server.clock.forward({ hours: 1 });
  await check();
  expect((await loadPerson())?.held_since).toBe(since);

  isHeld = false;
  await check();
  expect(await loadPerson()).toMatchObject({ status: 'active', held_since: null, last_error: null });
  expect((await preview()).errors).toEqual([]);
});

it('the check before a launch finds out that a person is held up, and remembers it', async () => {
  const { plan_id } = await preview();
  isHeld = true;
  const { data } = await server.as('opt_05', '/ad-publish/check', { plan_id });
  const held = await loadPerson();
  expect(held?.held_since).toBe(server.clock.now().toISOString());
  expect(data.problems.map(({ reason, severity, text }) => [reason, severity, text])).toEqual([
    ['PLATFORM_AUTH', 'error', held?.last_error],
  ]);
  isHeld = false;
  await check();
});

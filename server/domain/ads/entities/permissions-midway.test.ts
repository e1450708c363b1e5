import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { FakeEntities } from '#tests/support/fake-entities.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { testVault } from '#tests/support/outside.ts';
import { nothingOutside } from '../../outside.ts';

const ADS = deep(120, 500);
/** Ads that are closed before the interruption. */
const CLOSED_BEFORE = deep(40, 250);
/** A busy machine closes one ad in a second. */
const LONG = { timeout: deep(180_000, 900_000) };
/** Items that one server runs at the same time; these are under way during the interruption. */
const AT_ONCE = 8;

const channel = new FakeEntities();
let server: TestApp;
let ads: number[];
let campaign: number;
/** Runs once when so many are done, while the items under way wait for it. */
let happens: () => Promise<void>;
let happened: Promise<void> | undefined;
const rows = launchFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp({
    outside: { ...nothingOutside, vault: testVault, channels: channel.channels },
    batches: {
      faults: {
        beforeItem: async ({ type, seq }) => {
          if (type !== 'status' || seq < CLOSED_BEFORE) return;
          happened ??= happens();
          await happened;
        },
      },
    },
  });
  channel.now = () => server.clock.now();
  const account = await rows.account(await rows.person('opt_05'));
  campaign = await rows.campaign('opt_05', account);
  const group = await rows.group(campaign);
  ads = [];
  for (let n = 0; n < ADS; n += 1) ads.push(await rows.ad(group));
});
afterEach(async () => {
  await sql`update ad set status = 'ACTIVE', effective_status = 'ACTIVE'`.execute(server.db);
  channel.reset();
});
afterAll(async () => await server.close());

/** Closes all ads while something else happens, and returns the result of each. */
async function closeAll(meanwhile: () => Promise<void>) {
  await channel.mirror(server);
  [happens, happened] = [meanwhile, undefined];
  const { data } = await server.as('opt_05', '/ad-entities/batch_status', { level: 'ad', ids: ads, to: 'PAUSED' });
  const items = await server.db
    .selectFrom('batch_item')
    .select(['status', 'code', 'reason', 'target_id'])
    .where('batch_id', '=', data.batch_id)
    .orderBy('seq')
    .execute();
  return { data, items };
}

/** Only items that ran before the interruption, or were under way, reached the channel or a row. */
async function requireNothingElse(items: Awaited<ReturnType<typeof closeAll>>['items']): Promise<void> {
  const done = items.filter(({ status }) => status === 'succeeded').map(({ target_id }) => target_id ?? 0);
  expect(done.length).toBeGreaterThanOrEqual(CLOSED_BEFORE - AT_ONCE);
  expect(done.length).toBeLessThan(CLOSED_BEFORE + AT_ONCE);
  expect(channel.updates).toHaveLength(done.length);
  const closed = await server.db.selectFrom('ad').select('id').where('status', '=', 'PAUSED').orderBy('id').execute();
  expect(closed.map(({ id }) => id)).toEqual(done.toSorted((one, other) => one - other));
}

describe(`the remaining items of ${ADS} closes`, LONG, () => {
  test('are skipped after their user loses the action, and can be ordered again once it is returned', async () => {
    const { rows: roles } = await sql<{ id: number; version: number; actions: ['status'] }>`
      select r.id, r.version, r.actions from sys_role r join sys_user_role ur on ur.role_id = r.id
      join sys_user u on u.id = ur.user_id where u.account = 'opt_05'`.execute(server.db);
    const [role] = roles;
    if (role === undefined || roles.length > 1) throw new Error('one role is meant');
    const grant = async (actions: string[], version: number) => {
      const answer = await server.as('admin', '/sys-roles/edit', { id: role.id, version, actions } as never);
      expect(answer.code).toBe(0);
    };
    const { data, items } = await closeAll(() =>
      grant(
        role.actions.filter((action) => action !== 'status'),
        role.version,
      ),
    );
    await requireNothingElse(items);
    const left = items.filter(({ status }) => status !== 'succeeded');
    expect(new Set(left.map(({ status, code, reason }) => `${status} ${code} ${reason}`))).toEqual(new Set(['skipped 403 NO_ACTION']));
    expect(data).toMatchObject({ status: 'succeeded', total: ADS, done: ADS, ok: ADS - left.length, skip: left.length, fail: 0 });
    const ids = left.map(({ target_id }) => target_id ?? 0);
    const again = () => server.as('opt_05', '/ad-entities/batch_status', { level: 'ad', ids, to: 'PAUSED' });
    expect(await again()).toMatchObject({ code: 403, reason: 'NO_ACTION' });
    await grant(role.actions, role.version + 1);
    expect((await again()).data).toMatchObject({ status: 'succeeded', ok: ids.length });
  });

  test('are not found after the campaign was handed over', async () => {
    const { data, items } = await closeAll(async () => {
      const to = await rows.userOf('opt_01');
      const order = { level: 'campaign' as const, ids: [campaign], user_id: to, reason: '换人负责' };
      expect((await server.as('admin', '/ad-entities/batch_transfer', order)).data).toMatchObject({ ok: 1 });
    });
    await requireNothingElse(items);
    const left = items.filter(({ status }) => status !== 'succeeded');
    expect(new Set(left.map(({ status, code, reason }) => `${status} ${code} ${reason}`))).toEqual(new Set(['failed 404 NOT_FOUND']));
    expect(data).toMatchObject({ status: 'partial', done: ADS, fail: left.length });
  });
});

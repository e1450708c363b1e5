import { expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';

const { server, rows, entity, itemsOf, mirror } = createLaunchTestServer();

const ownerOf = async (campaign: number) => (await entity('campaign', campaign)).owner_user_id;
const statusOf = async (campaign: number) => (await entity('campaign', campaign)).status;
const switchOff = (by: string, body: object) => server().as(by, '/auth-accounts/set_enabled', { enabled: false, ...body } as never);

async function makePrimary(account: number, login: string): Promise<void> {
  await server()
    .db.insertInto('asset_assign')
    .values({
      asset_type: 'ad_account',
      asset_id: account,
      user_id: await rows.userOf(login),
      is_primary: true,
      from_at: server().clock.now(),
    })
    .execute();
}

test('switching an account off closes its running campaigns on request, each with a result', async () => {
  const { account, campaign } = await rows.tree('opt_05');
  const paused = await rows.tree('opt_05', { account, campaign: { status: 'PAUSED', effective_status: 'PAUSED' } });
  await mirror();
  const { data } = await switchOff('admin', { ids: [account], close_campaigns: true, reason: 'policy' });
  const [closing = 0] = data.siblings ?? [];
  expect(await itemsOf(closing)).toMatchObject([
    { target_type: 'campaign', target_id: campaign, status: 'succeeded', after: { status: 'PAUSED' } },
  ]);
  expect([await statusOf(campaign), await statusOf(paused.campaign)]).toEqual(['PAUSED', 'PAUSED']);
  expect((await itemsOf(data.batch_id)).map(({ target_id, status }) => [target_id, status])).toEqual([[account, 'succeeded']]);
});

test('switching an account off leaves its campaigns alone otherwise', async () => {
  const { account, campaign } = await rows.tree('opt_05');
  await mirror();
  const { data } = await switchOff('admin', { ids: [account] });
  expect(data.siblings).toBeUndefined();
  expect(await statusOf(campaign)).toBe('ACTIVE');
});

test('switching an account on closes nothing', async () => {
  const { account, campaign } = await rows.tree('opt_05');
  await mirror();
  await switchOff('admin', { ids: [account] });
  const { data } = await switchOff('admin', { ids: [account], enabled: true, close_campaigns: true });
  expect(data.siblings).toBeUndefined();
  expect(await statusOf(campaign)).toBe('ACTIVE');
});

test('a new primary user gets the running campaigns of the former one and those without an owner', async () => {
  const own = await rows.tree('opt_05');
  const { account } = own;
  const [other, unowned] = [await rows.tree('opt_06', { account }), await rows.tree(null, { account })];
  await makePrimary(account, 'opt_05');
  const [before, receiver] = [await ownerOf(other.campaign), await rows.userOf('opt_07')];
  const { data } = await server().as('admin', '/auth-assets/assign', {
    asset_type: 'ad_account',
    ids: [account],
    mode: 'add',
    user_ids: [],
    department_ids: [],
    primary_user_id: receiver,
    transfer_campaigns: true,
  });
  const moved = (await Promise.all((data.siblings ?? []).map((id) => itemsOf(id)))).flat().map(({ target_id }) => target_id);
  expect(moved).toEqual([own.campaign, unowned.campaign]);
  expect([await ownerOf(own.campaign), await ownerOf(unowned.campaign), await ownerOf(other.campaign)]).toEqual([
    receiver,
    receiver,
    before,
  ]);
});

test('only leaders and administrators transfer campaigns with an account', async () => {
  const { account } = await rows.tree('host_01');
  await makePrimary(account, 'host_01');
  const order = {
    asset_type: 'ad_account' as const,
    ids: [account],
    mode: 'add' as const,
    user_ids: [],
    department_ids: [],
    primary_user_id: await rows.userOf('host_01'),
  };
  expect((await server().as('host_01', '/auth-assets/assign', order)).code).toBe(0);
  expect((await server().as('host_01', '/auth-assets/assign', { ...order, transfer_campaigns: true })).reason).toBe('NO_ACTION');
});

test('a person whose authorisation is lost counts the campaigns that are on but blocked', async () => {
  const { account } = await rows.tree('opt_05');
  await rows.tree('opt_05', { account, campaign: { status: 'PAUSED' } });
  const { personal_account_id: person } = await server()
    .db.selectFrom('ad_account')
    .select('personal_account_id')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const blocked = async () => {
    const { data } = await server().as('admin', '/auth-personages/list', { page_size: 200 });
    return data.list.find(({ id }) => id === person)?.blocked;
  };
  expect(await blocked()).toBe(0);
  await server().db.updateTable('personal_account').set({ status: 'expired' }).where('id', '=', person).execute();
  expect(await blocked()).toBe(1);
});

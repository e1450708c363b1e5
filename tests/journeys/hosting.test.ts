import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { assetPagesOf } from '#tests/support/asset-page.ts';
import { connectedFixtures } from '#tests/support/connected.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ seed: 'people', covered: 'deep' });
const connected = connectedFixtures(stage);
const at = assetPagesOf(stage);

const PAGE = '/operation/account';

afterEach(connected.forget);

it('hosts an account until its holder takes the authorisation back, and alerts the operator', async () => {
  const person = await connected.connect('host_01', '刘志强', { accounts: ['刘志强 店铺'] });
  const { page, controls, cell, reload, faults } = await at('host_01', PAGE);
  await page.getByText('还没有托管账户').waitFor();
  await page.getByRole('button', { name: '新建托管', exact: true }).first().click();
  await controls.choose('广告账户', '刘志强 店铺');
  await controls.field('日上限').fill('200');
  await controls.layer.getByRole('switch', { name: '持有人已同意' }).click();
  await controls.press('新建托管');
  await controls.closed();
  await expect.poll(() => cell('刘志强 店铺', '状态')).toBe('待开始');
  await controls.act('开始', '刘志强 店铺');
  await controls.press('开始');
  await controls.closed();
  await expect.poll(() => cell('刘志强 店铺', '状态')).toBe('托管中');

  const { db, clock } = stage.server();
  await sql`update sbx_grant set revoked_at = ${clock.now()}`.execute(db);
  await stage.as('host_01', '/operation-auths/check', { ids: [person] });
  await reload();
  await expect.poll(() => cell('刘志强 店铺', '状态')).toContain('授权已失效');
  const { data } = await stage.as('host_01', '/home-alerts/list', {});
  expect(data.list).toContainEqual(expect.objectContaining({ kind: 'token_expired', title: '托管已暂停：刘志强 店铺' }));
  expect(faults).toEqual([]);
});

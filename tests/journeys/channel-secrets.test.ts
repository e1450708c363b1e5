import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { personToken, pixelToken } from '#server/channel/sandbox/world.ts';
import { assetPagesOf } from '#tests/support/asset-page.ts';
import { connectedFixtures, world } from '#tests/support/connected.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ seed: 'people', covered: 'deep' });
const connected = connectedFixtures(stage);
const at = assetPagesOf(stage);

beforeEach(connected.forget);

/** Records everything that a page and its server send each other, except for the request of the call that submits a secret. */
function observe(page: Page, call: string) {
  const heard: Promise<string>[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith(call)) heard.push(Promise.resolve(request.postData() ?? ''));
  });
  page.on('response', (response) => {
    if (response.url().includes('/api/')) heard.push(response.text().catch(() => ''));
  });
  return async () => {
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    return [...(await Promise.all(heard)), await page.content(), kept].join('\n');
  };
}

/** Everything the server wrote down, as its database keeps it. */
async function written(): Promise<string> {
  const { db } = stage.server();
  const tables = ['personal_account', 'pixel', 'op_log', 'idempotency', 'batch', 'batch_item', 'draft', 'workspace'];
  const rows = await Promise.all(tables.map((table) => sql`select t::text as row from ${sql.table(table)} t`.execute(db)));
  return JSON.stringify(rows.map((each) => each.rows));
}

it('takes a token once, and neither shows nor answers nor keeps it in the browser', async () => {
  const person = world.persons.find(({ name }) => name === 'Lucas Almeida');
  if (person === undefined) throw new Error('nobody is called so');
  await connected.authorise('lead_a', person.name);
  await connected.forget();
  const { rows } = await sql<{ number: number }>`select max(number) as number from sbx_grant where person_id = ${person.id}`.execute(
    stage.server().db,
  );
  const token = personToken(quietSandbox.seed, person.id, Number(rows[0]?.number));

  const { page, controls } = await at('lead_a', '/auth/personage');
  const everything = observe(page, '/auth-personages/token_add');
  await page.getByRole('button', { name: '授权', exact: true }).first().click();
  await controls.layer.getByRole('tab', { name: '令牌' }).click();
  await controls.field('访问令牌').fill('EAAB'.repeat(10));
  await controls.press('检测并保存');
  await expect.poll(controls.faults).toEqual(['平台不接受此令牌，请检查是否完整、是否已失效']);
  await controls.field('访问令牌').fill(token);
  await controls.press('检测并保存');
  await page.getByRole('dialog', { name: /授权/ }).getByRole('checkbox', { name: 'Almeida Filmes BR' }).waitFor();
  await controls.press('取消');
  await controls.closed();
  await controls.row('Lucas Almeida').waitFor();

  await page.getByRole('button', { name: '授权', exact: true }).first().click();
  await controls.layer.getByRole('tab', { name: '令牌' }).click();
  expect(await controls.field('访问令牌').inputValue()).toBe('');
  await page.reload();
  await controls.row('Lucas Almeida').waitFor();
  expect(await everything()).toContain('Lucas Almeida');
  expect(await everything()).not.toContain(token);
  expect(await written()).toContain('Lucas Almeida');
  expect(await written()).not.toContain(token);
});

it('takes the key of server events once, and neither shows nor answers nor keeps it in the browser', async () => {
  await connected.connect('lead_a', '许梦瑶', { accounts: ['浪潮-北美-01'], pixels: ['浪潮 H5'] });
  const pixel = world.pixels.find(({ name }) => name === '浪潮 H5');
  const key = pixelToken(quietSandbox.seed, pixel?.id ?? '');
  const { page, controls } = await at('lead_a', '/auth/pixel');
  const everything = observe(page, '/auth-pixels/edit');

  // Without a key there is nothing to switch on: it is asked for.
  await page.getByRole('switch', { name: '浪潮 H5 的服务端事件' }).click();
  await controls.press('保存');
  await expect.poll(controls.faults).not.toEqual([]);
  await controls.layer.getByLabel('CAPI 令牌').fill(key);
  await controls.field('测试事件代码').fill('TEST4711');
  await controls.press('保存');
  await controls.closed();
  await expect.poll(() => page.getByRole('switch', { name: '浪潮 H5 的服务端事件' }).getAttribute('aria-checked')).toBe('true');

  await controls.act('CAPI 设置', '浪潮 H5');
  const field = controls.layer.getByLabel('CAPI 令牌');
  expect(await field.inputValue()).toBe('');
  expect(await field.getAttribute('placeholder')).toBe('已设置');
  // Whatever else is saved, the key stays as it is.
  await controls.field('测试事件代码').fill('');
  await controls.press('保存');
  await controls.closed();

  await controls.act('测试事件', '浪潮 H5');
  await controls.field('页面地址').fill('https://wave.test/boss');
  await controls.press('发送');
  await controls.layer.getByText('平台收下 1 个事件').waitFor();
  await page.keyboard.press('Escape');
  await controls.closed();
  await controls.act('安装代码', '浪潮 H5');
  await controls.layer.getByText('已启用 · 已设置').waitFor();

  await page.reload();
  await controls.row('浪潮 H5').waitFor();
  expect(await everything()).toContain('浪潮 H5');
  expect(await everything()).not.toContain(key);
  expect(await written()).toContain('浪潮 H5');
  expect(await written()).not.toContain(key);
});

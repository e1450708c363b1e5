import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { visualiserDir } from '#tests/support/console-server.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import type { PageMessage } from '#visualiser/model/protocol.ts';
import type { Recording } from '#visualiser/model/recording.ts';

const stage = journeyStage({ visualiserDir });

const errorsPanel = async (page: Page) => {
  await page.locator('.ads-errors-button').click();
  return page.getByRole('dialog', { name: '最近错误' });
};
const LABEL = '记录页面运行过程';

/** Another tab of the same browser, which listens to what pages say to visualisers. */
async function listener(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(`${stage.server().url}/release.json`);
  await page.evaluate(() => {
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('xstate-visualiser');
    channel.onmessage = ({ data }) => void heard.push(data);
    Object.assign(window, { heard, channel });
  });
  const say = (message: unknown) => page.evaluate((one) => (Reflect.get(window, 'channel') as BroadcastChannel).postMessage(one), message);
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard') as PageMessage[]);
  const here = async () => {
    await say({ kind: 'looking' });
    return (await heard()).findLast((message) => message.kind === 'here');
  };
  return { say, heard, here };
}

it('records what the page does for a reader who wants it, over a reload, and gives it away by their hand alone', async () => {
  const { page, context, faults } = await stage.visitorAs('opt_04', '/index');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.ads-nav').waitFor();
  let panel = await errorsPanel(page);
  const choice = panel.getByRole('switch', { name: LABEL });
  expect(await choice.getAttribute('aria-checked')).toBe('false');
  await choice.click();
  await panel.getByRole('button', { name: '复制记录' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await page.locator('.ads-nav').waitFor();
  panel = await errorsPanel(page);
  await panel.getByRole('button', { name: '复制记录' }).click();
  await panel.getByText('已复制').first().waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const recording: Recording = JSON.parse(text);
  expect([recording.format, recording.version]).toEqual(['xstate-recording', 1]);
  expect(recording.entries.flatMap((entry) => (entry.kind === 'born' ? [entry.actor.id] : []))).toEqual(
    expect.arrayContaining(['session', 'guard', 'workspace']),
  );
  expect(recording.entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.type] : []))).toContain('errors.opened');
  expect(text).toContain('opt_04');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(token.length).toBeGreaterThan(10);
  expect(text).not.toContain(token);
  const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: '保存为文件' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^recording-[\d-]+\.json$/);
  const saved: Recording = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(saved.entries.length).toBeGreaterThanOrEqual(recording.entries.length);
  await panel.getByRole('switch', { name: LABEL }).click();
  await panel.getByRole('button', { name: '复制记录' }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('is told to a visualiser in another tab as long as an administrator is signed in, and never their token', async () => {
  const { page, context, faults } = await stage.visitorAs('admin', '/sys/role');
  await page.locator('tr[data-row-id]:visible').first().waitFor();
  const { say, heard, here } = await listener(context);
  const isShown = async () => ((await here()) ?? { refused: 'not heard of yet' }).refused === undefined;
  await expect.poll(isShown).toBe(true);
  const shown = await here();
  expect(shown).toMatchObject({ path: '/sys/role', takesEvents: false });
  await say({ kind: 'watch', session: shown?.session, begin: true });
  await expect.poll(async () => (await heard()).some((message) => message.kind === 'entries' && message.isWhole)).toBe(true);
  await page.locator('main').getByRole('button', { name: '刷新', exact: true }).click();
  await expect
    .poll(async () => JSON.stringify((await heard()).filter((message) => message.kind === 'entries' && !message.isWhole)))
    .toContain('"kind":"step"');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(JSON.stringify(await heard())).not.toContain(token);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect.poll(async () => (await heard()).some((message) => message.kind === 'here' && message.refused === 'signedOut')).toBe(true);
  await page.waitForURL('**/login');
  await expect.poll(async () => (await here())?.refused).toBe('signedOut');
  const all = await heard();
  const ended = all.findIndex((message) => message.kind === 'here' && message.refused === 'signedOut');
  expect(all.slice(ended).filter(({ kind }) => kind === 'entries')).toEqual([]);
  expect(faults).toEqual([]);
});

it('is told to nobody where the reader is no administrator', async () => {
  const { page, context } = await stage.visitorAs('opt_04', '/index');
  await page.locator('.ads-nav').waitFor();
  const { say, heard, here } = await listener(context);
  await expect.poll(async () => (await here())?.refused).toBe('permission');
  await say({ kind: 'watch', session: (await here())?.session, begin: true });
  await page.locator('.ads-errors-button').click();
  await here();
  expect((await heard()).filter(({ kind }) => kind === 'entries')).toEqual([]);
});

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import { violations } from '#tests/support/axe-violations.ts';
import { consoleDir, contractsDataFile, contractsDir } from '#tests/support/console-server.ts';
import { deep, sampled } from '#tests/support/depth.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { withCatalogueScript } from '#tools/contracts/docs.ts';

const text = readFileSync(contractsDataFile, 'utf8');
const whole: ContractCatalogue = JSON.parse(text);
const RESOURCES = ['session', 'users', 'departments', 'roles'];
/** Every kind of line there is, of few resources: what looks at each element takes seconds for a page of the whole. */
function shortened(catalogue: ContractCatalogue): ContractCatalogue {
  const calls = catalogue.calls.filter(({ resource }) => RESOURCES.includes(resource));
  const needed = new Set(calls.flatMap(({ examples }) => examples.flatMap(({ states }) => states.map(({ name }) => name))));
  return {
    ...catalogue,
    calls,
    states: catalogue.states.filter(({ name }) => needed.has(name)),
    releases: catalogue.releases.map((release) => ({ ...release, changes: release.changes.slice(0, 40) })),
  };
}

const short = deep(shortened(whole), whole);
/** Null stands for a product whose catalogue was not built. */
let served: ContractCatalogue | null = short;

const stage = journeyStage({ catalogue: async () => served });
afterEach(() => {
  served = short;
});

const heading = (page: Page) => page.locator('.ads-cat-page h1');
const searchField = (page: Page) => page.getByRole('searchbox');
const ready = (page: Page) => page.locator('.ads-cat-page').waitFor();

/** Somebody who is signed in, at a place of the catalogue. Without a choice of their own, texts are in the browser's English. */
async function reader(account: string, hash = '', options: Parameters<typeof stage.visitorAs>[2] = {}): Promise<Visitor> {
  const visitor = await stage.signedIn(account, options);
  await visitor.page.goto(`/contracts/${hash}`);
  return visitor;
}

const places = [
  '#/',
  '#/calls/roles.edit',
  '#/calls/departments.tree',
  '#/calls/users.export',
  '#/reasons/NOT_FOUND',
  '#/states/a-role-exists',
  '#/changes',
  '#/verify',
  '#/search?q=role_ids',
  '#/calls/no.such.call',
];

describe('the catalogue on the server of the console', () => {
  it('tells who is not signed in what to do, asks for nothing, and goes on by itself once they are', async () => {
    const { page, context, calls, faults } = await stage.visitor();
    await page.goto('/contracts/#/calls/roles.list');
    await page.getByRole('heading', { name: 'Please log in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(calls).toEqual([]);
    const other = await context.newPage();
    await other.goto('/login');
    await other.locator('input[autocomplete="username"]').fill('admin');
    await other.locator('input[autocomplete="current-password"]').fill('Demo@2026');
    await other.locator('button[type="submit"]').click();
    await ready(page);
    expect(await heading(page).textContent()).toContain('roles.list');
    expect(faults).toEqual([]);
  });

  it('is not shown to staff, and says who may see it', async () => {
    const { page, calls, faults } = await reader('opt_01');
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await page.locator('.ads-cat-nav').count()).toBe(0);
    expect(calls).toEqual(['/sys-contracts/catalogue']);
    expect(faults).toEqual([]);
  });

  it('says when there is none, and asks again on request', async () => {
    served = null;
    const { page } = await reader('admin');
    await page.getByRole('alert').getByText('The catalogue could not be loaded').waitFor();
    served = short;
    await page.getByRole('button', { name: 'Retry' }).click();
    await ready(page);
  });

  it('is shown to administrators by one call, and nothing else is asked of anybody', async () => {
    const elsewhere: string[] = [];
    const visitor = await stage.visitorAs('admin', '/sys/department');
    const { page, calls, faults } = visitor;
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin !== stage.server().url || !/^\/(?:contracts|api)\//.test(pathname)) elsewhere.push(request.url());
    });
    // What the console still asks, and keeps when it is left, is none of the catalogue's doing.
    await page.goto('about:blank');
    await stage.server().quiet();
    calls.length = 0;
    elsewhere.length = 0;
    await page.goto('/contracts/');
    await ready(page);
    for (const place of places) {
      await page.goto(`/contracts/${place}`);
      await heading(page).waitFor();
    }
    expect(new Set(calls)).toEqual(new Set(['/sys-contracts/catalogue']));
    expect(calls.length).toBe(1);
    expect(elsewhere.filter((url) => !url.startsWith(`${stage.server().url}/api/`))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('is found by typing: slash, a word, Enter; Escape goes back, and so does the browser', async () => {
    const { page } = await reader('admin', '#/verify');
    await ready(page);
    await page.keyboard.press('/');
    await page.keyboard.type('handover_required');
    await expect.poll(() => page.locator('.ads-cat-found a').count()).toBeGreaterThan(1);
    expect(await page.locator('.ads-cat-found a').first().textContent()).toContain('HANDOVER_REQUIRED');
    expect(await page.locator('.ads-cat-found mark').first().textContent()).toBe('HANDOVER_REQUIRED');
    expect(page.url()).toMatch(/#\/search\?q=handover_required$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toContain('users.delete');
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('ads-cat-main');
    await page.goBack();
    await expect.poll(() => searchField(page).inputValue()).toBe('handover_required');
    await page.goBack();
    await expect.poll(() => heading(page).textContent()).toBe('How to verify');
    expect(await searchField(page).inputValue()).toBe('');
    await page.keyboard.press('/');
    await page.keyboard.type('roles.list');
    await page.keyboard.press('Escape');
    await expect.poll(() => heading(page).textContent()).toBe('How to verify');
    await page.keyboard.press('/');
    await page.keyboard.type('roles.list');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toContain('roles.list');
  });

  it('shows of a call who may make it, what goes in and out, what the console reads, and how it looked', async () => {
    const { page } = await reader('admin', '#/calls/roles.list');
    await ready(page);
    expect(await page.title()).toContain('roles.list');
    await page.getByText('/api/sys-roles/list', { exact: true }).waitFor();
    const facts = page.locator('.ads-cat-facts');
    expect(await facts.textContent()).toContain('/sys/role');
    expect(await facts.textContent()).toContain('listRoles');
    expect(await facts.textContent()).toContain('sys-role');
    const reply = page.getByRole('table', { name: 'Reply' });
    const row = (name: string) => reply.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    expect(await row('remark').textContent()).toContain('string | null');
    expect(await row('remark').textContent()).toContain('reads');
    expect(await row('created_at').textContent()).not.toContain('reads');
    const all = await reply.getByRole('row').count();
    await page.getByRole('checkbox', { name: 'Only what the console reads' }).check();
    expect(await reply.getByRole('row').count()).toBeLessThan(all);
    expect(await row('created_at').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Only what the console reads' }).uncheck();
    await reply.getByRole('button', { name: 'Fold list' }).click();
    expect(await row('remark').count()).toBe(0);
    const example = page.getByRole('button', { name: 'lists one page of the roles, filtered and sorted' });
    expect(await example.getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('group', { name: 'Answer' }).first().textContent()).toContain('"total"');
    expect(await page.getByRole('link', { name: 'VALIDATION' }).getAttribute('href')).toBe('#/reasons/VALIDATION');
  });

  it('copies the path of a call, and a request for the command line', async () => {
    const { page, context } = await reader('admin', '#/calls/roles.list');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ready(page);
    await page.getByRole('button', { name: 'Copy Path' }).click();
    await page.getByRole('status').getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/api/sys-roles/list');
    await page.getByRole('button', { name: 'Copy as curl' }).first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('curl -sS -X POST "$BASE/api/sys-roles/list"');
  });

  it('opens at an example, a reason or a state that a link names', async () => {
    const { page } = await reader('admin', '#/calls/roles.copy/refuses-to-copy-a-role-that-is-gone');
    await ready(page);
    await page.locator('.ads-cat-chosen').getByRole('group', { name: 'Answer' }).getByText('"NOT_FOUND"').waitFor();
    for (const hash of ['#/reasons/VERSION_CONFLICT', '#/states/an-account-exists']) {
      await page.goto(`/contracts/${hash}`);
      const chosen = page.locator('.ads-cat-chosen');
      await chosen.waitFor();
      await expect.poll(async () => (await chosen.boundingBox())?.y ?? 9999).toBeLessThan(500);
    }
    expect(await page.locator('.ads-cat-chosen pre').first().textContent()).toContain('"action": "setup"');
  });

  it('is walked through by arrows, with one stop for the tab key', async () => {
    const { page } = await reader('admin');
    await ready(page);
    expect(await page.locator('.ads-cat-tree [tabindex="0"]').count()).toBe(1);
    await page.locator('.ads-cat-tree [tabindex="0"]').focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^session/);
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('treeitem', { name: /^session/ }).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^users/);
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toMatch(/^list/);
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toContain('users.list');
    // Whoever walks through the tree stays in it.
    expect(await focused()).toMatch(/^list/);
    expect(await page.locator('.ads-cat-tree [aria-current]').count()).toBe(1);
  });

  it('speaks and looks as the console was told, and tells the console in turn', async () => {
    const { page, open } = await reader('admin', '#/calls/roles.list', { dark: true, english: true });
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.className)).toContain('dark');
    await page.getByRole('button', { name: 'Switch language' }).click();
    await expect.poll(() => heading(page).textContent()).toContain('角色列表');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    await page.getByRole('button', { name: '切换到浅色' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).not.toContain('dark');
    await open('/sys/department');
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.className])).toEqual(['zh-CN', '']);
  });

  it('speaks and looks as the browser does where nobody chose', async () => {
    for (const [locale, colorScheme, lang, isDark] of [
      ['zh-CN', 'dark', 'zh-CN', true],
      ['de-DE', 'light', 'zh-CN', false],
      ['en-GB', 'light', 'en-US', false],
    ] as const) {
      const context = await stage.browser().newContext({ baseURL: stage.server().url, locale, colorScheme });
      const page = await context.newPage();
      await page.goto('/contracts/');
      await page.locator('.ads-cat-refused').waitFor();
      const found = await page.evaluate(() => [document.documentElement.lang, document.documentElement.classList.contains('dark')]);
      expect(found).toEqual([lang, isDark]);
      await context.close();
    }
  });

  it.each([
    ['light and Chinese', { dark: false, locale: 'zh-cn', turn: 0 }],
    ['dark and English', { dark: true, locale: 'en', turn: 1 }],
  ])('is without a fault that axe finds, %s', async (_, { dark, locale, turn }) => {
    const { page, faults } = await stage.visitorAs('admin', '/sys/department');
    await page.evaluate((settings) => localStorage.setItem('setting-storage', settings), JSON.stringify({ isDark: dark, locale }));
    for (const place of sampled(places, 4, turn)) {
      await page.goto(`/contracts/${place}`);
      await heading(page).waitFor();
      expect(await violations(page), place).toEqual([]);
    }
    await page.evaluate(() => ['token', 'user-store'].forEach((key) => localStorage.removeItem(key)));
    await page.goto('/contracts/');
    await page.reload();
    await page.locator('.ads-cat-refused').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each([800, 400])('fits into a window of %d pixels', async (width) => {
    const { page } = await reader('admin', '', { width });
    await ready(page);
    for (const place of places) {
      await page.goto(`/contracts/${place}`);
      await heading(page).waitFor();
      const { page: wide, main } = await page.evaluate(() => {
        const over = (element: Element | null) => (element ? element.scrollWidth - element.clientWidth : 0);
        return { page: over(document.documentElement), main: over(document.querySelector('.ads-cat-main')) };
      });
      expect([place, wide, main]).toEqual([place, 0, 0]);
    }
    if (width > 700) return;
    expect(await page.locator('.ads-cat-nav').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('treeitem', { name: 'Provider states' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Provider states');
    expect(await page.locator('.ads-cat-nav').isVisible()).toBe(false);
  });

  it('is whole on paper', async () => {
    const { page } = await reader('admin', '#/calls/roles.list');
    await ready(page);
    await page.getByRole('table', { name: 'Reply' }).getByRole('button', { name: 'Fold list' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.ads-cat-nav').isVisible()).toBe(false);
    expect(await page.locator('.ads-cat-example-body:visible').count()).toBe(await page.locator('.ads-cat-example').count());
    expect(await page.getByRole('table', { name: 'Reply' }).getByRole('rowheader', { name: 'remark' }).isVisible()).toBe(true);
  });

  it('holds no data until it is asked for, and leaves the console as small as it was', () => {
    const filesBelow = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:js|html|css)$/.test(file));
    const shell = filesBelow(contractsDir).map((file) => readFileSync(path.join(contractsDir, file), 'utf8'));
    expect(shell.length).toBeGreaterThan(4);
    expect(shell.filter((content) => content.includes('/sys-departments/set_leaders') || content.includes('SELECTION_CHANGED'))).toEqual(
      [],
    );
    const console = filesBelow(consoleDir).map((file) => readFileSync(path.join(consoleDir, file), 'utf8'));
    expect(console.length).toBeGreaterThan(10);
    expect(console.filter((content) => /contracts\.readsOnly|ads-cat-|CONTRACT_CATALOGUE/.test(content))).toEqual([]);
  });
});

describe('the catalogue in a folder', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'contracts site '));
    cpSync(contractsDir, folder, { recursive: true });
    const page = path.join(folder, 'index.html');
    writeFileSync(page, withCatalogueScript(readFileSync(page, 'utf8')));
    writeFileSync(path.join(folder, 'catalogue.js'), `globalThis.CONTRACT_CATALOGUE = ${text.trimEnd()};\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('opens without a server, at any of its places, and remembers how it should look', async () => {
    const context = await stage.browser().newContext({ locale: 'zh-CN', offline: true });
    const page = await context.newPage();
    const requests: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => faults.push(error.message));
    const address = pathToFileURL(path.join(folder, 'index.html')).href;
    await page.goto(`${address}#/calls/users.create`);
    await expect.poll(() => heading(page).textContent()).toContain('新建账号');
    await page.keyboard.press('/');
    await page.keyboard.type('部门树');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toContain('departments.tree');
    await page.goBack();
    await expect.poll(() => searchField(page).inputValue()).toBe('部门树');
    await page.goBack();
    await expect.poll(() => heading(page).textContent()).toContain('新建账号');
    await page.goto(`${address}#/verify`);
    expect(await page.getByRole('link', { name: 'openapi.json' }).getAttribute('href')).toBe('openapi.json');
    await page.getByRole('button', { name: '切换语言' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('How to verify');
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await page.reload();
    await expect.poll(() => heading(page).textContent()).toBe('How to verify');
    expect(await page.evaluate(() => document.documentElement.className)).toContain('dark');
    expect(requests.filter((url) => !url.startsWith(pathToFileURL(folder).href))).toEqual([]);
    expect(requests.length).toBeGreaterThan(4);
    expect(faults).toEqual([]);
    await context.close();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { consoleDir, visualiserDir } from '#tests/support/console-server.ts';
import { findMachines } from '#tests/support/find-machines.ts';
import { visualiserStage } from '#tests/support/visualiser-stage.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';

const gallery: Gallery = JSON.parse(readFileSync(path.join(visualiserDir, 'gallery.json'), 'utf8'));

const { address, reader } = visualiserStage();

const THEME = '#/machines/theme/theme';
const SESSION = '#/machines/session/session';

const heading = (page: Page) => page.locator('.ads-vis-main h1');
const drawing = (page: Page) => page.locator('svg.ads-chart');
const panel = (page: Page) => page.locator('.ads-vis-panel');
const stage = (page: Page) => page.locator('.ads-vis-stage');
/** By its name, with which what is read out begins. */
const state = (page: Page, name: string) => drawing(page).getByRole('button', { name: new RegExp(`^${name}\\b.*, .*\\bstate$`) });
const label = (page: Page, name: string) => drawing(page).locator('.ads-chart-label').filter({ hasText: name });
const count = (page: Page, text: string) => page.locator('.ads-vis-count').getByText(text, { exact: true }).waitFor();
const hashOf = (page: Page) => page.evaluate(() => decodeURIComponent(window.location.hash));
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
/** Where the drawing stands in its window, and how large. */
const view = (page: Page) =>
  page.locator('.ads-vis-sheet').evaluate((sheet) => {
    const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(sheet).transform);
    return { x, y, scale };
  });
/** Until it stands so, to a thousandth. */
const seen = async (page: Page, wanted: Partial<Awaited<ReturnType<typeof view>>>) => {
  const rounded = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Math.round(value * 1000) / 1000]));
  await expect.poll(async () => rounded(await view(page))).toMatchObject(rounded(wanted));
};
/** Until it is on the screen: before its first frame nothing in it can have the focus. */
const drawn = async (page: Page) => {
  await page.locator('.ads-vis-sheet[style*=translate]').waitFor();
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
};

describe('the gallery', () => {
  it('holds every machine of the project, and draws each of them, asking for nothing but its own files', async () => {
    const { page, faults, requests, go } = await reader();
    const machines = await findMachines();
    expect(gallery.machines.map(({ at }) => at.replace(/^machines\//, '')).toSorted()).toEqual(machines.map(({ at }) => at).toSorted());
    expect(await page.locator('.ads-vis-list .ads-vis-item').count()).toBe(machines.length);
    expect(await page.locator('.ads-vis-card').count()).toBe(machines.length);
    for (const { key, chart } of gallery.machines) {
      await go(`#/machines/${key}`);
      await expect.poll(() => drawing(page).getAttribute('aria-label')).toBe(`Drawing of ${chart.id}`);
      await drawn(page);
      const transitions = await drawing(page).locator('.ads-chart-label').count();
      expect([key, transitions]).toEqual([key, chart.transitions.length]);
    }
    expect(faults).toEqual([]);
    expect(requests.filter(({ path: asked }) => asked.includes('://'))).toEqual([]);
    // What lays out stays at home as long as everything is laid out.
    expect(requests.filter(({ path: asked }) => asked.startsWith('layouts/')).length).toBe(machines.length);
    expect(requests.filter(({ path: asked }) => asked.endsWith('.js')).length).toBeLessThan(8);
  });

  it('is searched by names, states, events and descriptions: slash, a word, Enter; Escape leaves', async () => {
    const { page } = await reader(THEME);
    await page.keyboard.press('/');
    await page.keyboard.type('rightsdoubted');
    await count(page, '1 machine found');
    const hit = page.locator('.ads-vis-hit');
    expect(await hit.first().textContent()).toBe('eventsession.rightsDoubted');
    expect(await hit.locator('mark').first().textContent()).toBe('rightsDoubted');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('session');
    expect(await panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('session.rightsDoubted');
    // Every place of it stands out in the drawing.
    await expect.poll(() => drawing(page).locator('.ads-is-found').count()).toBe(3);
    await page.keyboard.press('/');
    await page.keyboard.type('light or dark');
    await count(page, '1 machine found');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('theme');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await count(page, `${gallery.machines.length} machines`);
    expect(await drawing(page).locator('.ads-is-found').count()).toBe(0);
  });

  it('is one stop for the tab key, and walked through by arrows', async () => {
    const { page } = await reader(THEME);
    expect(await page.locator('.ads-vis-groups [tabindex="0"]').count()).toBe(1);
    await page.locator('.ads-vis-groups [tabindex="0"]').focus();
    expect(await focused(page)).toBe('theme');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('arranging');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('arranging');
    await page.keyboard.press('Home');
    expect(await focused(page)).toBe(await page.locator('.ads-vis-groups a').first().textContent());
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toContain('Search');
  });

  it('says when its machines cannot be fetched, and fetches them on request', async () => {
    const { page } = await reader();
    await page.route('**/gallery.json', (route) => route.abort('connectionreset'), { times: 1 });
    await page.goto('about:blank');
    await page.goto(`${address()}${THEME}`);
    await page.getByRole('alert').getByText('The machines could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await drawing(page).waitFor();
  });

  it('says when a drawing cannot be made, and makes it on request', async () => {
    const { page } = await reader();
    await page.route('**/layouts/**', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.locator('.ads-vis-card').filter({ hasText: 'Light or dark.' }).click();
    await page.getByRole('alert').getByText('It could not be drawn').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await drawing(page).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says that there is nothing at an address that means nothing', async () => {
    const { page, go } = await reader('#/machines/no/such');
    expect(await heading(page).textContent()).toBe('Nothing here');
    await go('#/live/x');
    expect(await heading(page).textContent()).toBe('Nothing here');
    await page.locator('.ads-vis-main').getByRole('link', { name: 'All machines' }).click();
    await page.locator('.ads-vis-card').first().waitFor();
  });
});

describe('what is selected', () => {
  it('is told of in the panel, stands in the address, and leads on', async () => {
    const { page } = await reader(THEME);
    await state(page, 'dark').click();
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('dark');
    expect(await hashOf(page)).toBe(`${THEME}?at=theme.dark`);
    expect(await state(page, 'dark').getAttribute('aria-pressed')).toBe('true');
    const leaving = panel(page).getByRole('heading', { name: 'Transitions out of it' }).locator('..');
    expect(await leaving.getByRole('listitem').allTextContents()).toEqual([
      'theme.toggled → lightstoreTheme',
      'theme.followed [isDark] → light',
    ]);
    await leaving.getByRole('link', { name: 'theme.followed' }).click();
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('theme.followed');
    expect(await panel(page).textContent()).toContain('isDark');
    await panel(page).getByRole('link', { name: 'light' }).click();
    await expect.poll(() => hashOf(page)).toBe(`${THEME}?at=theme.light`);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('dark');
    await page.keyboard.press('Escape');
    await stage(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => hashOf(page)).toBe(THEME);
    expect(await panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('theme');
  });

  it('is brought into sight by a link to it', async () => {
    const { page } = await reader(`${SESSION}?at=session.ended`);
    await drawn(page);
    const ended = state(page, 'ended');
    expect(await ended.getAttribute('aria-pressed')).toBe('true');
    const room = await stage(page).boundingBox();
    await expect
      .poll(async () => {
        const box = await ended.boundingBox();
        return box && room && box.y > room.y && box.y + box.height < room.y + room.height;
      })
      .toBe(true);
  });

  it('shows which machines a machine starts, and which start it', async () => {
    const { page } = await reader(THEME);
    const users = panel(page).getByRole('heading', { name: 'Machines that start it' }).locator('..');
    expect(await users.getByRole('link').allTextContents()).toEqual(['console', 'contractCatalogue', 'visualiser']);
    await users.getByRole('link', { name: 'visualiser' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('visualiser');
    const started = panel(page).getByRole('heading', { name: 'Actors it starts' }).locator('..');
    await started.getByRole('link', { name: 'locale' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('locale');
    await page.goBack();
    await expect.poll(() => heading(page).textContent()).toBe('visualiser');
  });
});

describe('folding', () => {
  it('hides what a state holds, keeps the state where it was, stands in the address, and can be undone', async () => {
    const { page, faults, requests } = await reader(SESSION);
    await state(page, 'remembering').waitFor();
    await drawn(page);
    const before = await state(page, 'signedIn').boundingBox();
    await drawing(page).getByRole('button', { name: 'Fold signedIn' }).click();
    await state(page, 'remembering').waitFor({ state: 'detached' });
    expect(await hashOf(page)).toBe(`${SESSION}?folded=session.signedIn`);
    const after = await state(page, 'signedIn').boundingBox();
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 99))).toBeLessThan(2);
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 99))).toBeLessThan(2);
    await page.reload();
    await state(page, 'signedIn').waitFor();
    expect(await state(page, 'remembering').count()).toBe(0);
    // From the outline as well, where a link into it opens it.
    await panel(page).getByRole('button', { name: 'Unfold signedIn' }).click();
    await state(page, 'remembering').waitFor();
    await page.getByRole('button', { name: 'Fold all', exact: true }).click();
    await state(page, 'remembering').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await state(page, 'remembering').waitFor();
    expect(await hashOf(page)).toBe(SESSION);
    expect(faults).toEqual([]);
    expect(requests.filter(({ path: asked }) => asked.includes('://'))).toEqual([]);
  });

  it('gives way to a link to what is hidden', async () => {
    const { page } = await reader(`${SESSION}?at=session.starting&folded=session.signedIn`);
    await state(page, 'starting').waitFor();
    await panel(page).getByRole('link', { name: 'signedIn' }).first().click();
    await expect.poll(() => hashOf(page)).toContain('folded=session.signedIn');
    const first = panel(page).getByRole('heading', { name: 'Entered first' }).locator('..');
    await first.getByRole('link').click();
    await state(page, 'remembering').waitFor();
    expect(await hashOf(page)).toBe(`${SESSION}?at=session.signedIn.remembering`);
  });
});

describe('the drawing', () => {
  it('is moved and zoomed by keys', async () => {
    const { page } = await reader(THEME);
    await drawn(page);
    await stage(page).focus();
    const begin = await view(page);
    expect(begin.scale).toBe(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await seen(page, { x: begin.x - 64, y: begin.y - 64 });
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await seen(page, { scale: 1.5625 });
    await page.getByRole('button', { name: '156%' }).waitFor();
    await page.keyboard.press('-');
    await seen(page, { scale: 1.25 });
    await page.keyboard.press('0');
    await seen(page, { scale: 1 });
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('f');
    await seen(page, begin);
    await page.keyboard.press(' ');
    await expect.poll(async () => (await view(page)).y).toBeLessThan(begin.y - 300);
  });

  it('is zoomed by its buttons', async () => {
    const { page } = await reader(THEME);
    await drawn(page);
    const begin = await view(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await seen(page, { scale: 1.25 });
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await seen(page, { scale: 0.8 });
    await page.getByTitle('Full size').click();
    await seen(page, { scale: 1 });
    await page.getByRole('button', { name: 'Fit' }).click();
    await seen(page, begin);
  });

  it('is dragged without selecting anything, moved by the wheel, and zoomed by it around the pointer', async () => {
    const { page } = await reader(THEME);
    await drawn(page);
    const begin = await view(page);
    const box = await state(page, 'dark').boundingBox();
    if (!box) throw new Error('the state is not there');
    const [x, y] = [box.x + box.width / 2, box.y + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 5 });
    await page.mouse.up();
    const dragged = { x: begin.x + 60, y: begin.y + 40 };
    await seen(page, dragged);
    expect(await hashOf(page)).toBe(THEME);
    await page.mouse.wheel(0, 100);
    await seen(page, { y: dragged.y - 100 });
    await page.mouse.wheel(0, -100);
    await seen(page, dragged);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await seen(page, { scale: Math.exp(0.5) });
    // The state that was below the pointer still is.
    const zoomed = await state(page, 'dark').boundingBox();
    expect(zoomed && zoomed.x < x + 60 && zoomed.x + zoomed.width > x + 60 && zoomed.y < y + 40).toBe(true);
    await page.mouse.click(x + 60, y + 40);
    await expect.poll(() => hashOf(page)).toBe(`${THEME}?at=theme.dark`);
  });

  it('is zoomed by two fingers', async () => {
    const { page } = await reader(THEME);
    await drawn(page);
    const room = await stage(page).boundingBox();
    const [x, y] = [(room?.x ?? 0) + 300, (room?.y ?? 0) + 300];
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + side * spread, y, id })),
      });
    await touch('touchStart', 50);
    for (const spread of [60, 75, 100]) await touch('touchMove', spread);
    await touch('touchEnd', 0);
    await seen(page, { scale: 2 });
  });

  it('is read state by state with the keyboard, and what stands outside comes into sight', async () => {
    const { page } = await reader(SESSION);
    await drawn(page);
    await stage(page).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('session, compound state');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Fold session');
    await page.keyboard.press('End');
    const room = await stage(page).boundingBox();
    const isInSight = async () => {
      const box = await drawing(page).locator(':focus').boundingBox();
      return box && room && box.y >= room.y && box.y + box.height <= room.y + room.height;
    };
    await expect.poll(isInSight).toBe(true);
    expect(await stage(page).evaluate((element) => [element.scrollTop, element.scrollLeft])).toEqual([0, 0]);
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toContain('?at=session.');
  });

  it('tells who does not see it what its transitions are', async () => {
    const { page } = await reader(THEME);
    expect(await label(page, 'theme.followed').first().getAttribute('aria-label')).toBe('theme.followed [isDark], light → dark');
  });
});

describe('the page', () => {
  it.each([
    ['#/', 1],
    ['#/machines/no/such', 1],
    ['#/live', 0],
    ['#/recording', 0],
    ['#/simulation', 0],
    ['#/coverage', 0],
  ])('has a button for the list of machines where there is such a list: %s', async (hash, count) => {
    const { page } = await reader(hash, { width: 800 });
    expect(await page.getByRole('button', { name: 'Machines', exact: true }).count()).toBe(count);
  });

  it('speaks the language and has the theme that was chosen, also when it is opened again', async () => {
    const { page } = await reader(THEME, { locale: 'zh-CN' });
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.className])).toEqual(['zh-CN', '']);
    await page.getByRole('button', { name: '切换语言' }).click();
    await panel(page).getByRole('heading', { name: 'Machines that start it' }).waitFor();
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await page.reload();
    await panel(page).getByRole('heading', { name: 'Machines that start it' }).waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.className])).toEqual(['en-US', 'dark']);
    expect(await page.title()).toBe('theme · Machines');
  });

  it.each([
    ['light and Chinese', { dark: false, locale: 'zh-CN' }],
    ['dark and English', { dark: true, locale: 'en-GB' }],
  ])('is without a fault that axe finds, %s', async (_, options) => {
    const { page, faults, go } = await reader('', options);
    expect(await violations(page)).toEqual([]);
    for (const hash of [
      SESSION,
      `${SESSION}?at=session.signedIn&folded=session.signedIn`,
      `${THEME}?at=theme.light:theme.followed:0`,
      '#/machines/visualiser/visualiser?at=visualiser.drawing',
      '#/machines/no/such',
    ]) {
      await go(hash);
      if (!hash.includes('no/such')) await drawn(page);
      expect(await violations(page), hash).toEqual([]);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('dark');
    await page.locator('.ads-vis-hit').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each([1440, 800, 400])('fits into a window of %d pixels', async (width) => {
    const { page, go } = await reader('', { width });
    for (const hash of ['#/', SESSION, `${SESSION}?at=session.signedIn`, '#/machines/role-management/roleManagement']) {
      await go(hash);
      const over = await page.evaluate(() =>
        ['html', '.ads-vis-main', '.ads-vis-panel'].map((selector) => {
          const element = document.querySelector(selector);
          return element ? element.scrollWidth - element.clientWidth : 0;
        }),
      );
      expect([hash, ...over]).toEqual([hash, 0, 0, 0]);
    }
    if (width > 1100) return;
    expect(await page.locator('.ads-vis-list').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Machines' }).click();
    await page.locator('.ads-vis-item').filter({ hasText: 'connection' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('connection');
    expect(await page.locator('.ads-vis-list').isVisible()).toBe(false);
  });

  it('is whole on paper', async () => {
    const { page } = await reader(SESSION);
    await drawn(page);
    await page.keyboard.press('+');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.ads-vis-list').isVisible()).toBe(false);
    const [whole, paper] = [await drawing(page).boundingBox(), await page.locator('body').boundingBox()];
    expect(whole && paper && whole.x >= 0 && whole.x + whole.width <= paper.x + paper.width).toBe(true);
    expect(await panel(page).getByRole('link', { name: 'session.signOutRequested' }).isVisible()).toBe(true);
  });

  it('is no part of the console but for a door to it, and carries no machine before one is tried out', () => {
    const below = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:js|css|html)$/.test(file))
        .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
    const namesOf = (files: ReturnType<typeof below>, pattern: RegExp) =>
      files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    const [ours, theirs] = [below(visualiserDir), below(consoleDir)];
    expect(namesOf(ours, /ads-vis-/)).not.toEqual([]);
    expect(namesOf(ours, /xstate-visualiser/)).toContain('connection.js');
    expect(theirs.length).toBeGreaterThan(10);
    expect(namesOf(theirs, /ads-vis-|ads-chart|xstate-visualiser|xstate-recording|elk\.algorithm/)).toEqual([]);
    // Its address, and the name of the line in the page that opens it.
    const doors = theirs.flatMap(({ text }) => text.match(/[\w/]*visualiser[\w/.]*/g) ?? []);
    expect(doors.toSorted()).toEqual(['/visualiser/connection.js', 'visualiser']);
    // Code of machines comes when one is tried out.
    expect(namesOf(ours, /rightsDoubted/).filter((file) => !file.includes('async'))).toEqual([]);
  });
});

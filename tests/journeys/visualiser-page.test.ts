import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { consoleDir, visualiserDir } from '#tests/support/console-server.ts';
import { sampled } from '#tests/support/depth.ts';
import { drawing, heading, panel, SESSION, THEME, waitForDrawing } from '#tests/support/visualiser-controls.ts';
import { visualiserStage } from '#tests/support/visualiser-stage.ts';

const { reader } = visualiserStage();

describe('the page', () => {
  it('has a button for the list of machines where there is such a list', async () => {
    const { page, go } = await reader('', { width: 800 });
    const button = page.getByRole('button', { name: 'Machines', exact: true });
    for (const [hash, count] of [
      ['#/', 1],
      ['#/live', 0],
      ['#/machines/no/such', 1],
      ['#/recording', 0],
      ['#/machines/no/such', 1],
      ['#/simulation', 0],
      ['#/machines/no/such', 1],
      ['#/coverage', 0],
    ] as const) {
      await go(hash);
      await expect.poll(() => button.count(), { message: hash }).toBe(count);
    }
  });

  it('speaks the language and has the theme that was chosen, also when it is opened again', async () => {
    const { page } = await reader(THEME, { locale: 'zh-CN' });
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.className])).toEqual(['zh-CN', '']);
    await page.getByRole('button', { name: '切换语言' }).click();
    await panel(page).getByRole('heading', { name: 'Machines that invoke it' }).waitFor();
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await page.reload();
    await panel(page).getByRole('heading', { name: 'Machines that invoke it' }).waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.className])).toEqual(['en-US', 'dark']);
    expect(await page.title()).toBe('theme · Machines');
  });

  it.each([
    ['light and Chinese', { dark: false, locale: 'zh-CN' }, 0],
    ['dark and English', { dark: true, locale: 'en-GB' }, 1],
  ])('is without a fault that axe finds, %s', async (_, options, turn) => {
    const { page, faults, go } = await reader('#/live', options);
    const search = async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('dark');
      await page.locator('.ads-vis-hit').first().waitFor();
    };
    const places: { hash: string; prepare?: () => Promise<void> }[] = [
      { hash: '#/', prepare: () => page.locator('.ads-vis-card').first().waitFor() },
      { hash: SESSION, prepare: () => waitForDrawing(page) },
      { hash: `${THEME}?at=theme.light:theme.changedElsewhere:0`, prepare: () => waitForDrawing(page) },
      { hash: `${SESSION}?at=session.signedIn&folded=session.signedIn`, prepare: () => waitForDrawing(page) },
      { hash: '#/machines/no/such' },
      { hash: '#/machines/visualiser/visualiser?at=visualiser.drawing', prepare: () => waitForDrawing(page) },
      { hash: THEME, prepare: search },
    ];
    for (const { hash, prepare } of sampled(places, 4, turn)) {
      await go(hash);
      await prepare?.();
      expect(await violations(page), hash).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  it.each(sampled([1440, 800, 400], 2))('fits into a window of %d pixels', async (width) => {
    const { page, go } = await reader('', { width });
    for (const hash of ['#/', SESSION, `${SESSION}?at=session.signedIn`, '#/machines/sys-role/roleManagement']) {
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
    await waitForDrawing(page);
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
    expect(namesOf(theirs, /ads-vis-|ads-chart-toggle|xstate-visualiser|xstate-recording|elk\.algorithm/)).toEqual([]);
    // Its address, and the name of the line in the page that opens it.
    const doors = theirs.flatMap(({ text }) => text.match(/[\w/]*visualiser[\w/.]*/g) ?? []);
    expect(doors.toSorted()).toEqual(['/visualiser/connection.js', 'visualiser']);
    // Code of machines comes when one is tried out.
    expect(namesOf(ours, /rightsDoubted/).filter((file) => !file.includes('async') && file !== 'code.js')).toEqual([]);
  });
});

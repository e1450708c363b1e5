import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { visualiserDir } from '#tests/support/console-server.ts';
import { sampled } from '#tests/support/depth.ts';
import { findMachines } from '#tests/support/find-machines.ts';
import { count, drawing, focused, heading, panel, THEME, waitForDrawing } from '#tests/support/visualiser-controls.ts';
import { visualiserStage } from '#tests/support/visualiser-stage.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';

const gallery: Gallery = JSON.parse(readFileSync(path.join(visualiserDir, 'gallery.json'), 'utf8'));

const { address, reader } = visualiserStage({ isWhole: true });

describe('the gallery', () => {
  it('holds every machine of the project, and draws them, asking for nothing but its own files', async () => {
    const { page, faults, requests, go } = await reader();
    const machines = await findMachines();
    expect(gallery.machines.map(({ at }) => at.replace(/^machines\//, '')).toSorted()).toEqual(machines.map(({ at }) => at).toSorted());
    expect(await page.locator('.ads-vis-list .ads-vis-item').count()).toBe(machines.length);
    expect(await page.locator('.ads-vis-card').count()).toBe(machines.length);
    const drawn = sampled(gallery.machines, 48);
    for (const { key, chart } of drawn) {
      await go(`#/machines/${key}`);
      await expect.poll(() => drawing(page).getAttribute('aria-label')).toBe(`Diagram of ${chart.id}`);
      await waitForDrawing(page);
      const transitions = await drawing(page).locator('.ads-chart-label').count();
      expect([key, transitions]).toEqual([key, chart.transitions.length]);
    }
    expect(faults).toEqual([]);
    expect(requests.filter(({ path: asked }) => asked.includes('://'))).toEqual([]);
    // What lays out stays at home as long as everything is laid out.
    expect(requests.filter(({ path: asked }) => asked.startsWith('layouts/')).length).toBe(drawn.length);
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
    expect(await focused(page)).toBe('unreadAlerts');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('unreadAlerts');
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
    await page.getByRole('alert').getByText('The diagram could not be drawn').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await drawing(page).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says that there is nothing at an address that means nothing', async () => {
    const { page, go } = await reader('#/machines/no/such');
    expect(await heading(page).textContent()).toBe('Not found');
    await go('#/live/x');
    expect(await heading(page).textContent()).toBe('Not found');
    await page.locator('.ads-vis-main').getByRole('link', { name: 'All machines' }).click();
    await page.locator('.ads-vis-card').first().waitFor();
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { visualiserDir } from '#tests/support/console-server.ts';
import { sampled } from '#tests/support/depth.ts';
import { findMachines } from '#tests/support/find-machines.ts';
import { type ReaderOptions, visualiserStage } from '#tests/support/visualiser-stage.ts';
import { serveVisualiser } from '#tools/visualiser/serve.ts';
import { writeSite } from '#visualiser/command/write-site.ts';
import { fromMachineJson } from '#visualiser/export/machine-json.ts';
import { toMermaid } from '#visualiser/export/mermaid.ts';
import { otherProject } from '#visualiser/fixtures/source.ts';
import { buildChart } from '#visualiser/model/build-chart.ts';

const THEME = '#/machines/theme/theme';
const SESSION = '#/machines/session/session';

const machines = await findMachines();

const stage = visualiserStage();
const open = (hash: string, options: ReaderOptions = {}) => stage.reader(hash, { clipboard: true, ...options });

const map = (page: Page) => page.locator('.ads-vis-map');
/** Where the drawing stands in its window, and how large. */
const view = (page: Page) =>
  page.locator('.ads-vis-sheet').evaluate((sheet) => {
    const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(sheet).transform);
    return { x, y, scale };
  });
const drawn = (page: Page) => page.locator('.ads-vis-sheet[style*=translate]').waitFor();

/** Where the middle of the window is in the drawing, as parts of the whole. */
const middle = async (page: Page) => {
  const { x, y, scale } = await view(page);
  const room = await page.locator('.ads-vis-stage').boundingBox();
  const whole = await page.locator('svg.ads-chart').evaluate((svg) => [svg.clientWidth, svg.clientHeight] as const);
  return [((room?.width ?? 0) / 2 - x) / scale / whole[0], ((room?.height ?? 0) / 2 - y) / scale / whole[1]] as const;
};

describe('the drawing in small', () => {
  it('is there while some of the drawing is out of sight', async () => {
    const { page } = await open(THEME);
    await drawn(page);
    expect(await map(page).count()).toBe(0);
    await page.locator('.ads-vis-stage').focus();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('+');
    await map(page).waitFor();
    await page.keyboard.press('f');
    await map(page).waitFor({ state: 'detached' });
  });

  it('leads to where it is pressed, and follows the pointer', async () => {
    const { page, faults } = await open(SESSION);
    await drawn(page);
    await page.locator('.ads-vis-stage').focus();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('+');
    const box = await map(page).boundingBox();
    if (!box) throw new Error('there is no small drawing');
    const at = (x: number, y: number) => [box.x + 1 + (box.width - 2) * x, box.y + 1 + (box.height - 2) * y] as const;
    const stands = async (x: number, y: number) =>
      await expect.poll(async () => (await middle(page)).map((part) => Math.round(part * 20) / 20)).toEqual([x, y]);
    // Outside of what is seen: at the beginning, it is the corner.
    await page.mouse.move(...at(0.9, 0.9));
    await page.mouse.down();
    await stands(0.9, 0.9);
    await page.mouse.move(...at(0.5, 0.7), { steps: 4 });
    await stands(0.5, 0.7);
    // Held where it is, it is moved by as much as the pointer.
    await page.mouse.up();
    await page.mouse.move(...at(0.52, 0.7));
    await page.mouse.down();
    await stands(0.5, 0.7);
    await page.mouse.move(...at(0.42, 0.4), { steps: 4 });
    await stands(0.4, 0.4);
    await page.mouse.up();
    await page.mouse.move(...at(0.1, 0.1));
    await stands(0.4, 0.4);
    expect(faults).toEqual([]);
  });

  it.each(sampled([false, true], 2, 1))('is seen by all who see, and passed over by all others (dark: %s)', async (dark) => {
    const { page } = await open(SESSION, { dark });
    await drawn(page);
    await map(page).waitFor();
    expect(await map(page).getAttribute('aria-hidden')).toBe('true');
    const [line, back] = await map(page).evaluate((svg) => {
      const frame = svg.querySelector('.ads-vis-map-seen');
      return [frame ? getComputedStyle(frame).stroke : '', getComputedStyle(svg).backgroundColor];
    });
    expect(line).not.toBe(back);
    expect(await violations(page)).toEqual([]);
  });
});

/** Chooses from the menu of exports, and answers the file that comes of it. */
async function saved(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Chooses from the menu of exports, and answers what is in the clipboard then. */
async function copied(page: Page, name: string): Promise<string> {
  const inClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect.poll(inClipboard).not.toBe('nothing yet');
  return await inClipboard();
}

describe('a drawing that is taken along', () => {
  it('is what is seen: folded, with what is chosen, in the colours of the page', async () => {
    const { page, faults } = await open(THEME);
    await drawn(page);
    const plain = (await saved(page, 'Save as SVG')).content.toString();
    expect(plain).toMatch(/^<svg .*fill="#ffffff"/s);
    expect(plain).not.toContain('stroke="#165dff" stroke-width="2"');
    await page.goto(`${stage.address()}#/machines/theme/theme?at=theme.dark`);
    await page.locator('.ads-is-chosen').waitFor();
    const { name, content } = await saved(page, 'Save as SVG');
    expect(name).toBe('theme.svg');
    expect(content.toString()).not.toBe(plain);
    expect(content.toString()).toContain('stroke="#165dff"');
    await page.goto(`${stage.address()}#/machines/workspace/workspace`);
    const whole = (await saved(page, 'Save as SVG')).content.toString();
    await page.getByRole('button', { name: 'Collapse', exact: true }).click();
    await page.locator('.ads-vis-busy').waitFor({ state: 'detached' });
    const folded = (await saved(page, 'Save as SVG')).content.toString();
    expect(folded.length).toBeLessThan(whole.length);
    expect(faults).toEqual([]);
  });

  it('is a picture twice as large, dark on a dark page', async () => {
    const { page, faults } = await open(THEME, { dark: true });
    await drawn(page);
    const [width] = await page.locator('svg.ads-chart').evaluate((svg) => [svg.clientWidth]);
    const { name, content } = await saved(page, 'Save as PNG');
    expect(name).toBe('theme.png');
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    expect(Math.abs(content.readUInt32BE(16) - 2 * (width ?? 0))).toBeLessThanOrEqual(2);
    expect((await saved(page, 'Save as SVG')).content.toString()).toContain('fill="#17171a"');
    expect(faults).toEqual([]);
  });

  it('is a diagram or JSON of its machine, in a file or in the clipboard', async () => {
    const { page, faults } = await open(THEME);
    await drawn(page);
    const { machine } = machines.find((one) => one.machine.id === 'theme') ?? {};
    if (!machine) throw new Error('there is no machine of the theme');
    expect(await copied(page, 'Copy as Mermaid')).toBe(toMermaid(buildChart(machine)));
    expect((await saved(page, 'Save as Mermaid')).name).toBe('theme.mmd');
    const json = await copied(page, 'Copy machine JSON');
    expect((await saved(page, 'Save machine JSON')).content.toString()).toBe(json);
    expect(buildChart(fromMachineJson(json, machine))).toEqual(buildChart(machine));
    expect(faults).toEqual([]);
  });

  it('says why it cannot be', async () => {
    const { page } = await open(THEME);
    await drawn(page);
    await page.route('**/machines/theme/theme.json', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy machine JSON' }).click();
    await page.getByText('The export failed: machines/theme/theme.json: 503').waitFor();
    expect(await copied(page, 'Copy machine JSON')).toContain('"id": "theme"');
  });

  it('is ordered by keys alone', async () => {
    const { page } = await open(THEME);
    await drawn(page);
    await page.getByRole('button', { name: 'Export', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export');
  });
});

it('what lays out is fetched anew after it could not be', async () => {
  const { page } = await open(SESSION);
  await drawn(page);
  let refused = 0;
  await page.route('**/static/js/async/**', (route) => {
    refused += 1;
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Collapse', exact: true }).click();
  await page.getByRole('alert').getByText('The diagram could not be drawn').waitFor();
  expect(refused).toBeGreaterThan(0);
  await page.unroute('**/static/js/async/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.ads-chart-toggle[aria-expanded=false]').count()).toBeGreaterThan(0);
});

describe('another project', () => {
  let parent: string;
  let other: Awaited<ReturnType<typeof serveVisualiser>>;
  beforeAll(async () => {
    parent = mkdtempSync(path.join(tmpdir(), 'other-project-'));
    await writeSite(visualiserDir, path.join(parent, 'site'), { source: otherProject });
    other = await serveVisualiser(path.join(parent, 'site'));
  });
  afterAll(async () => {
    await other?.app.close();
    rmSync(parent, { recursive: true, force: true });
  });

  it('needs no server', async () => {
    const { page, faults } = await open('index.html#/machines/checkout', { address: `file://${path.join(parent, 'site')}/` });
    await drawn(page);
    await page.getByRole('button', { name: 'Collapse', exact: true }).click();
    await expect.poll(() => page.locator('.ads-chart-toggle[aria-expanded=false]').count()).toBeGreaterThan(0);
    expect((await saved(page, 'Save machine JSON')).content.toString()).toContain('"id": "checkout"');
    expect(faults).toEqual([]);
  });

  it('is shown with all it has, and nothing else', async () => {
    const { page, faults } = await open('', { address: other.address });
    await page.getByText('Another project').first().waitFor();
    expect(await page.locator('.ads-vis-card').count()).toBe(2);
    await page.locator('.ads-vis-card').filter({ hasText: 'mediaPlayer' }).click();
    await drawn(page);
    const { machines: shown } = { machines: await otherProject.machines() };
    const player = shown.find(({ key }) => key === 'media/player')?.machine;
    if (!player) throw new Error('there is no player');
    expect(await copied(page, 'Copy as Mermaid')).toBe(toMermaid(buildChart(player)));
    const json = (await saved(page, 'Save machine JSON')).content.toString();
    expect(buildChart(fromMachineJson(json, player))).toEqual(buildChart(player));
    await page.getByRole('button', { name: 'Collapse', exact: true }).click();
    await expect.poll(() => page.locator('.ads-chart-toggle[aria-expanded=false]').count()).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });
});

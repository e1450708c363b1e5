import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { sampled } from '#tests/support/depth.ts';
import { findMachines } from '#tests/support/find-machines.ts';
import { type ReaderOptions, visualiserStage } from '#tests/support/visualiser-stage.ts';
import { buildChart } from '#visualiser/model/build-chart.ts';
import { computeChartPrint, indexChart } from '#visualiser/model/chart-index.ts';
import type { Coverage, MachineCoverage, Reached } from '#visualiser/model/coverage.ts';

const THEME = 'theme/theme';
const WORKSPACE = 'workspace/workspace';
const NOTHING: Reached = { states: [], transitions: [] };

const machines = await findMachines();

function chartNamed(id: string) {
  const found = machines.find(({ machine }) => machine.id === id);
  if (!found) throw new Error(`there is no machine ${id}`);
  return buildChart(found.machine);
}

const theme = chartNamed('theme');
const workspace = chartNamed('workspace');

/** All of the workspace was walked, half of the theme ran in unit tests, the root of it in a browser. */
const measured: readonly MachineCoverage[] = [
  {
    key: THEME,
    print: computeChartPrint(theme),
    suites: {
      unit: { states: ['theme', 'theme.light'], transitions: [] },
      paths: NOTHING,
      browser: { states: ['theme'], transitions: [] },
    },
  },
  {
    key: WORKSPACE,
    print: computeChartPrint(workspace),
    suites: {
      unit: NOTHING,
      paths: { states: [...indexChart(workspace).states.keys()], transitions: workspace.transitions.map(({ id }) => id) },
      browser: NOTHING,
    },
  },
];
const report: Coverage = { format: 'machine-coverage', version: 1, files: { all: 9, told: 4 }, machines: measured };

const stage = visualiserStage();

const answerOf = (found: Coverage | number) => (typeof found === 'number' ? { status: found } : { json: found });

const open = (hash: string, { found = report, ...options }: ReaderOptions & { found?: Coverage | number } = {}) =>
  stage.reader(hash, {
    ...options,
    prepare: (page) => page.route('**/coverage.json', (route) => route.fulfill(answerOf(found))),
    // A report that is not there is an error to the browser, and none of the page.
    isFault: (text) => /content security policy/i.test(text),
  });

const table = (page: Page) => page.locator('.ads-cov-table');
/** The machines of the table, in order. */
const listed = (page: Page) => table(page).locator('tbody th a').allTextContents();
const row = (page: Page, key: string) =>
  table(page)
    .locator('tbody tr')
    .filter({ has: page.getByRole('link', { name: key, exact: true }) });
const head = (page: Page, name: string) => table(page).getByRole('columnheader', { name });
const readers = (page: Page) => page.getByRole('group', { name: 'Reached by' });
const reader = (page: Page, name: string) => readers(page).getByRole('button', { name, exact: true });
const percents = (page: Page, key: string) => row(page, key).locator('td').allTextContents();

describe('the coverage room', () => {
  it('says how much of each machine was reached, and by whom', async () => {
    const { page, faults } = await open('#/coverage');
    await table(page).waitFor();
    expect(await listed(page)).toHaveLength(stage.machines().length);
    expect((await percents(page, WORKSPACE)).slice(2)).toEqual(['0%', '100%', '0%', '0']);
    expect((await percents(page, THEME)).slice(0, 2)).toEqual([
      `2 of ${indexChart(theme).states.size}`,
      `0 of ${theme.transitions.length}`,
    ]);
    await page.getByText('Only some tests were run: 4 of 9 files recorded').waitFor();
    expect(await row(page, THEME).getByText('not measured in its present form').count()).toBe(0);
    expect(await row(page, 'session/session').getByText('not measured in its present form').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('sorts by what is asked, the other way round when asked again', async () => {
    const { page } = await open('#/coverage');
    await table(page).waitFor();
    const byName = await listed(page);
    expect(await head(page, 'Machine').getAttribute('aria-sort')).toBe('ascending');
    await head(page, 'Machine').getByRole('button').click();
    await expect.poll(() => listed(page)).toEqual(byName.toReversed());
    expect(await head(page, 'Machine').getAttribute('aria-sort')).toBe('descending');
    await head(page, 'Paths').getByRole('button').click();
    await head(page, 'Paths').getByRole('button').click();
    await expect.poll(async () => (await listed(page))[0]).toBe(WORKSPACE);
    expect(await head(page, 'Paths').getAttribute('aria-sort')).toBe('descending');
    expect(await head(page, 'Machine').getAttribute('aria-sort')).toBeNull();
  });

  it('leaves out what is complete, of the tests that are chosen', async () => {
    const { page } = await open('#/coverage');
    await page.getByLabel('Only incomplete machines').check();
    await expect.poll(() => row(page, WORKSPACE).count()).toBe(0);
    expect(await row(page, THEME).count()).toBe(1);
    await reader(page, 'Browser').click();
    await row(page, WORKSPACE).waitFor();
    expect((await percents(page, THEME))[0]).toBe(`1 of ${indexChart(theme).states.size}`);
    await reader(page, 'Paths').click();
    await expect.poll(() => row(page, WORKSPACE).count()).toBe(0);
    expect(await reader(page, 'Paths').getAttribute('aria-pressed')).toBe('true');
  });

  it('leads from a state that was not reached to its place in the drawing', async () => {
    const { page, faults } = await open('#/coverage');
    const list = page.getByRole('region', { name: 'Not reached', exact: true });
    await row(page, THEME)
      .getByRole('button', { name: `List what is not reached in ${THEME}` })
      .click();
    await expect.poll(() => list.locator('h3').allTextContents()).toEqual([THEME]);
    await list.getByRole('link', { name: 'dark', exact: true }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/machines/${THEME}?at=theme.dark&coverage=all`);
    const place = page.locator('.ads-chart-state.ads-is-chosen');
    await place.waitFor();
    expect(await place.getAttribute('aria-label')).toMatch(/^dark\b.*, not reached$/);
    expect(faults).toEqual([]);
  });

  it('says how a report is made where there is none, and finds it once it is there', async () => {
    const { page, faults } = await open('#/coverage', { found: 404 });
    await page.getByRole('heading', { name: 'No coverage has been measured yet' }).waitFor();
    expect(await page.locator('pre.ads-vis-code').textContent()).toContain('npm test');
    expect(await violations(page)).toEqual([]);
    await page.route('**/coverage.json', (route) => route.fulfill(answerOf(report)));
    await page.getByRole('button', { name: 'Try again' }).click();
    await table(page).waitFor();
    expect(faults).toEqual([]);
  });

  it('says why a report could not be loaded', async () => {
    const { page } = await open('#/coverage', { found: 503 });
    await page.getByText('The coverage could not be loaded').waitFor();
    await page.getByText('coverage.json: 503').waitFor();
  });
});

describe('the drawing of a machine', () => {
  const overlay = (page: Page) => page.getByRole('button', { name: 'Coverage', exact: true });
  const unreached = (page: Page) => page.locator('.ads-chart').getByRole('button', { name: /, not reached$/ });

  it('marks what was not reached only while that is wanted, by the tests that are chosen', async () => {
    const { page, faults } = await open(`#/machines/${THEME}`);
    await page.locator('.ads-chart').waitFor();
    expect(await unreached(page).count()).toBe(0);
    await overlay(page).click();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/machines/${THEME}?coverage=all`);
    const left = indexChart(theme).states.size - 2 + theme.transitions.length;
    await page.getByText(`${left} not reached`, { exact: true }).waitFor();
    await expect.poll(() => unreached(page).count()).toBeGreaterThan(0);
    await reader(page, 'Browser').click();
    await page.getByText(`${left + 1} not reached`, { exact: true }).waitFor();
    await overlay(page).click();
    await expect.poll(() => unreached(page).count()).toBe(0);
    expect(await readers(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('says so where nothing was measured', async () => {
    const { page } = await open(`#/machines/${THEME}?coverage=all`, { found: 404 });
    await page.getByRole('status').getByText('No coverage has been measured yet').waitFor();
    expect(await unreached(page).count()).toBe(0);
  });
});

describe.each([
  ['light and Chinese', { width: 1440, dark: false, locale: 'zh-CN' }, 0],
  ['dark and English', { width: 800, dark: true }, 1],
])('coverage, %s', (_, options, turn) => {
  const places = [
    [`#/machines/${THEME}?coverage=all`, '.ads-chart'],
    ['#/coverage', '.ads-cov-table'],
  ] as const;

  // The usual run looks at each place in one of the looks.
  it.each(sampled(places, 2, turn))('at %s fits into its window, and axe finds no fault', async (hash, shown) => {
    const { page, faults } = await open(hash, options);
    await page.locator(shown).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { sampled } from '#tests/support/depth.ts';
import { visualiserStage } from '#tests/support/visualiser-stage.ts';
import { root } from '#tools/source.ts';
import type { Scenario } from '#visualiser/model/scenario.ts';

const { address, reader } = visualiserStage();

const SESSION = '#/simulation/session/session';
const controls = (page: Page) => page.getByRole('region', { name: 'Next steps' });
const section = (page: Page, name: string) => controls(page).getByRole('region', { name, exact: true });
const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true }).click();
const send = (page: Page, event: string) => section(page, 'Events').locator('.ads-sim-event').filter({ hasText: event }).first().click();
/** Where the machine stands after the last step that changed it. */
const reached = (page: Page, value: string) =>
  expect.poll(() => section(page, 'Steps').locator('.ads-sim-reached').first().textContent()).toBe(value);
const stepCount = (page: Page, count: number) =>
  expect.poll(() => section(page, 'Steps').locator('.ads-sim-steps > li').count()).toBe(count + 1);
const play = async (page: Page, actor: string, how: 'Resolve' | 'Reject', json?: string) => {
  const own = section(page, 'Waiting actors');
  await own.getByRole('group', { name: actor }).getByRole('button', { name: how }).click();
  if (json !== undefined) await own.getByRole('textbox').fill(json);
  await own.locator('form').getByRole('button', { name: how }).click();
};

async function signingIn(page: Page): Promise<void> {
  await start(page);
  await reached(page, 'signedOut');
  await send(page, 'session.signInRequested');
  await reached(page, 'signingIn');
}

describe('a machine that is tried out', () => {
  it('is chosen from all of them, started with the input its authors declared, and asks for nothing but files of the page', async () => {
    const { page, faults, requests } = await reader('#/simulation');
    const before = requests.filter(({ path: asked }) => asked.endsWith('.js')).length;
    await page.getByRole('searchbox', { name: 'Search machines' }).fill('serial number of the token');
    const card = page.locator('.ads-vis-card');
    await expect.poll(() => card.count()).toBeLessThan(5);
    await card.filter({ hasText: 'session' }).first().click();
    const input = page.getByRole('textbox', { name: 'Input (JSON)' });
    await expect.poll(() => input.inputValue()).toContain('"/admin/index"');
    expect(requests.filter(({ path: asked }) => asked.endsWith('.js')).length).toBeGreaterThan(before);
    await signingIn(page);
    expect(faults).toEqual([]);
    expect(requests.filter(({ path: asked }) => asked.includes('://'))).toEqual([]);
  });

  it('waits for what its actors are let say: refused, then accepted, and goes back', async () => {
    const { page, faults } = await reader(SESSION);
    await signingIn(page);
    // The examples of its authors stand ready.
    await play(page, 'signIn', 'Reject');
    await reached(page, 'signedOut');
    expect(await section(page, 'Steps').textContent()).toContain('message: "wrong"');
    await send(page, 'session.signInRequested');
    await play(page, 'signIn', 'Resolve', '{"serial": 5}');
    await reached(page, 'signedIn.loadingUser');
    expect(await section(page, 'Steps').textContent()).toContain('Sends to its parent: session.started');
    await play(page, 'loadUser', 'Resolve');
    await reached(page, 'signedIn.known');
    expect(await section(page, 'Steps').textContent()).toContain('Would do storeUser');
    await stepCount(page, 5);
    // The drawing stands where the machine stands.
    await expect.poll(() => page.locator('.ads-sim-trace').textContent()).toContain('signedIn.known');
    await page.getByRole('button', { name: 'Back to here, after step 1' }).click();
    await stepCount(page, 1);
    await reached(page, 'signingIn');
    await section(page, 'Waiting actors').getByRole('group', { name: 'signIn' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows which events a guard would refuse, and takes others as JSON', async () => {
    const { page } = await reader(SESSION);
    await signingIn(page);
    await play(page, 'signIn', 'Resolve');
    await play(page, 'loadUser', 'Resolve');
    await reached(page, 'signedIn.known');
    const events = section(page, 'Events');
    await events.locator('summary').click();
    const refused = events.locator('.ads-sim-event').filter({ hasText: 'refused by a guard' });
    expect(await refused.filter({ hasText: 'of an earlier session' }).count()).toBe(1);
    await events.getByRole('button', { name: 'Edit session.rejected as JSON' }).first().click();
    const json = events.getByRole('textbox', { name: 'Event (JSON)' });
    await json.fill('{"type":');
    await events.getByRole('button', { name: 'Send', exact: true }).click();
    await events.getByRole('alert').getByText('Invalid JSON').waitFor();
    expect(await json.evaluate((field) => field === document.activeElement)).toBe(true);
    await json.fill('{"type": "session.rejected", "serial": 1, "message": "over"}');
    await events.getByRole('button', { name: 'Send', exact: true }).click();
    await reached(page, 'expiring');
  });

  it('waits for its delays until time is let pass', async () => {
    const { page } = await reader(SESSION);
    await signingIn(page);
    await play(page, 'signIn', 'Resolve');
    await send(page, 'session.signOutRequested');
    await reached(page, 'signingOut');
    const time = section(page, 'Time');
    expect(await time.textContent()).toContain('signOutTimeout');
    await time.getByRole('textbox', { name: 'Milliseconds' }).fill('400');
    await time.getByRole('button', { name: 'Advance' }).click();
    await expect.poll(() => time.getByRole('listitem').textContent()).toContain('600 ms');
    await time.getByRole('button', { name: 'To the next delay' }).click();
    await reached(page, 'ended · done');
    await section(page, 'Events').getByText('The machine has ended.').waitFor();
  });

  it('says what broke, and can be taken back to before it', async () => {
    const { page, faults } = await reader(SESSION);
    await signingIn(page);
    await play(page, 'signIn', 'Resolve', '');
    await section(page, 'Steps').getByText('The machine failed:').waitFor();
    await page.getByRole('button', { name: 'Back to here, after step 1' }).click();
    await reached(page, 'signingIn');
    expect(faults).toEqual([]);
  });

  it('is reached from its drawing and from the overview', async () => {
    const { page } = await reader('#/machines/session/session');
    await page.locator('.ads-vis-main').getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('textbox', { name: 'Input (JSON)' }).waitFor();
    await page.goto(`${address()}#/`);
    await page.getByRole('link', { name: 'Try it: session', exact: true }).click();
    await page.getByRole('textbox', { name: 'Input (JSON)' }).waitFor();
  });

  it('that is none is said to be none', async () => {
    const { page } = await reader('#/simulation/no/such');
    await page.getByRole('alert').getByText('there is no machine "no/such"').waitFor();
  });
});

describe('a scenario', () => {
  const open = (page: Page, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'some.scenario.json', mimeType: 'application/json', buffer: Buffer.from(text) });

  it('is saved as it went, and holds when it is opened and run again', async () => {
    const { page } = await reader(SESSION);
    await signingIn(page);
    await play(page, 'signIn', 'Reject');
    await reached(page, 'signedOut');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save scenario' }).click()]);
    expect(download.suggestedFilename()).toBe('session-session.scenario.json');
    const text = readFileSync(await download.path(), 'utf8');
    const saved = JSON.parse(text) as Scenario;
    expect(saved).toMatchObject({ format: 'xstate-scenario', machine: 'session/session', expect: [{ value: 'signedOut' }] });
    expect(saved.steps.map((step) => [step.do, step.expect?.[0]?.value])).toEqual([
      ['send', 'signingIn'],
      ['reject', 'signedOut'],
    ]);
    await page.goto(`${address()}#/simulation`);
    await open(page, text);
    await section(page, 'Steps').getByText('2 steps of the file remain').waitFor();
    await page.getByRole('button', { name: 'Next step' }).click();
    await reached(page, 'signingIn');
    await page.getByRole('button', { name: 'Run all' }).click();
    await stepCount(page, 2);
    await section(page, 'Steps').getByText('Everything matches the file').waitFor();
    expect(await page.evaluate(() => window.location.hash)).toBe(SESSION);
  });

  it('of the project is run whole, and says where a machine stands otherwise than it expects', async () => {
    const { page, faults } = await reader('#/simulation');
    const text = readFileSync(path.join(root, 'machines/workspace/tab-asleep.scenario.json'), 'utf8');
    await open(page, text);
    await page.getByRole('button', { name: 'Run all' }).click();
    await section(page, 'Steps').getByText('Everything matches the file').waitFor();
    const other = JSON.parse(text) as { steps: { expect?: { value?: unknown }[] }[] };
    other.steps[1] = { ...other.steps[1], expect: [{ value: 'running' }] };
    await open(page, JSON.stringify(other));
    await page.getByRole('button', { name: 'Run all' }).click();
    await section(page, 'Steps').getByText('1 difference from the file').waitFor();
    await section(page, 'Steps').getByText('value: expected "running", found "missing"').waitFor();
    await open(page, '{"format":"xstate-scenario","version":1,"title":"x","machine":"x","steps":[{"do":"shout"}]}');
    await page.getByRole('alert').getByText('steps[0].do: must be one of').waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the room', () => {
  const looks = [
    { dark: false, width: 1440 },
    { dark: true, width: 800 },
  ];
  it.each(sampled(looks, 2, 1))('can be used by everybody: %j', async (look) => {
    const { page } = await reader('#/simulation', look);
    expect(await violations(page)).toEqual([]);
    await page.goto(`${address()}${SESSION}`);
    await page.getByRole('textbox', { name: 'Input (JSON)' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await signingIn(page);
    await section(page, 'Waiting actors').getByRole('button', { name: 'Resolve' }).click();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  it('does not lose the focus when what was pressed is gone', async () => {
    const { page } = await reader(SESSION);
    await signingIn(page);
    await play(page, 'signIn', 'Resolve');
    await reached(page, 'signedIn.loadingUser');
    expect(await page.evaluate(() => document.activeElement?.closest('.ads-sim-controls') !== null)).toBe(true);
  });
});

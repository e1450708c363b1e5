import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, md5 } from '#tests/support/app.ts';
import { violations } from '#tests/support/axe-violations.ts';
import { visualiserDir } from '#tests/support/console-server.ts';
import { deep } from '#tests/support/depth.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { CHANNEL } from '#visualiser/model/protocol.ts';

const { visitor, visitorAs } = journeyStage({ visualiserDir });

/** The visualiser in another tab of the same browser. */
interface Viewer {
  page: Page;
  /** Errors of the page, and what its content security policy refused. */
  faults: string[];
  /** Calls of the API: there should be none. */
  calls: string[];
  /** Everything that any page said in the channel, as text. */
  heard: () => Promise<string>;
  status: Locator;
  /** An actor of the tree, by the name its parent knows it by. */
  actor: (id: string) => Locator;
  /** Lines of the log that are about an event of this type. */
  logged: (type: string) => Locator;
  tool: (name: string) => Locator;
}

async function viewerOf({ context }: Visitor, hash = '#/live'): Promise<Viewer> {
  const page = await context.newPage();
  const faults: string[] = [];
  const calls: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  await page.addInitScript((name) => {
    const heard: string[] = [];
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
    Reflect.set(window, 'heardInChannel', heard);
  }, CHANNEL);
  await page.goto(`/visualiser/${hash}`);
  await page.locator('.ads-live').waitFor();
  return {
    page,
    faults,
    calls,
    heard: () => page.evaluate(() => (Reflect.get(window, 'heardInChannel') as string[]).join('\n')),
    status: page.locator('.ads-live-head .ads-status'),
    actor: (id) => page.locator('.ads-trace-actor').filter({ has: page.locator('strong', { hasText: new RegExp(`^${id}$`) }) }),
    logged: (type) => page.locator('.ads-trace-row').filter({ has: page.getByText(type, { exact: true }) }),
    tool: (name) => page.locator('.ads-live-tools').getByRole('button', { name, exact: true }),
  };
}

const watched = (viewer: Viewer) => expect.poll(() => viewer.status.textContent(), { timeout: 15_000 }).toBe('Watching');

/** Only a console in development takes events: the page says so of itself. */
async function asInDevelopment({ page }: Visitor): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = await response.text();
    return route.fulfill({
      response,
      body: body.replace('name="visualiser" content="production"', 'name="visualiser" content="development"'),
    });
  });
}

/** Asks the log for events of a type: of a long log only what is in sight is drawn. */
const seek = (viewer: Viewer, type: string) => viewer.page.getByLabel('Event type').fill(type);

describe('the live room', () => {
  it('says how somebody gets there, and takes whoever comes by itself', async () => {
    const somebody = await visitor({ english: true });
    const viewer = await viewerOf(somebody);
    await viewer.page.getByRole('heading', { name: 'No page responds' }).waitFor();
    expect(await viewer.page.locator('.ads-live-words').textContent()).toContain('VISUALISER=1');
    expect(await violations(viewer.page)).toEqual([]);
    await somebody.open('/login');
    await viewer.page.getByRole('heading', { name: 'No user is logged in on that page' }).waitFor();
    expect(await violations(viewer.page)).toEqual([]);
    await somebody.signIn('admin');
    await watched(viewer);
    await viewer.actor('session').waitFor();
    expect(viewer.faults).toEqual([]);
  });

  it('refuses what somebody does who may not be watched', async () => {
    const somebody = await visitorAs('opt_01', '/advertising/copy-log', { english: true });
    const viewer = await viewerOf(somebody);
    await viewer.page.getByRole('heading', { name: 'This page may not be watched' }).waitFor();
    expect(await viewer.heard()).not.toContain('"kind":"entries"');
    expect(viewer.faults).toEqual([]);
  });

  it('shows a session begin and end, and never the password or the token', async () => {
    const somebody = await visitor({ english: true });
    await asInDevelopment(somebody);
    await somebody.open('/login');
    const viewer = await viewerOf(somebody);
    await watched(viewer);
    await viewer.actor('session').click();
    await expect.poll(() => viewer.actor('session').textContent()).toContain('signedOut');
    await somebody.signIn('admin');
    await expect.poll(() => viewer.actor('session').textContent()).toContain('signedIn');
    // It carries what was typed.
    await seek(viewer, 'session.signInRequested');
    await viewer.logged('session.signInRequested').first().click();
    await viewer.page.locator('.ads-trace').getByText('redacted').first().waitFor();
    const token = await somebody.page.evaluate(() => localStorage.getItem('token'));
    expect(token?.length).toBeGreaterThan(20);
    const [said, text] = [await viewer.heard(), await viewer.page.content()];
    expect(said).toContain('"kind":"entries"');
    for (const secret of [DEMO_PASSWORD, md5(DEMO_PASSWORD), String(token)]) {
      expect(said.includes(secret)).toBe(false);
      expect(text.includes(secret)).toBe(false);
    }
    expect(viewer.calls).toEqual([]);
    expect(viewer.faults).toEqual([]);
    expect(somebody.faults).toEqual([]);
  });

  it('tells of a filter that is used, without one request more', async () => {
    const somebody = await visitorAs('admin', '/sys/role', { english: true });
    await somebody.page.locator('tr[data-row-id]').first().waitFor();
    const viewer = await viewerOf(somebody);
    await watched(viewer);
    // The console saves its tabs and looks for running batches at its own pace.
    const pageCalls = () => somebody.calls.filter((path) => !['/sys-workspaces/save', '/op-batches/list'].includes(path));
    const before = pageCalls();
    await viewer.page.getByRole('button', { name: 'Clear' }).click();
    await watched(viewer);
    await viewer.actor('list').first().waitFor();
    expect(pageCalls()).toEqual(before);
    await somebody.page.locator('.ads-filters').getByRole('textbox').first().fill('no such role');
    await somebody.page.keyboard.press('Enter');
    await seek(viewer, 'list.filtersChanged');
    await viewer.logged('list.filtersChanged').first().waitFor();
    expect(viewer.calls).toEqual([]);
    expect(viewer.faults).toEqual([]);
  });
});

describe('a reload', () => {
  it('of the console is followed: what came before is kept, and restored machines are marked', async () => {
    const somebody = await visitorAs('admin', '/sys/role', { english: true });
    await somebody.page.locator('tr[data-row-id]').first().waitFor();
    const viewer = await viewerOf(somebody);
    await watched(viewer);
    await viewer.actor('workspace').click();
    const chosen = () => viewer.page.locator('.ads-trace-actor[aria-selected=true] strong').textContent();
    await expect.poll(chosen).toBe('workspace');
    const { hash } = new URL(viewer.page.url());
    await somebody.page.reload();
    await viewer.page.getByText('The page was reloaded; entries start from there').waitFor();
    await watched(viewer);
    await viewer.page.locator('.ads-trace-actor .ads-is-restored').first().waitFor();
    await expect.poll(chosen).toBe('workspace');
    expect(new URL(viewer.page.url()).hash.split('&')[0]).toBe(hash.split('&')[0]);
    expect(await violations(viewer.page)).toEqual([]);
    await viewer.page.locator('.ads-live-remarks').getByRole('button', { name: 'Step through' }).click();
    await expect.poll(() => new URL(viewer.page.url()).hash).toBe('#/recording');
    await viewer.actor('console').waitFor();
    expect(viewer.faults).toEqual([]);
  });

  it('of the visualiser is followed too, and a page that closes is missed', async () => {
    const somebody = await visitorAs('admin', '/sys/role', { english: true });
    const viewer = await viewerOf(somebody);
    await watched(viewer);
    await viewer.page.reload();
    await watched(viewer);
    await viewer.actor('session').waitFor();
    const other = await somebody.context.newPage();
    await other.goto('/advertising/copy-log');
    await viewer.page.getByRole('combobox', { name: 'Window' }).waitFor();
    await somebody.page.close();
    await viewer.page.getByText('The page was closed or is reloading').waitFor();
    await viewer.actor('session').waitFor();
    expect(viewer.faults).toEqual([]);
  });
});

describe('an event from the visualiser', () => {
  it('changes a console in development, once', async () => {
    const somebody = await visitorAs('admin', '/sys/department', { english: true });
    await asInDevelopment(somebody);
    await somebody.open('/sys/department');
    const viewer = await viewerOf(somebody);
    await watched(viewer);
    await viewer.actor('theme').click();
    await viewer.tool('Send event').click();
    const panel = viewer.page.getByRole('complementary', { name: 'Send an event' });
    await panel.getByRole('textbox', { name: 'Payload' }).fill('{ "a": }');
    await panel.getByRole('combobox', { name: 'Event' }).click();
    await viewer.page.locator('.ads-pick-list').getByRole('option', { name: 'theme.toggled' }).click();
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('Invalid JSON from line 1, column 8.').waitFor();
    expect(await violations(viewer.page)).toEqual([]);
    await panel.getByRole('textbox', { name: 'Payload' }).fill('');
    await panel.getByRole('button', { name: 'Send' }).dblclick();
    await panel.getByText('Received: entry').waitFor();
    await expect.poll(() => somebody.page.evaluate(() => document.documentElement.className)).toBe('dark');
    await seek(viewer, 'theme.toggled');
    await viewer.logged('theme.toggled').first().waitFor();
    expect(await viewer.page.locator('.ads-trace-row.ads-is-event').count()).toBe(1);
    expect(viewer.faults).toEqual([]);
  });

  it('is not offered in production', async () => {
    const somebody = await visitorAs('admin', '/sys/department', { english: true });
    const viewer = await viewerOf(somebody);
    await watched(viewer);
    await viewer.tool('Pause').waitFor();
    expect(await viewer.tool('Send event').count()).toBe(0);
    await viewer.tool('Pause').click();
    await viewer.page.getByText('Paused. The page keeps running').waitFor();
    const [file] = await Promise.all([viewer.page.waitForEvent('download'), viewer.tool('Save recording').click()]);
    expect(file.suggestedFilename()).toMatch(/^recording-.+\.json$/);
  });
});

describe.each([
  ['light and Chinese', { dark: false, english: false }],
  ['dark and English', { dark: true, english: true }],
])('the live room, %s', (_, options) => {
  it.each(deep([options.dark ? 800 : 1440], [1440, 800]))('fits into a window of %d pixels, and axe finds no fault', async (width) => {
    const somebody = await visitorAs('admin', '/sys/role', { ...options, width });
    const viewer = await viewerOf(somebody);
    await viewer.actor('session').click();
    await viewer.page.locator('.ads-live-tools button').first().click();
    await viewer.page.locator('.ads-live-remarks .ads-remark').waitFor();
    expect(await viewer.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await violations(viewer.page)).toEqual([]);
    expect(viewer.faults).toEqual([]);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visualiserDir } from '#tests/support/console-server.ts';
import { panel, SESSION, waitForDrawing } from '#tests/support/visualiser-controls.ts';
import { visualiserStage } from '#tests/support/visualiser-stage.ts';
import { editorBelow } from '#visualiser/command/editor.ts';
import { runJob } from '#visualiser/command/job.ts';
import { type ServedSite, serveSite } from '#visualiser/command/serve-site.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** An editor that the browser can reach, so that a click shows what it is asked to open. */
const EDITOR = 'http://editor.test/open?file={file}&line={line}';
const MACHINE = 'machines/theme/theme.machine.ts';

const { reader } = visualiserStage();
const data = mkdtempSync(path.join(os.tmpdir(), 'source-links-'));
let site: ServedSite | undefined;

beforeAll(async () => {
  const result = await runJob({
    kind: 'data',
    root,
    name: 'sources',
    patterns: [MACHINE],
    out: data,
    page: visualiserDir,
    isDark: false,
    editor: editorBelow(EDITOR, root),
  });
  expect(result).toEqual({ count: 1, problems: [] });
  site = await serveSite(visualiserDir, data, { port: 0, offers: [] });
});
afterAll(async () => {
  await site?.close();
  rmSync(data, { recursive: true, force: true });
});

/** The machine as the command serves it, at a state or transition. */
async function open(at: string): Promise<Page> {
  const { page } = await reader(`#/machines/theme?at=${encodeURIComponent(at)}`, { address: site?.address ?? '' });
  await page.route('http://editor.test/**', (route) => route.fulfill({ body: 'opened', contentType: 'text/plain' }));
  return page;
}

/** Clicks a link and returns the line of the file that the editor was asked for. */
async function openedBy(page: Page, name: string | RegExp): Promise<string | undefined> {
  await panel(page).getByRole('link', { name }).first().click();
  await page.waitForURL('http://editor.test/**');
  const asked = new URL(page.url()).searchParams;
  expect(asked.get('file')).toBe(path.join(root, MACHINE));
  return readFileSync(path.join(root, MACHINE), 'utf8').split('\n')[Number(asked.get('line')) - 1]?.trim();
}

const SOURCE = /^Open the source, line \d+$/;

describe('a link to the source', () => {
  it.each([
    ['a machine', '', SOURCE, /^export const themeMachine = setup\(/],
    ['a state', 'theme.dark', SOURCE, /^dark: \{/],
    ['a transition', 'theme.dark:theme.toggled:0', SOURCE, /^'theme\.toggled': \{ target: 'light'/],
    ['an entry action', 'theme.dark', /^paint/, /^paint: effect/],
    ['an action of a transition', 'theme.light:theme.toggled:0', /^storeTheme/, /^storeTheme: effect/],
  ])('leads to the line of %s', async (_, at, name, line) => {
    expect(await openedBy(await open(at), name)).toMatch(line);
  });
});

describe('the visualiser of the console', () => {
  it('has no links to sources, because nobody knows where they are on the computer of its reader', async () => {
    const { page } = await reader(SESSION);
    await waitForDrawing(page);
    expect(await panel(page).getByRole('link').count()).toBeGreaterThan(0);
    expect(await panel(page).getByRole('link', { name: SOURCE }).count()).toBe(0);
  });
});

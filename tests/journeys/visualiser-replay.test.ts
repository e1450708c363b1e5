import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { sampled } from '#tests/support/depth.ts';
import { SHOP_SECRET, shopRecording } from '#tests/support/shop-recording.ts';
import { type Reader, type ReaderOptions, visualiserStage } from '#tests/support/visualiser-stage.ts';
import type { RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import { toRecordingFile } from '#visualiser/trace/recording-file.ts';

let recording: Recording;

const stage = visualiserStage();
beforeAll(async () => {
  recording = await shopRecording();
});

const reader = (options: ReaderOptions = {}) => stage.reader('#/recording', options);

const file = (text: string, name = 'x.json') => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

async function opened(one: Recording = recording, options: ReaderOptions = {}): Promise<Reader> {
  const known = await reader(options);
  await known.page.locator('input[type=file]').setInputFiles(file(toRecordingFile(one).text));
  await known.page.locator('.ads-trace').waitFor();
  return known;
}

const heading = (page: Page) => page.locator('.ads-vis-main h1');
const actor = (page: Page, name: string) => page.getByRole('treeitem', { name });
/** Large letters are others than small ones. */
const row = (page: Page, text: string) => page.locator('.ads-trace-row').filter({ hasText: new RegExp(text) });
const side = (page: Page) => page.locator('.ads-trace-side');
const position = (page: Page) => page.locator('.ads-trace-position').textContent();
/** What stands beside a name among the values. */
const valueOf = (page: Page, name: string) =>
  side(page)
    .locator('.ads-value-line')
    .filter({ has: page.locator('.ads-value-key').getByText(name, { exact: true }) })
    .locator('.ads-value-leaf')
    .first()
    .textContent();
/** Numbers of the entries the log shows. */
const numbers = (page: Page) => page.locator('.ads-trace-number').allTextContents();
const drawn = (page: Page, machine: string) => page.locator(`svg.ads-chart[aria-label="Diagram of ${machine}"]`);
/** Keys of the states that are drawn as active, as they are read out. */
const activeStates = async (page: Page) =>
  (await page.locator('.ads-chart-state.ads-is-active').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).map(
    (name) => name.split(/[, ]/, 1)[0],
  );

describe('a recording', () => {
  it('is explained to who has none, and refused with the field that is wrong', async () => {
    const { page, faults } = await reader();
    expect(await page.locator('.ads-vis-main').textContent()).toContain('A recording contains what the machines of a page did');
    const give = (text: string) => page.locator('input[type=file]').setInputFiles(file(text));
    const alert = page.getByRole('alert');
    await give('{"format":');
    await expect.poll(() => alert.textContent()).toContain('It is not valid JSON');
    const broken = structuredClone(recording);
    Reflect.set(broken.entries[4] ?? {}, 'to', 7);
    await give(JSON.stringify(broken));
    await expect.poll(() => alert.textContent()).toContain('entries[4].to: must be a text');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => alert.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('is read step by step: who lives, where everybody stands, and what changed', async () => {
    const { page, faults, requests } = await opened();
    expect(await heading(page).textContent()).toBe('A shop');
    expect(await position(page)).toBe('3 of 36 · 00:00.000');
    expect(await page.getByRole('treeitem').count()).toBe(3);
    // The recording brought the chart of the shop; the first machine is shown.
    await drawn(page, 'shop').waitFor();
    await expect.poll(() => activeStates(page)).toEqual(['shop', 'open']);

    await row(page, 'VISITOR.NAMED').first().click();
    await expect.poll(() => valueOf(page, 'name')).toBe('"Li"');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => position(page)).toBe('11 of 36 · 00:00.250');
    expect(await page.locator('.ads-chart-label.ads-is-taken').textContent()).toContain('VISITOR.NAMED');
    const changed = page.locator('.ads-value.ads-is-changed');
    expect(await changed.locator('> .ads-value-line > .ads-value-key').allTextContents()).toEqual(['visitor', 'name']);
    expect(await side(page).locator('.ads-value-mark.ads-is-redacted').textContent()).toBe('redacted');
    expect(await page.content()).not.toContain(SHOP_SECRET);

    await actor(page, 'checkout').click();
    await drawn(page, 'checkout').waitFor();
    await row(page, 'ADDRESS').first().click();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => activeStates(page)).toEqual(['checkout', 'payment', 'address', 'known', 'card', 'asked']);
    await row(page, 'SHOUTED').first().click();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => side(page).textContent()).toContain('no transition');

    // The gallery has the chart of the theme.
    await actor(page, 'theme').click();
    await drawn(page, 'theme').waitFor();
    await page.getByRole('button', { name: 'Last entry' }).click();
    await expect.poll(() => activeStates(page)).toEqual(['theme', 'dark']);
    // Who ended just now is still there, and whoever started it.
    expect(await page.getByRole('treeitem').count()).toBe(4);
    expect(await actor(page, 'checkout').textContent()).toContain('ended');
    expect(await actor(page, 'bank').textContent()).toContain('ended');
    expect(await page.getByRole('button', { name: 'Ended: 2' }).getAttribute('aria-pressed')).toBe('false');
    expect(faults).toEqual([]);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is walked through by keys: the log, the tree and the scrubber', async () => {
    const { page } = await opened();
    const log = page.getByRole('listbox', { name: 'Log' });
    await log.focus();
    await page.keyboard.press('End');
    await expect.poll(() => position(page)).toBe('36 of 36 · 00:01.750');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => position(page)).toBe('2 of 36 · 00:00.000');
    const scrubber = page.getByRole('slider', { name: 'Moment' });
    await scrubber.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => position(page)).toBe('4 of 36 · 00:00.000');
    await page.keyboard.press('End');
    await expect.poll(() => scrubber.inputValue()).toBe('35');
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Next entry' }).click();
    await page.getByRole('button', { name: 'Next entry' }).click();

    await actor(page, 'shop').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await actor(page, 'checkout').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('treeitem').count()).toBe(1);
    expect(await actor(page, 'shop').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('treeitem').count()).toBe(3);
  });

  it('is narrowed to an actor, a type of event and kinds of entries', async () => {
    const { page } = await opened();
    const count = page.locator('.ads-trace-count');
    await page.getByRole('searchbox', { name: 'Event type' }).fill('checkout.paid');
    await expect.poll(() => count.textContent()).toBe('2 of 36');
    await page.getByRole('searchbox', { name: 'Event type' }).fill('nothing of the kind');
    await page.getByText('No entries match the filters.').waitFor();
    await page.getByRole('searchbox', { name: 'Event type' }).fill('');
    await page.getByRole('button', { name: 'step' }).click();
    await page.getByRole('button', { name: 'xstate.*' }).click();
    await actor(page, 'theme').click();
    await page.getByRole('combobox', { name: 'Actors' }).selectOption('theme only');
    await expect.poll(() => numbers(page)).toEqual(['3', '20']);
    await page.getByRole('button', { name: 'Next entry' }).click();
    await expect.poll(() => position(page)).toBe('20 of 36 · 00:01.500');
  });

  it('is played by itself, and paused', async () => {
    const { page } = await opened();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('4×');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => position(page)).toBe('36 of 36 · 00:01.750');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('step by step');
    await page.getByRole('button', { name: 'Play' }).click();
    // It begins anew at the sixth entry; a busy machine may look only after some steps.
    await expect.poll(() => position(page)).toMatch(/^(?:[6-9]|[12]\d) of 36/);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await position(page)).not.toContain('36 of 36');
  });

  it('is a sequence of messages between those who lived', async () => {
    const { page, faults } = await opened();
    await page.getByRole('button', { name: 'Sequence' }).click();
    const names = page.locator('.ads-sequence-names button');
    expect(await names.allTextContents()).toEqual(['shop', 'checkout', 'theme', 'bank']);
    const paid = page.getByRole('option', { name: '31: checkout → shop CHECKOUT.PAID' });
    await paid.click();
    await expect.poll(() => position(page)).toBe('31 of 36 · 00:01.750');
    expect(await paid.getAttribute('aria-selected')).toBe('true');
    await names.filter({ hasText: 'bank' }).click();
    await page.getByText('Only machines have a diagram.').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('without a chart still says where its machines stand', async () => {
    const { page, faults } = await opened(await shopRecording({ withCheckout: false }));
    await actor(page, 'checkout').click();
    await page.getByText('There is no diagram of this machine').waitFor();
    expect(await page.locator('.ads-trace-text li').allTextContents()).toEqual(['checkout', 'checkout.cart']);
    expect(faults).toEqual([]);
  });

  it('of ten thousand entries with restored actors and gaps stays usable', async () => {
    const state = { status: 'active' as const };
    const entries: RecordedEntry[] = [
      { seq: 1, at: 0, kind: 'born', actor: { key: 'a', id: 'counter', kind: 'machine', isRestored: true }, state },
      { seq: 2, at: 0, kind: 'gap', dropped: 12 },
      ...Array.from(
        { length: 10_000 },
        (_, index): RecordedEntry => ({
          seq: index + 3,
          at: index,
          kind: 'step',
          actor: 'a',
          event: `tick.${index}`,
          transitions: [],
          state: { status: 'active', changed: { count: index } },
        }),
      ),
    ];
    const { page, faults } = await opened({ ...recording, title: 'Long', charts: {}, entries });
    expect(await actor(page, 'counter').textContent()).toContain('restored');
    expect(await row(page, '12 entries were dropped').count()).toBe(1);
    await page.getByRole('listbox', { name: 'Log' }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => valueOf(page, 'count')).toBe('9999');
    expect(await page.locator('.ads-trace-row').count()).toBeLessThan(100);
    await page.getByRole('slider', { name: 'Moment' }).fill('5001');
    await expect.poll(() => valueOf(page, 'count')).toBe('4999');
    await page.getByRole('searchbox', { name: 'Event type' }).fill('tick.77');
    await expect.poll(() => page.locator('.ads-trace-count').textContent()).toBe('112 of 10002');
    expect(faults).toEqual([]);
  });

  it('is opened by pasting and dropping, handed back as the same file, and closed', async () => {
    const { page } = await reader();
    const { text } = toRecordingFile(recording);
    await page.evaluate((plain) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
    await page.locator('.ads-trace').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    expect(download.suggestedFilename()).toBe('recording-A-shop-2026-03-04-05-06-07.json');
    expect(readFileSync(await download.path(), 'utf8')).toBe(text);

    const other = toRecordingFile({ ...recording, title: 'Another <b>shop</b>' }).text;
    await page.evaluate((plain) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([plain], 'other.json', { type: 'application/json' }));
      const target = document.querySelector('.ads-replay');
      target?.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      target?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, other);
    await expect.poll(() => heading(page).textContent()).toBe('Another <b>shop</b>');
    // What is none leaves it open.
    await page.locator('input[type=file]').setInputFiles(file('[]'));
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('not a recording');
    expect(await heading(page).textContent()).toBe('Another <b>shop</b>');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Recordings');
  });

  const looks = [
    { dark: false, width: 1440 },
    { dark: true, width: 800 },
  ];
  it.each(sampled(looks, 2, 0))('can be read by who does not see the screen, or sees it badly: %o', async (look) => {
    const { page, faults } = await opened(recording, look);
    await drawn(page, 'shop').waitFor();
    await row(page, 'VISITOR.NAMED').last().click();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(faults).toEqual([]);
  });
});

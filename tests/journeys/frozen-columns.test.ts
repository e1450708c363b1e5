import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { deep, sampled } from '#tests/support/depth.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();
beforeAll(() => seedLaunches(stage.server()));

const PAGES = [
  '/auth/account',
  '/advertising/video',
  '/advertising/video?tab=dramas',
  '/auth/site',
  '/auth/pixel',
  '/sys/accounts',
  '/advertising/start',
  '/advertising/start?tab=ad',
] as const;

const scrollTo = (page: Page, share: number) =>
  page
    .locator('.ads-table-scroll:visible')
    .first()
    .evaluate(async (scroller, part) => {
      scroller.scrollLeft = (scroller.scrollWidth - scroller.clientWidth) * part;
      // Two frames: the table has heard of it, and has drawn what came of that.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }, share);

/** Cells of which a part is seen and a part is not: below what stands still, or beyond the edge of the table. */
const cutCells = (page: Page) =>
  page
    .locator('.ads-table-scroll:visible')
    .first()
    .evaluate((scroller) => {
      const frame = scroller.getBoundingClientRect();
      const [head] = scroller.querySelectorAll('thead > tr');
      const edges = { left: frame.left + scroller.clientLeft, right: frame.left + scroller.clientLeft + scroller.clientWidth };
      for (const cell of head?.children ?? []) {
        if (!cell.classList.contains('ads-cell-frozen')) continue;
        const { left, right } = cell.getBoundingClientRect();
        if (cell.classList.contains('ads-cell-frozen-right')) edges.right = Math.min(edges.right, left);
        else edges.left = Math.max(edges.left, right);
      }
      const isNumber = (cell: Element) =>
        cell.classList.contains('ads-cell-right') || /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell.textContent ?? '');
      const isShown = (cell: Element) => getComputedStyle(cell).color !== 'rgba(0, 0, 0, 0)';
      const numbers = [...scroller.querySelectorAll('tbody > tr > .ads-cell:not(.ads-cell-frozen)')].filter(isNumber);
      const places = numbers.filter(isShown).map((cell) => ({
        text: cell.textContent,
        isRight: cell.classList.contains('ads-cell-right'),
        ...(cell.getBoundingClientRect().toJSON() as Omit<DOMRect, 'toJSON'>),
      }));
      const seen = places.filter(({ left, right }) => left < edges.right - 1 && right > edges.left + 1);
      // What is no number and wider than the room is shown in part rather than never.
      const room = edges.right - edges.left;
      const due = seen.filter(({ isRight, width }) => isRight || width <= room);
      const cut = due.filter(({ left, right }) => left < edges.left - 1 || right > edges.right + 1);
      return { numbers: numbers.length, cut: cut.map(({ text }) => text), room };
    });

describe('a table that is wider than its place', () => {
  it.each([
    { width: 1440, english: false },
    { width: 800, english: true },
    ...deep(
      [],
      [
        { width: 1440, english: true },
        { width: 800, english: false },
      ],
    ),
  ])('cuts no number at any place it is moved to: $width pixels, English: $english', async ({ width, english }) => {
    const { page, open, faults } = await stage.visitorAs('admin', PAGES[0], { width, english, dark: english });
    const wrong: string[] = [];
    // Each size has its own sixth of the pages, and all of them in a deep run.
    for (const path of sampled(PAGES, 6, Number(english))) {
      await open(path);
      // Materials are pictures at first.
      if (path === '/advertising/video') await page.locator('.ads-layout-switch:visible button').last().click();
      await page.locator('.ads-table-scroll:visible tbody tr[data-row-id]').first().waitFor();
      let seen = 0;
      for (const share of [0, 0.13, 0.37, 0.5, 0.81, 1]) {
        await scrollTo(page, share);
        const { numbers, cut, room } = await cutCells(page);
        if (cut.length > 0) wrong.push(`${path} at ${share}: ${cut.slice(0, 3).join(', ')}`);
        if (room < 100) wrong.push(`${path}: room of ${room}`);
        seen += numbers;
      }
      if (seen === 0) wrong.push(`${path}: no numbers`);
    }
    expect(wrong).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('shows by a shadow that there is more, and none where there is not', async () => {
    const { page } = await stage.visitorAs('admin', '/advertising/start', { width: 1440 });
    await page.locator('.ads-table-scroll:visible tbody tr[data-row-id]').first().waitFor();
    const shadows = () =>
      page
        .locator('.ads-table-scroll:visible')
        .first()
        .evaluate((scroller) =>
          ['left', 'right'].map((side) => {
            const cell = scroller.querySelector(`tbody .ads-cell-edge-${side}`);
            return cell !== null && getComputedStyle(cell).boxShadow !== 'none';
          }),
        );
    await scrollTo(page, 0);
    expect(await shadows()).toEqual([false, true]);
    await scrollTo(page, 0.5);
    expect(await shadows()).toEqual([true, true]);
    await scrollTo(page, 1);
    expect(await shadows()).toEqual([true, false]);
  });

  it('keeps the end of a long name in sight', async () => {
    const { db } = stage.server();
    const campaign = await db
      .selectFrom('campaign')
      .select('id')
      .where('effective_status', '=', 'ACTIVE')
      .limit(1)
      .executeTakeFirstOrThrow();
    const name = `LAST-MOON_MX_ReelStory_${'very_long_name_'.repeat(6)}20261123_07`;
    await db.updateTable('campaign').set({ name }).where('id', '=', campaign.id).execute();
    const { page } = await stage.visitorAs('admin', '/advertising/start?keyword=20261123_07', { width: 1440 });
    const button = page.getByRole('button', { name, exact: true });
    await button.waitFor();
    const [, tail] = await button.locator('.ads-halves > span').all();
    const geometry = await tail?.evaluate((span) => {
      const end = document.createRange();
      const text = span.querySelector('bdi')?.firstChild as Text;
      end.setStart(text, text.length - 2);
      end.setEnd(text, text.length);
      const last = end.getBoundingClientRect();
      const place = (span.closest('td') as Element).getBoundingClientRect();
      return last.width > 0 && last.left >= place.left && last.right <= place.right && last.bottom <= place.bottom;
    });
    expect(geometry).toBe(true);
  });
});

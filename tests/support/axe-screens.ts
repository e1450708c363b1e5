import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { deep } from './depth.ts';
import { findLiveMarkup, NO_LIVE_MARKUP, seeMarkup } from './markup.ts';
import type { JourneyStage } from './stage-journey.ts';
import type { Visitor } from './visitor.ts';

export interface Screen {
  name: string;
  as?: string;
  path: string;
  /** Selector of an element that shows that the screen is ready. */
  ready: string;
  /** How many different markup names the screen shows as text at least, when everything is named so. */
  marked?: number;
  /** Name of another screen of the same builder; this one is looked at in deep runs only. */
  like?: string;
  /** Further steps, each of which is checked too. English labels are read from the page. */
  steps?: [name: string, step: (page: Page) => Promise<unknown>][];
}

export const rows = 'tr[data-row-id]';
export const overlay = (page: Page) => page.locator('.ads-overlay').last();
/** A step that only closes a layer, because the screen behind it was checked before. */
export const leave = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.locator('.ads-overlay').first().waitFor({ state: 'detached' });
};
/** The actions of a row must fit into their column, also in the longer English words. */
const cutActions = (page: Page): Promise<string[]> =>
  page
    .locator(`${rows} .ads-row-actions`)
    .evaluateAll((all) =>
      all
        .filter((actions) => actions.getBoundingClientRect().right > (actions.closest('td')?.getBoundingClientRect().right ?? 0) + 0.5)
        .map((actions) => `actions are cut off: ${actions.textContent}`),
    );

/** The heads of the drawn columns must show their whole text. */
export const cutHeads = (page: Page): Promise<string[]> =>
  page
    .locator('.ads-head-text:visible')
    .evaluateAll((all) =>
      all
        .filter((head) => head.scrollHeight > head.clientHeight + 1 || head.scrollWidth > head.clientWidth + 1)
        .map((head) => `a head is cut off: ${head.textContent}`),
    );

/**
 * Checks two of three screens of different builders, each in one language and theme, and a third of them with axe after every third
 * step; every screen in both, after every step, in a deep run.
 */
export function describeScreens(stage: JourneyStage, all: readonly Screen[]): void {
  const names = new Set(all.map(({ name }) => name));
  const lost = all.filter(({ like }) => like !== undefined && !names.has(like));
  if (lost.length > 0) throw new Error(`no screen is called ${lost.map(({ like }) => like).join(', ')}`);
  const screens = all.filter(({ like }) => deep(like === undefined, true));
  describe.each([
    { dark: false, english: false },
    { dark: true, english: true },
  ])('with dark $dark and English $english', (options) => {
    const arrive = async ({ as, path, ready, marked }: Screen): Promise<Visitor> => {
      const visitor = as === undefined ? await stage.visitor(options) : await stage.visitorAs(as, path, options);
      if (as === undefined) await visitor.open(path);
      await visitor.page.locator(ready).first().waitFor();
      if (marked !== undefined) await seeMarkup(visitor.page.getByRole('main').filter({ visible: true }), marked);
      return visitor;
    };

    const turn = screens.filter((_, index) => deep(index % 3 === Number(options.dark), true));
    it.each(turn)('nothing is in the way on: $name', async (screen) => {
      const { page, faults } = await arrive(screen);
      const found = [...(await violations(page)), ...(await cutActions(page)), ...(await cutHeads(page))].map(
        (line) => `${screen.name} | ${line}`,
      );
      expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
      const isWalked = deep(turn.indexOf(screen) % 3 === 0, true);
      const steps = isWalked ? (screen.steps ?? []) : [];
      for (const [place, [name, step]] of steps.entries()) {
        await step(page);
        expect(await findLiveMarkup(page), name).toEqual(NO_LIVE_MARKUP);
        // What a step leaves on the page is looked at with a later one too.
        const isLookedAt = step !== leave && (place % 3 === 0 || place === steps.length - 1);
        if (!deep(isLookedAt, true)) continue;
        found.push(...(await violations(page)).map((line) => `${screen.name}, ${name} | ${line}`));
      }
      expect([...new Set(found)], found.join(' ; ')).toEqual([]);
      expect(faults).toEqual([]);
    });
  });
}

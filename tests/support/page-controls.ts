import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The actions of a user on the tables and forms of the console. */
export interface PageControls {
  /** The drawer or dialog on top. */
  layer: Locator;
  /** The row with a cell that contains exactly this text. */
  row(text: string): Locator;
  /** Chooses an action of a row, shown as a button or in its menu. */
  act(action: string, subject: string): Promise<void>;
  /** Chooses the value of a field in the layer on top. */
  choose(field: string, option: string): Promise<void>;
  /** Selects or deselects values of a field that takes several. */
  chooseSeveral(field: string, ...options: string[]): Promise<void>;
  /** Chooses a value of a filter. */
  filter(name: string, option: string): Promise<void>;
  /** Presses a button of the layer on top. */
  press(button: string): Promise<void>;
  /** A text field of the layer on top, by its label. */
  field(label: string): Locator;
  /** The error texts of the fields, in order. */
  faults(): Promise<string[]>;
  /** Holds the mouse over an element until its hint says this text. Rows may still move away from under a mouse that does not move. */
  hint(of: Locator, text: string): Promise<void>;
  /** Waits until no layer is open. */
  closed(): Promise<void>;
}

export function controlsOf(page: Page): PageControls {
  const layer = page.locator('.ads-overlay:visible').last();
  const unfold = (field: string) => layer.getByRole('combobox', { name: field }).first().click();
  const take = (option: string) => page.getByRole('option', { name: option }).first().click();
  return {
    layer,
    row: (text) => page.locator('tr[data-row-id]').filter({ has: page.getByText(text, { exact: true }) }),
    act: async (action, subject) => {
      const inline = page.getByRole('button', { name: `${action} ${subject}`, exact: true });
      const more = page.getByRole('button', { name: `${subject} 的更多操作`, exact: true });
      await inline.or(more).first().waitFor();
      if ((await inline.count()) > 0) {
        await inline.click();
        return;
      }
      await more.click();
      const items = page.getByRole('menuitem', { name: action });
      await items.first().waitFor();
      // A disabled action has its reason after its name; another action may only begin with the same name.
      const exact = page.getByRole('menuitem', { name: action, exact: true });
      await ((await exact.count()) > 0 ? exact : items).click();
    },
    choose: async (field, option) => {
      await unfold(field);
      await take(option);
    },
    chooseSeveral: async (field, ...options) => {
      await unfold(field);
      for (const option of options) await take(option);
      await page.keyboard.press('Escape');
    },
    filter: async (name, option) => {
      await page.locator('.ads-filters').getByRole('combobox', { name }).click();
      await take(option);
    },
    press: (button) => layer.getByRole('button', { name: button, exact: true }).click(),
    field: (label) => layer.getByRole('textbox', { name: label }),
    faults: () => layer.locator('.ads-field-fault').allInnerTexts(),
    hint: async (of, text) => {
      const hint = page.locator('.ads-tooltip').getByText(text);
      const isShown = async () => {
        await of.hover();
        return await hint.isVisible();
      };
      await expect.poll(isShown, { message: `the hint “${text}”` }).toBe(true);
    },
    closed: () => page.locator('.ads-overlay').first().waitFor({ state: 'detached' }),
  };
}

/** Calls of one path whose answers are held back. */
export interface HeldCalls {
  /** The body of each call, in order. */
  bodies: Record<string, unknown>[];
  /**
   * Passes on the answer to the call at this place, counted from 0; without a place, the answers to all present and future calls.
   * Resolves when the page has drawn the result.
   */
  letGo(place?: number): Promise<void>;
}

/** Lets the server answer calls of a path at once, but keeps the answers from the page until they are released. */
export async function holdAnswers(page: Page, path: string): Promise<HeldCalls> {
  const bodies: Record<string, unknown>[] = [];
  const waiting: { go: () => void; arrived: Promise<void> }[] = [];
  let isOpen = false;
  await page.route(`**/api${path}`, async (route) => {
    const place = bodies.push((route.request().postDataJSON() ?? {}) as Record<string, unknown>) - 1;
    let go = () => undefined as void;
    const released = new Promise<void>((resolve) => {
      go = resolve;
    });
    const answer = route.fetch();
    // The page may have given up meanwhile.
    const arrived = Promise.all([answer, released]).then(([response]) => route.fulfill({ response }).catch(() => undefined));
    waiting[place] = { go, arrived };
    if (isOpen) go();
    await arrived;
  });
  return {
    bodies,
    letGo: async (place) => {
      if (place === undefined) isOpen = true;
      const chosen = waiting.filter((_, at) => place === undefined || at === place);
      for (const { go } of chosen) go();
      await Promise.all(chosen.map(({ arrived }) => arrived));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    },
  };
}

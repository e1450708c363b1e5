import { batchOn } from './batch-hands.ts';
import { handsOn } from './page-hands.ts';
import type { JourneyStage } from './stage-journey.ts';

/** Opens pages of connections: `at('lead_a', '/auth/account')` is somebody in front of one, once its list is there. */
export const assetPagesOf = (stage: Pick<JourneyStage, 'visitorAs'>) => async (account: string, path: string) => {
  const visitor = await stage.visitorAs(account, path, { width: 2600 });
  const { page } = visitor;
  const hands = handsOn(page);
  const main = page.getByRole('main').filter({ visible: true });
  await main.locator('table').first().waitFor();
  const placeOf = async (column: string) => {
    const titles = await main.locator('thead').first().locator('th, td').allInnerTexts();
    const place = titles.findIndex((title) => title.trim() === column);
    if (place < 0) throw new Error(`there is no column ${column} but ${titles.join(', ')}`);
    return place;
  };
  return {
    ...visitor,
    hands,
    /** What stands in a column of the row with this name. */
    cell: async (name: string, column: string): Promise<string> =>
      (
        await hands
          .row(name)
          .locator('td, th')
          .nth(await placeOf(column))
          .innerText()
      ).trim(),
    /** What stands in a column, row by row. */
    column: async (title: string): Promise<string[]> => {
      const place = await placeOf(title);
      const rows = await main.locator('tr[data-row-id]').all();
      return await Promise.all(rows.map(async (row) => (await row.locator('td, th').nth(place).innerText()).trim()));
    },
    /** Asks for the rows again. */
    reload: () => main.getByRole('button', { name: '刷新', exact: true }).click(),
    /** Goes on to another page of the menu, as the same reader. */
    go: async (title: string) => {
      await page.locator('.ads-nav').getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    },
    /** A batch that stands on the screen came to its end with these counts: `成功 2`. Closes it. */
    ended: async (type: string, ...counts: string[]) => {
      const batch = batchOn(page, type);
      await batch.ended(...counts);
      await batch.close();
    },
  };
};

import { batchOn } from './batch-controls.ts';
import { controlsOf } from './page-controls.ts';
import type { JourneyStage } from './stage-journey.ts';

/** Opens pages of assets: `open('lead_a', '/auth/account')` returns a visitor once the list of the page is shown. */
export const assetPagesOf = (stage: Pick<JourneyStage, 'visitorAs'>) => async (account: string, path: string) => {
  const visitor = await stage.visitorAs(account, path, { width: 2600 });
  const { page } = visitor;
  const controls = controlsOf(page);
  const main = page.getByRole('main').filter({ visible: true });
  await main.locator('table').first().waitFor();
  const findColumn = async (column: string) => {
    const titles = await main.locator('thead').first().locator('th, td').allInnerTexts();
    const place = titles.findIndex((title) => title.trim() === column);
    if (place < 0) throw new Error(`there is no column ${column} but ${titles.join(', ')}`);
    return place;
  };
  return {
    ...visitor,
    controls,
    /** The text in a column of the row with this name. */
    cell: async (name: string, column: string): Promise<string> =>
      (
        await controls
          .row(name)
          .locator('td, th')
          .nth(await findColumn(column))
          .innerText()
      ).trim(),
    /** The texts of a column, row by row. */
    column: async (title: string): Promise<string[]> => {
      const place = await findColumn(title);
      const rows = await main.locator('tr[data-row-id]').all();
      return await Promise.all(rows.map(async (row) => (await row.locator('td, th').nth(place).innerText()).trim()));
    },
    reload: () => main.getByRole('button', { name: '刷新', exact: true }).click(),
    /** Opens another page from the menu, as the same visitor. */
    go: async (title: string) => {
      await page.locator('.ads-nav').getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    },
    /** Waits until the batch on the screen has ended with these counts, such as `成功 2`, and closes it. */
    ended: async (type: string, ...counts: string[]) => {
      const batch = batchOn(page, type);
      await batch.ended(...counts);
      await batch.close();
    },
  };
};

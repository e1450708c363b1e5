import type { Page, Route } from 'playwright-core';
import { controlsOf } from './page-controls.ts';

/** The actions of a user on the upload queue. */
export function queueOn(page: Page) {
  const table = page.getByRole('table', { name: '上传队列' });
  const rows = table.locator('tbody').getByRole('row');
  const row = (file: string) => rows.filter({ has: page.getByText(file, { exact: true }) });
  const sharedFields = page.getByRole('group', { name: '所有文件共用的信息' });
  const readState = async (file: string) => (await row(file).getByRole('cell').nth(-2).innerText()).split('\n').map((line) => line.trim());
  const choose = async (field: string, option: string) => {
    await sharedFields.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).first().click();
  };
  return {
    table,
    choose: (...files: string[]) => page.getByLabel('选择文件', { exact: true }).setInputFiles(files),
    /** Fills in the fields that all files share: their content and language. */
    describe: async (content: string, language: string, field = '剧目') => {
      await choose(field, content);
      await choose('语言', language);
    },
    start: () => page.getByRole('button', { name: /^开始上传 \d+ 个文件$/ }).click(),
    press: (action: string, file: string) => controlsOf(page).act(action, file),
    state: async (file: string) => (await readState(file))[0],
    /** The state of every file, by name. */
    states: async () =>
      Object.fromEntries(
        await Promise.all(
          (await rows.all()).map(async (one) => [
            await one.getByRole('rowheader').locator('small').innerText(),
            (await one.getByRole('cell').nth(-2).innerText()).split('\n')[0]?.trim(),
          ]),
        ),
      ) as Record<string, string>,
    /** The text next to the state. */
    reason: async (file: string) => (await readState(file)).slice(1).join(' ').trim(),
  };
}

export interface Gate {
  /** The offset in bytes of each portion that the page sent, whether or not it passed. */
  offsets: number[];
  /** Lets everything pass from now on. */
  open(): void;
}

/** Lets the given number of portions pass from a page to the server; the rest is held back or cut off. */
export async function gatePortions(
  page: Page,
  { through, rest = 'hold', larger = 0 }: { through: number; rest?: 'hold' | 'cut' /** Smaller portions come through. */; larger?: number },
): Promise<Gate> {
  const offsets: number[] = [];
  let isOpen = false;
  await page.route('**/api/uploads/**', async (route: Route) => {
    const request = route.request();
    if (request.method() !== 'PATCH' || Number(request.headers()['content-length'] ?? request.postDataBuffer()?.length ?? 0) < larger)
      return await route.continue();
    offsets.push(Number(request.headers()['upload-offset']));
    if (isOpen || offsets.length <= through) return await route.continue();
    // A portion that is held back waits until the page gives it up.
    if (rest === 'cut') await route.abort('connectionreset');
  });
  return {
    offsets,
    open: () => {
      isOpen = true;
    },
  };
}

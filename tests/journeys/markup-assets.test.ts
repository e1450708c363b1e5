import { beforeAll, expect, it } from 'vitest';
import { findLiveMarkup, LONG_MARKUP, MARKUP_NAMES, NO_LIVE_MARKUP } from '#tests/support/markup.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

/** What the channel and colleagues may call things, and where each is shown. */
const shown = [
  { table: 'personal_account', column: 'name', path: '/auth/personage' },
  { table: 'ad_account', column: 'name', path: '/auth/account' },
  { table: 'pixel', column: 'name', path: '/auth/pixel' },
  { table: 'homepage', column: 'name', path: '/auth/homepage' },
  { table: 'site', column: 'name', path: '/auth/site' },
  { table: 'drama', column: 'title', path: '/advertising/video?tab=dramas' },
  { table: 'product', column: 'name', path: '/advertising/upload-ec?tab=products' },
  { table: 'post', column: 'headline', path: '/advertising/post?page_size=100' },
  { table: 'material', column: 'title', path: '/advertising/video' },
] as const;

beforeAll(async () => {
  const { db } = stage.server();
  for (const { table, column } of shown) {
    const rows = await db.selectFrom(table).select('id').where('deleted_at', 'is', null).orderBy('id', 'desc').limit(120).execute();
    for (const [at, { id }] of rows.entries()) {
      const text = MARKUP_NAMES[at % MARKUP_NAMES.length];
      await db
        .updateTable(table)
        .set({ [column]: text })
        .where('id', '=', id)
        .execute();
    }
  }
  await db.updateTable('post').set({ message: LONG_MARKUP }).execute();
  await db
    .updateTable('material')
    .set({ tags: [MARKUP_NAMES[0] ?? '', MARKUP_NAMES[1] ?? ''] })
    .execute();
});

it.each(shown)('shows markup in names as text on $path', async ({ path }) => {
  const { page, faults } = await stage.visitorAs('admin', path, { width: 1800 });
  const main = page.getByRole('main').filter({ visible: true });
  const seen = async () =>
    (await Promise.all(MARKUP_NAMES.map((name) => main.getByText(name, { exact: true }).count()))).filter((count) => count > 0);
  await expect.poll(async () => (await seen()).length).toBeGreaterThanOrEqual(4);
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);
});

it('shows it as text in the drawer of a material and in the preview of a post', async () => {
  const { page, faults, open } = await stage.visitorAs('admin', '/advertising/video', { width: 1800 });
  const controls = controlsOf(page);
  await page.locator('.ads-card [aria-haspopup=menu]').first().click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  expect(MARKUP_NAMES).toContain(await controls.field('标题').inputValue());
  await controls.layer
    .getByText(MARKUP_NAMES[0] ?? '', { exact: true })
    .first()
    .waitFor();
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);

  await open('/advertising/post');
  await page.locator('tr[data-row-id] .ads-name').first().click();
  await page.getByRole('article', { name: '手机上的样子' }).getByText(LONG_MARKUP, { exact: true }).waitFor();
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);
});

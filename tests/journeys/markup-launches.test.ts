import { beforeAll, expect, it } from 'vitest';
import { findLiveMarkup, MARKUP_NAMES, NO_LIVE_MARKUP } from '#tests/support/markup.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

/** What the channel and colleagues may call things, and where each is shown. */
const shown = [
  { table: 'campaign', path: '/advertising/start?page_size=100' },
  { table: 'ad_group', path: '/advertising/start?tab=group&page_size=100' },
  { table: 'ad', path: '/advertising/start?tab=ad&page_size=100' },
  { table: 'scheme', path: '/advertising/publish?tab=schemes' },
  { table: 'sys_user', path: '/advertising/user?date_from=2026-10-10&date_to=2026-11-20' },
  { table: 'ad_account', path: '/advertising/account?date_from=2026-10-10&date_to=2026-11-20' },
  { table: 'campaign', path: '/advertising/close-log?date_from=2026-10-10&date_to=2026-11-20' },
  { table: 'campaign', path: '/advertising/remove-log?date_from=2026-10-10&date_to=2026-11-20' },
] as const;

beforeAll(async () => {
  const { db } = stage.server();
  for (const table of new Set(shown.map((one) => one.table))) {
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute();
    // Names of each column are given to a share of the rows at once.
    for (const [at, name] of MARKUP_NAMES.entries()) {
      const ids = rows.filter((_, place) => place % MARKUP_NAMES.length === at).map(({ id }) => id);
      if (ids.length > 0) await db.updateTable(table).set({ name }).where('id', 'in', ids).execute();
    }
  }
  await db
    .updateTable('ad')
    .set({ primary_text: MARKUP_NAMES[0] ?? '', headline: MARKUP_NAMES[1] ?? '' })
    .execute();
  // An ad of a post says what the post says.
  await db
    .updateTable('post')
    .set({ message: MARKUP_NAMES[0] ?? '', headline: MARKUP_NAMES[1] ?? '' })
    .execute();
});

it.each(shown)('shows markup in names as text on $path', async ({ path }) => {
  const { page, faults } = await stage.visitorAs('admin', path, { width: 1800 });
  const main = page.getByRole('main').filter({ visible: true });
  const seen = async () =>
    (await Promise.all(MARKUP_NAMES.map((name) => main.getByText(name, { exact: true }).count()))).filter((count) => count > 0);
  await expect.poll(async () => (await seen()).length).toBeGreaterThanOrEqual(3);
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);
});

it('shows it as text in the drawer of an ad and in what people see of it', async () => {
  const { page, faults } = await stage.visitorAs('admin', '/advertising/start?tab=ad', { width: 1800 });
  await page.locator('tr[data-row-id] .ads-name').first().click();
  const drawer = page.locator('.ads-overlay:visible').last();
  await drawer.getByRole('tab', { name: '创意预览' }).click();
  await drawer
    .getByText(MARKUP_NAMES[0] ?? '', { exact: true })
    .first()
    .waitFor();
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);
});

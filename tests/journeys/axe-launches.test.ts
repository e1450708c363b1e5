import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeScreens, leave, overlay, rows, type Screen } from '#tests/support/axe-screens.ts';
import { sampled } from '#tests/support/depth.ts';
import { findLiveMarkup, NO_LIVE_MARKUP, seeMarkup, writeMarkupIntoLaunches } from '#tests/support/markup.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(async () => {
  await seedLaunches(stage.server());
  await writeMarkupIntoLaunches(stage.server());
});

/** Of what the demo company launched. */
const days = 'date_from=2026-10-10&date_to=2026-11-20';

type Step = [name: string, step: (page: Page) => Promise<unknown>];

const openedBy = (name: string, press: (page: Page) => Promise<unknown>): Step => [
  name,
  async (page) => {
    await press(page);
    await overlay(page).waitFor();
  },
];
const left: Step = ['left again', leave];
const moreActions: Step = ['more actions', (page) => page.locator(`${rows} [aria-haspopup=menu]`).first().click()];
const chosen: Step = [
  'chosen rows',
  async (page) => {
    await page.keyboard.press('Escape');
    await page.locator(`${rows} input[type=checkbox]`).first().check();
    await page.locator('.ads-selection').waitFor();
  },
];
/** A question about the rows that are chosen; the button by its place. */
const asked = (name: string, place: number): Step =>
  openedBy(name, (page) => page.locator('.ads-selection .arco-btn:not([disabled])').nth(place).click());
/** One of the further actions of a row, by its place. */
const acted = (name: string, place: number): Step =>
  openedBy(name, async (page) => {
    await page.locator(`${rows} [aria-haspopup=menu]`).first().click();
    await page.locator('[role=menuitem]:not([aria-disabled=true])').nth(place).click();
  });
const drawer = openedBy('details', (page) => page.locator(`${rows} .ads-name`).first().click());
const drawerTabs = (count: number): Step[] =>
  Array.from({ length: count - 1 }, (_, at) => [
    `tab ${at + 2} of the details`,
    (page) =>
      overlay(page)
        .getByRole('tab')
        .nth(at + 1)
        .click(),
  ]);

/** The first name of the table leads a level down; the page it was on stays, out of sight. */
const below = (name: string, path: string): Step => [
  name,
  async (page) => {
    const above = await page.locator(`${rows} .ads-name:visible`).first().elementHandle();
    await above?.click();
    await page.waitForURL((url) => url.pathname === path);
    await above?.waitForElementState('hidden');
    await page.locator(`${rows}:visible`).first().waitFor();
  },
];
const onwards = (page: Page) => page.locator('.ads-publish-foot button.arco-btn-primary').click();
/** The first one that can be had. */
const picked = async (page: Page) => {
  await page.locator('.ads-publish-way [role=combobox]').first().click();
  await page.locator('[role=option]:not([aria-disabled=true])').first().click();
};

const screens: Screen[] = [
  {
    name: 'campaigns',
    as: 'admin',
    path: '/advertising/start?view=running',
    ready: rows,
    marked: 3,
    steps: [drawer, ...drawerTabs(5), left, moreActions, chosen, asked('closing', 1), left, asked('budgets', 2), left, asked('bids', 3)],
  },
  {
    name: 'ad groups',
    as: 'admin',
    path: '/advertising/start?tab=group&view=running',
    ready: rows,
    marked: 3,
    steps: [
      moreActions,
      ['left again', (page) => page.keyboard.press('Escape')],
      acted('copying', 0),
      left,
      acted('a schedule', 1),
      left,
      acted('names', 2),
    ],
  },
  {
    name: 'ads',
    as: 'admin',
    path: '/advertising/start?tab=ad&view=running',
    ready: rows,
    marked: 3,
    steps: [
      drawer,
      [
        'what people see',
        async (page) => {
          await overlay(page)
            .getByRole('tab', { name: /创意预览|Creative/ })
            .click();
          await seeMarkup(overlay(page).getByRole('article'), 2);
        },
      ],
    ],
  },
  {
    name: 'schemes',
    as: 'admin',
    path: '/advertising/publish?tab=schemes',
    ready: rows,
    marked: 3,
    steps: [
      openedBy('a new one', (page) => page.locator('.ads-page button.arco-btn-primary').first().click()),
      [
        'with faults',
        async (page) => {
          await overlay(page).locator('footer button.arco-btn-primary').last().click();
          await overlay(page).locator('.ads-field-fault').first().waitFor();
        },
      ],
    ],
  },
  {
    name: 'a publish',
    as: 'admin',
    path: '/advertising/publish?tab=publish',
    ready: '.ads-publish-way',
    steps: [
      [
        'with faults',
        async (page) => {
          await page.locator('.ads-publish-foot button.arco-btn-primary').click();
          await page.locator('.ads-publish-way .ads-field-fault').first().waitFor();
        },
      ],
      [
        'the second step',
        async (page) => {
          await picked(page);
          await page.locator('.ads-publish-said').waitFor();
          await seeMarkup(page.locator('.ads-publish-way'), 3);
          await page.locator(`${rows} input[type=checkbox]:not(:disabled)`).first().check();
          await onwards(page);
          await picked(page);
          await page.locator('.ads-publish-materials input[type=checkbox]').first().check();
        },
      ],
      [
        'the third step',
        async (page) => {
          await onwards(page);
          await page.locator(`.ads-publish-way ${rows}`).first().waitFor();
        },
      ],
    ],
  },
  { name: 'publishes', as: 'admin', path: '/advertising/publish?tab=jobs', ready: rows, marked: 1 },
  { name: 'data of people', like: 'data of accounts', as: 'admin', path: `/advertising/user?${days}`, ready: rows, marked: 3 },
  {
    name: 'data of accounts',
    as: 'admin',
    path: `/advertising/account?${days}`,
    ready: rows,
    marked: 3,
    steps: [below('campaigns of one', '/advertising/campaign'), below('ad groups of one', '/advertising/group')],
  },
  { name: 'what was closed', as: 'admin', path: `/advertising/close-log?${days}`, ready: rows, marked: 3 },
  { name: 'what was deleted', like: 'what was closed', as: 'admin', path: `/advertising/remove-log?${days}`, ready: rows, marked: 3 },
  { name: 'the first page', as: 'admin', path: '/index', ready: '.ads-page' },
];

describeScreens(stage, screens);

/** Pages of figures, of hosting and of the whole company. */
const FIGURES = [
  {
    as: 'lead_a',
    paths: [
      `/analyse/effect?${days}`,
      `/analyse/material?${days}&group_by=drama`,
      `/analyse/performance?${days}`,
      '/analyse/performance-month?metric=spend',
      '/analyse/evaluate',
      `/analyse/scheme-user?${days}`,
      `/analyse/scheme-list?${days}`,
      `/analyse/landing?${days}`,
      `/analyse/pixel?${days}`,
      `/analyse/video?${days}`,
    ],
  },
  { as: 'admin', paths: ['/operation/account'] },
  { as: 'super', paths: ['/admin/advertising/campaign', '/admin/advertising/group', '/admin/advertising/list'] },
];

it.each(FIGURES)('names are text on the pages of figures of $as', async ({ as, paths }) => {
  const { page, open, faults } = await stage.signedIn(as, { width: 1800 });
  for (const path of sampled(paths, 3)) {
    await open(path);
    await seeMarkup(page.getByRole('main').filter({ visible: true }), 1);
    expect(await findLiveMarkup(page), path).toEqual(NO_LIVE_MARKUP);
    expect(faults, path).toEqual([]);
  }
});

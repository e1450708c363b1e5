import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { describeScreens, leave, overlay, rows, type Screen } from '#tests/support/axe-screens.ts';
import { LONG_MARKUP, MARKUP_NAMES, seeMarkup, writeMarkupIntoAssets } from '#tests/support/markup.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => writeMarkupIntoAssets(stage.server()));

const cards = '.ads-card:not(.ads-card-still)';
type Step = [name: string, step: (page: Page) => Promise<unknown>];

const begin: Step = [
  'a new one',
  async (page) => {
    await page.locator('.ads-page button.arco-btn-primary').first().click();
    await overlay(page).waitFor();
  },
];
const beginWithFaults: Step[] = [
  begin,
  [
    'with faults',
    async (page) => {
      await overlay(page).locator('button[type=submit], footer button.arco-btn-primary').last().click();
      await overlay(page).locator('.ads-field-fault').first().waitFor();
    },
  ],
];
const moreActions: Step = [
  'more actions',
  (page) => page.locator(`${rows} [aria-haspopup=menu], ${cards} [aria-haspopup=menu]`).first().click(),
];
/** What can be done to chosen rows, and the question before it. */
const askAboutChosen = (place: number): Step[] => [
  [
    'chosen rows',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator(`${rows} input[type=checkbox], ${cards} input[type=checkbox]`).first().check();
      await page.locator('.ads-selection').waitFor();
    },
  ],
  [
    'a question about them',
    async (page) => {
      await page.locator('.ads-selection .arco-btn:not([disabled])').nth(place).click();
      await overlay(page).waitFor();
    },
  ],
];
const openedBy = (name: string, press: (page: Page) => Promise<unknown>): Step => [
  name,
  async (page) => {
    await press(page);
    await overlay(page).waitFor();
  },
];
const left: Step = ['left again', leave];

/** Menus of rows, chosen rows and the question about them come from one builder, so one page of rows and one of cards show them. */
const screens: Screen[] = [
  {
    name: 'personal accounts',
    as: 'admin',
    path: '/auth/personage',
    ready: rows,
    marked: 4,
    steps: [begin, left, moreActions, ...askAboutChosen(0)],
  },
  { name: 'authorisations of hosting', as: 'admin', path: '/operation/auth', ready: '.ads-page table', steps: [begin] },
  {
    name: 'ad accounts',
    like: 'personal accounts',
    as: 'admin',
    path: '/auth/account',
    ready: rows,
    marked: 4,
    steps: [begin],
  },
  {
    name: 'pixels',
    as: 'admin',
    path: '/auth/pixel',
    ready: rows,
    marked: 4,
    steps: [begin, left, openedBy('details', (page) => page.locator(`${rows} .ads-name`).first().click())],
  },
  {
    name: 'homepages',
    like: 'personal accounts',
    as: 'admin',
    path: '/auth/homepage',
    ready: rows,
    marked: 4,
    steps: [begin],
  },
  { name: 'sites', as: 'admin', path: '/auth/site', ready: rows, marked: 4, steps: beginWithFaults },
  {
    name: 'materials of dramas',
    as: 'admin',
    path: '/advertising/video',
    ready: cards,
    marked: 4,
    steps: [
      moreActions,
      openedBy('editing', async (page) => {
        await page.getByRole('menuitem').nth(1).click();
        const title = overlay(page).getByRole('textbox', { name: /标题|Title/ });
        await expect.poll(() => title.first().inputValue()).toBeOneOf(MARKUP_NAMES);
        // Of its tags.
        await seeMarkup(overlay(page), 2);
      }),
      left,
      openedBy('a preview', (page) => page.locator(`${cards} .ads-material-picture`).first().click()),
      left,
      [
        'as a table',
        async (page) => {
          await page.locator('.ads-layout-switch button').last().click();
          await page.locator(rows).first().waitFor();
        },
      ],
      // The reader's choice is kept for the next visit.
      [
        'as pictures again',
        async (page) => {
          await page.locator('.ads-layout-switch button').first().click();
          await page.locator(cards).first().waitFor();
        },
      ],
      ...askAboutChosen(0),
    ],
  },
  { name: 'dramas', like: 'sites', as: 'admin', path: '/advertising/video?tab=dramas', ready: rows, marked: 4, steps: [begin] },
  {
    name: 'materials of products',
    like: 'materials of dramas',
    as: 'admin',
    path: '/advertising/upload-ec',
    ready: cards,
    marked: 4,
    steps: [...askAboutChosen(3)],
  },
  { name: 'products', like: 'sites', as: 'admin', path: '/advertising/upload-ec?tab=products', ready: rows, marked: 4, steps: [begin] },
  {
    name: 'posts',
    as: 'admin',
    path: '/advertising/post',
    ready: rows,
    marked: 4,
    steps: [
      ...beginWithFaults,
      left,
      openedBy('several at once', (page) =>
        page.locator('.ads-page button.arco-btn-primary').first().locator('xpath=preceding-sibling::button').click(),
      ),
      left,
      openedBy('a preview', async (page) => {
        await page.locator(`${rows} .ads-name`).first().click();
        await page.getByRole('article').getByText(LONG_MARKUP, { exact: true }).waitFor();
      }),
    ],
  },
  {
    name: 'uploads',
    as: 'admin',
    path: '/material/upload',
    ready: '.ads-drop-zone',
    steps: [
      [
        'files of every kind',
        async (page) => {
          const files = ['one.mp4', 'two.exe'].map((name) => ({ name, mimeType: '', buffer: Buffer.from(name) }));
          await page.locator('.ads-drop-zone input[type=file]').first().setInputFiles(files);
          await page.locator('.ads-upload-table tbody tr').nth(1).waitFor();
        },
      ],
      [
        'with faults',
        async (page) => {
          await page.locator('.ads-upload-queue button.arco-btn-primary').click();
          await page.locator('.ads-upload-words .ads-field-fault').first().waitFor();
        },
      ],
    ],
  },
];

describeScreens(stage, screens);

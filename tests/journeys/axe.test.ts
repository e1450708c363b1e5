import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { cleanFailures, cleanSessions } from '#server/domain/jobs/cleanup.job.ts';
import { describeScreens, leave, overlay, rows, type Screen } from '#tests/support/axe-screens.ts';
import { seeMarkup, writeMarkup } from '#tests/support/markup.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ scheduler: { jobs: [cleanSessions, cleanFailures], instance: 'axe' } });

const inRow = (page: Page, place: number) =>
  page.locator(`${rows}`).first().locator('.ads-row-actions > *, .ads-row-actions > span button').nth(place);

const screens: Screen[] = [
  {
    name: 'sign-in',
    path: '/login',
    ready: '.ads-login',
    steps: [['with faults', (page) => page.locator('button[type=submit]').click()]],
  },
  { name: 'not found', as: 'admin', path: '/no/such/page', ready: '.ads-not-found' },
  {
    name: 'home',
    as: 'admin',
    path: '/index',
    ready: rows,
    steps: [
      ['user menu', (page) => page.locator('.ads-user-button').click()],
      [
        'offline, with an unread error',
        async (page) => {
          await page.keyboard.press('Escape');
          await page.context().setOffline(true);
          await page.locator('.ads-header .ads-icon-button[title="刷新"], .ads-header .ads-icon-button[title="Refresh"]').click();
          await page.locator('.ads-badge').waitFor();
          await page.locator('.ads-status-line-warn').waitFor();
          await page.locator('.ads-notice').first().waitFor({ state: 'detached' });
        },
      ],
      [
        'recent errors',
        async (page) => {
          await page.context().setOffline(false);
          await page.locator('.ads-status-line-ok').waitFor();
          await page.locator('.ads-errors-button').click();
          await page.locator('.ads-errors > li').first().waitFor();
        },
      ],
    ],
  },
  {
    name: 'palette',
    as: 'admin',
    path: '/index',
    ready: rows,
    steps: [
      [
        'what is offered',
        async (page) => {
          await page.keyboard.press('Control+k');
          await page.locator('.ads-palette [role=option]').first().waitFor();
        },
      ],
      [
        'what is found',
        async (page) => {
          await page.keyboard.type('opt_0');
          await page.locator('.ads-palette mark').first().waitFor();
        },
      ],
      [
        'nothing found',
        async (page) => {
          await page.keyboard.type('qqq');
          await page.locator('.ads-palette-empty').waitFor();
        },
      ],
    ],
  },
  {
    name: 'operation log',
    as: 'admin',
    path: '/advertising/copy-log?target=axe_role',
    ready: rows,
    steps: [
      ['details', (page) => page.locator(`${rows} button[aria-expanded]`).first().click()],
      [
        'dates',
        async (page) => {
          await page.locator('.ads-date-filter button').click();
          await page.locator('.ads-date-panel table, .ads-date-panel [role=grid]').first().waitFor();
        },
      ],
    ],
  },
  {
    name: 'log of batches',
    as: 'admin',
    path: '/advertising/copy-log?type=user_status',
    ready: rows,
    steps: [
      [
        'objects of a batch',
        async (page) => {
          await page.locator(`${rows} button[aria-expanded]`).first().click();
          await seeMarkup(page.locator(`.ads-batch-panel ${rows}`), 1);
        },
      ],
    ],
  },
  { name: 'nothing found', as: 'admin', path: '/sys/accounts?keyword=axe_nobody', ready: '.ads-chips' },
  {
    name: 'accounts',
    as: 'admin',
    path: '/sys/accounts?keyword=a&status=enabled',
    ready: rows,
    steps: [
      ['a tooltip', (page) => page.locator(`${rows} .ads-account-status`).first().hover()],
      ['columns', (page) => page.locator('.ads-popup-anchor .ads-icon-button[aria-expanded]').first().click()],
      [
        'chosen rows',
        async (page) => {
          await page.keyboard.press('Escape');
          await page.locator('thead input[type=checkbox]').check();
        },
      ],
      [
        'a new account with faults',
        async (page) => {
          await page.locator('.ads-page button.arco-btn-primary').first().click();
          await overlay(page).locator('button[type=submit]').click();
          await page.locator('.ads-field-fault').first().waitFor();
        },
      ],
      [
        'an open list',
        async (page) => {
          await overlay(page).getByRole('combobox').first().click();
          await page.getByRole('option').first().waitFor();
        },
      ],
      [
        'a question before leaving',
        async (page) => {
          await page.keyboard.press('Escape');
          await overlay(page).locator('textarea').fill('typed');
          await page.keyboard.press('Escape');
          await page.locator('.ads-leave').waitFor();
        },
      ],
    ],
  },
  {
    name: 'roles of several accounts',
    as: 'admin',
    path: '/sys/accounts?keyword=axe_',
    ready: rows,
    steps: [
      [
        'dialog',
        async (page) => {
          await page.locator(`${rows} input[type=checkbox]`).first().check();
          await page.locator('.ads-selection .arco-btn').first().click();
          await overlay(page).waitFor();
        },
      ],
      [
        'with faults',
        async (page) => {
          await overlay(page).locator('button[type=submit]').click();
          await overlay(page).locator('.ads-field-fault').first().waitFor();
        },
      ],
      [
        'results',
        async (page) => {
          await overlay(page).getByRole('combobox').first().click();
          await page.getByRole('option').first().click();
          await page.keyboard.press('Escape');
          await overlay(page).locator('button[type=submit]').click();
          await overlay(page).locator(rows).first().waitFor();
        },
      ],
      [
        'more actions',
        async (page) => {
          await leave(page);
          await page.locator(`${rows} [aria-haspopup=menu]`).first().click();
        },
      ],
      [
        'deletion',
        async (page) => {
          await page.getByRole('menuitem').last().click();
          await overlay(page).locator('input').waitFor();
        },
      ],
    ],
  },
  {
    name: 'departments',
    as: 'admin',
    path: '/sys/department',
    ready: rows,
    steps: [
      [
        'members',
        async (page) => {
          await page.locator(`${rows} .ads-name`).first().click();
          await page.locator('.ads-departments-panel tr[data-row-id]').first().waitFor();
        },
      ],
      [
        'a new one',
        async (page) => {
          await page.locator('.ads-page button.arco-btn-primary').first().click();
          await overlay(page).waitFor();
        },
      ],
      [
        'leaders',
        async (page) => {
          await leave(page);
          await page.locator(`${rows} [aria-haspopup=menu]`).first().click();
          await page.getByRole('menuitem').nth(1).click();
          await overlay(page).waitFor();
        },
      ],
    ],
  },
  {
    name: 'roles',
    as: 'admin',
    path: '/sys/role',
    ready: rows,
    steps: [
      [
        'a new one',
        async (page) => {
          await page.locator('.ads-page button.arco-btn-primary').first().click();
          await overlay(page).locator('.ads-menu-preview').first().waitFor();
        },
      ],
      [
        'members',
        async (page) => {
          await leave(page);
          await inRow(page, 1).click();
          await overlay(page).waitFor();
        },
      ],
    ],
  },
  {
    name: 'tasks',
    as: 'super',
    path: '/admin/sys/cron',
    ready: rows,
    steps: [
      ['a schedule in words', (page) => page.locator(`${rows} code`).first().hover()],
      ['timeline as a table', (page) => page.locator('.ads-timeline-top button').click()],
      [
        'running one',
        async (page) => {
          await inRow(page, 0).click();
          await overlay(page).waitFor();
        },
      ],
      [
        'editing one',
        async (page) => {
          await leave(page);
          await inRow(page, 1).click();
          await overlay(page).waitFor();
        },
      ],
      [
        'its runs',
        async (page) => {
          await leave(page);
          await inRow(page, 2).click();
          await overlay(page).locator(rows).first().waitFor();
        },
      ],
      [
        'a log',
        async (page) => {
          await overlay(page).locator(`${rows} button[aria-expanded]`).first().click();
          await overlay(page).locator('.ads-run-log').waitFor();
        },
      ],
    ],
  },
];

beforeAll(async () => {
  const { data } = await stage.as('admin', '/sys-roles/create', { name: 'axe_role', paths: [], actions: [] });
  await stage.as('admin', '/sys-roles/edit', { id: data.id, version: data.version, remark: 'axe' });
  await stage.people.create({ account: 'axe_one', remark: 'axe' });
  await stage.as('admin', '/sys-users/batch_set_status', { ids: [await stage.people.idOf('axe_one')], status: 'enabled' });
  await writeMarkup(stage.server(), { batch_item: ['label'] });
  await stage.as('super', '/admin-crons/run', { key: 'cleanup.failures' });
  await stage.as('super', '/admin-crons/run', { key: 'cleanup.sessions' });
});

describeScreens(stage, screens);
